import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Cleanups, TEST_TIMEOUT_MS, temporaryFolder } from '../../../test/kit/support.ts'
import { outcomeOfError } from '../file-error.ts'
import { assetUsages } from './asset-usages.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

const cleanups = new Cleanups()
const GUID = '0a1b2c3d4e5f60718293a4b5c6d7e8f9'
let project: string

const put = (path: string, content: string): void => {
	mkdirSync(join(project, path, '..'), { recursive: true })
	writeFileSync(join(project, path), content)
}
const usages = (asset_path: string, more: { limit?: number; cursor?: string } = {}) =>
	assetUsages(project, { asset_path, limit: 50, ...more }, new AbortController().signal)

beforeEach(() => {
	project = cleanups.add(temporaryFolder(), (made) => made.remove()).path
	put('Assets/Red.mat', '%YAML 1.1\n')
	put('Assets/Red.mat.meta', `fileFormatVersion: 2\nguid: ${GUID}\n`)
})
afterEach(() => cleanups.run())

it('each file that refers to the asset is named once, and the asset itself is not', async () => {
	const line = `  - {fileID: 2100000, guid: ${GUID}, type: 2}\n`
	put('Assets/B.prefab', `a\n${line}${line}`)
	put('Assets/A.unity', line)
	put('Assets/Other.unity', line.replace('0a1b', '0a1c'))
	expect(await usages('Assets/Red.mat')).toMatchObject({
		guid: GUID,
		total: 2,
		users: [
			{ path: 'Assets/A.unity', firstLine: 1, references: 1 },
			{ path: 'Assets/B.prefab', firstLine: 2, references: 2 },
		],
		nextCursor: null,
	})
	const first = await usages('Assets/Red.mat', { limit: 1 })
	expect(first).toMatchObject({ total: 2, users: [{ path: 'Assets/A.unity' }], nextCursor: 'o1' })
	const rest = await usages('Assets/Red.mat', { limit: 1, cursor: 'o1' })
	expect(rest).toMatchObject({ users: [{ path: 'Assets/B.prefab' }], nextCursor: null })
})

it('a note tells which files name it without its GUID', async () => {
	put('Assets/Red.mat', '# Red.mat')
	put('Assets/Load.cs', 'LoadAssetAtPath("Assets/red.mat")')
	put('Assets/Other.cs', 'LoadAssetAtPath("Assets/Infrared.mat")')
	put('Game.csproj', '<None Include="Assets/Red.mat" />')
	expect(await usages('Assets/Red.mat')).toMatchObject({
		total: 0,
		note: 'By its file name or path, not its GUID, it is named in Assets/Load.cs.',
	})
	for (let i = 10; i < 22; i++) put(`Assets/Load${i}.cs`, '"Assets/Red"')
	const { note } = await usages('Assets/Red.mat')
	expect(note).toMatch(/Assets\/Load18\.cs, and maybe in others\.$/)
	put('Assets/Blue.mat.meta', `guid: ${GUID}\n`)
	expect(await usages('Assets/Blue.mat')).not.toHaveProperty('note')
})

it('a folder is refused: files refer to what is in it', async () => {
	put('Assets/Art.meta', `guid: ${GUID.replace('0a', '0b')}\n`)
	put('Assets/Art/a.txt', '')
	const { error } = await usages('Assets/Art').then(
		() => ({ error: null }),
		(thrown: unknown) => ({ error: thrown }),
	)
	expect(outcomeOfError(error)).toMatchObject({
		error: { code: 'invalid_arguments', hint: expect.stringContaining('unused_assets') },
	})
})

it('a missing asset and one that was never imported are distinguished', async () => {
	put('Assets/New.mat', '')
	for (const [path, hint] of [
		['Assets/Nothing.mat', 'search_assets'],
		['Assets/New.mat', 'unity_refresh'],
	] as const) {
		const outcome = await usages(path).catch(outcomeOfError)
		expect(outcome).toMatchObject({
			error: { code: 'not_found', hint: expect.stringContaining(hint) },
		})
	}
})

it.skipIf(process.platform === 'win32')(
	'a pipe in place of a .meta file holds nothing up',
	async () => {
		put('Assets/Blue.mat', '')
		execFileSync('mkfifo', [join(project, 'Assets/Blue.mat.meta')])
		await expect(usages('Assets/Blue.mat')).rejects.toMatchObject({
			code: 'not_found',
			message: 'Assets/Blue.mat has no .meta file with a GUID.',
		})
	},
)
