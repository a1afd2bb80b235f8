/** Our names are not registered on npm: whoever registers them could run code wherever our texts say to install it. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../paths.ts'

const TEXTS = [
	'README.md',
	'{docs,examples,client,corewar,relay-cli,web,worker,protocol,simulator,scripts,unity-package}/**/*.{md,ts,tsx,cs,json,html}',
]
const isGenerated = (path: string): boolean =>
	/(^|[\\/])(node_modules|dist|bin|obj)([\\/]|$)/.test(path)
/** Installs or runs a package of such a name from the registry. */
const BY_NAME =
	/\b(?:npm (?:i|install|add|exec)|npx|pnpm (?:add|dlx)|yarn (?:add|dlx)|bunx)(?: -{1,2}[\w-]+)* (?:fairlead\b|@fairlead\/)/

test('no text says to install or run our packages by their names', () => {
	const files = TEXTS.flatMap((pattern) => globSync(pattern, { cwd: ROOT, exclude: isGenerated }))
	expect(files.length).toBeGreaterThan(500)
	const found = files.filter((path) => BY_NAME.test(readFileSync(join(ROOT, path), 'utf8')))
	expect(found).toEqual([])
})

test('the pattern matches what a text would say', () => {
	// Split, because this file is checked as well.
	const name = ' fairlead'
	const scoped = ' @fairlead/corewar'
	const texts = [`npm install -g${name}`, `npx${name} up`, `npm i --global${name}`, `npx${scoped}`]
	for (const text of texts) expect(text).toMatch(BY_NAME)
	expect('npm install ../fairlead/corewar').not.toMatch(BY_NAME)
	expect('npm run fairlead -- link <folder>').not.toMatch(BY_NAME)
})

test('commands in texts of the relay and the server are those of the clone', () => {
	const files = globSync('{relay-cli,worker}/src/**/*.ts', { cwd: ROOT, exclude: isGenerated })
	const found = files
		.filter((path) => !/\.test\.ts$/.test(path))
		.flatMap((path) =>
			readFileSync(join(ROOT, path), 'utf8')
				.split('\n')
				.filter((line) => !/^\s*(\/?\*|\/\/)/.test(line) && /"fairlead [a-z]/.test(line))
				.map((line) => `${path}: ${line.trim()}`),
		)
	expect(found).toEqual([])
})
