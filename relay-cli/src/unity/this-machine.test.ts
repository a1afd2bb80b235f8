import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { temporaryFolder } from '../../test/kit/support.ts'
import { InstallError, manifestFile } from './package/install-package.ts'
import { packageState } from './package/package-state.ts'
import { thisMachine } from './this-machine.ts'

let folder: ReturnType<typeof temporaryFolder>
let manifest: string
beforeEach(() => {
	folder = temporaryFolder()
	mkdirSync(join(folder.path, 'Packages'))
	manifest = join(folder.path, 'Packages', 'manifest.json')
})
afterEach(() => folder.remove())

const state = () => packageState(thisMachine(), folder.path)

it('a manifest is read without its byte order mark', async () => {
	expect(await state()).toMatchObject({ kind: 'unknown' })
	writeFileSync(manifest, '\uFEFF{"dependencies":{}}')
	expect(await state()).toEqual({ kind: 'absent' })
})

it.skipIf(process.platform === 'win32')(
	'a pipe in place of a manifest holds nothing up',
	async () => {
		execFileSync('mkfifo', [manifest])
		expect(await state()).toEqual({
			kind: 'unknown',
			why: `${manifest} could not be read: it is not a regular file.`,
		})
		await expect(manifestFile.read(manifest)).rejects.toThrow(InstallError)
	},
)
