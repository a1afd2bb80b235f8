import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { envLine, workerVars, writeVars } from './dev-vars.ts'

const folders: string[] = []
afterEach(async () => {
	for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

test.each([
	['sk-ant-api03-plain', 'plain'],
	['has spaces and # a hash', 'spaces'],
	[`it's quoted`, 'a single quote'],
	[`it's "both"`, 'two kinds of quotes'],
	['', 'nothing'],
])('a key of the shape %j reaches the Worker unchanged', (value) => {
	expect(parseEnv(envLine('KEY', value))).toEqual({ KEY: value })
})

test('a dollar sign is not taken for another variable', () => {
	expect(envLine('KEY', 'a$HOME')).toBe("KEY='a\\$HOME'")
})

test.each(['two\nlines', `'"\``, `it's\\new`])('%j is refused instead of mangled', (value) => {
	expect(() => envLine('KEY', value)).toThrow(/KEY/)
})

test('the Worker gets the keys it knows and nothing else of the shell', () => {
	const shell = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_MODEL: '', AWS_SECRET: 's', HOME: '/h' }
	expect(workerVars(shell, 't')).toEqual({ SETUP_TOKEN: 't', ANTHROPIC_API_KEY: 'k' })
})

test.skipIf(process.platform === 'win32')(
	'the file with the key is closed to others, also where it was open before',
	async () => {
		const folder = await mkdtemp(join(tmpdir(), 'fairlead-vars-'))
		folders.push(folder)
		const file = join(folder, 'worker.env')
		await writeFile(file, 'old', { mode: 0o644 })
		await writeVars(file, { A: '1', B: '2' })
		expect((await stat(file)).mode & 0o777).toBe(0o600)
		expect(await readFile(file, 'utf8')).toBe("A='1'\nB='2'\n")
	},
)
