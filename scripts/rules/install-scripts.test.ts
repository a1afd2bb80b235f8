import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../paths.ts'

const json = async (name: string) => JSON.parse(await readFile(join(ROOT, name), 'utf8'))

test('npm ci runs the install scripts of reviewed packages, and refuses any other', async () => {
	const { packages } = (await json('package-lock.json')) as {
		packages: Record<string, { hasInstallScript?: true }>
	}
	const { allowScripts } = (await json('package.json')) as { allowScripts: Record<string, boolean> }
	const scripted = Object.entries(packages)
		.filter(([, { hasInstallScript }]) => hasInstallScript)
		.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
	expect([...new Set(scripted)].sort()).toEqual(Object.keys(allowScripts).sort())
	expect(await readFile(join(ROOT, '.npmrc'), 'utf8')).toMatch(/^strict-allow-scripts=true$/m)
})
