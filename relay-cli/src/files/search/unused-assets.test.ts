import { mkdirSync, writeFileSync } from 'node:fs'
import type { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Cleanups, TEST_TIMEOUT_MS, temporaryFolder } from '../../../test/kit/support.ts'
import { outcomeOfError } from '../file-error.ts'
import { unusedAssets } from './unused-assets.ts'

/** Paths that fail with EACCES; permissions would not stop a test that runs as root. */
const locked = vi.hoisted(() => new Set<string>())
vi.mock('node:fs/promises', async (original) => {
	const real = await original<{ readdir: typeof readdir; open: typeof open }>()
	const refusing =
		<T extends (path: string, options: never) => unknown>(read: T) =>
		(path: string, options: never) => {
			if (locked.has(path)) throw Object.assign(new Error('EACCES'), { code: 'EACCES' })
			return read(path, options)
		}
	return {
		...real,
		readdir: refusing(real.readdir as never),
		open: refusing(real.open as never),
	}
})

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

const cleanups = new Cleanups()
let project: string
let made = 0

/** Writes an asset with its .meta; returns the GUID. */
function asset(path: string, content: string | Uint8Array = 'x', more = ''): string {
	const guid = (++made).toString(16).padStart(32, 'a')
	mkdirSync(join(project, path, '..'), { recursive: true })
	writeFileSync(join(project, path), content)
	writeFileSync(join(project, `${path}.meta`), `fileFormatVersion: 2\nguid: ${guid}\n${more}`)
	return guid
}
const uses = (guid: string) => `  - {fileID: 2100000, guid: ${guid}, type: 2}\n`
const unused = (more: { folder?: string; limit?: number; cursor?: string } = {}) =>
	unusedAssets(project, { folder: 'Assets', limit: 50, ...more }, new AbortController().signal)
const paths = async (more = {}) => (await unused(more)).assets.map(({ path }) => path)

beforeEach(() => {
	project = cleanups.add(temporaryFolder(), (folder) => folder.remove()).path
	asset('Assets/Main.unity')
})
afterEach(() => {
	locked.clear()
	return cleanups.run()
})

it('assets that nothing refers to are listed, the largest first, with their size', async () => {
	const red = asset('Assets/Red.mat')
	asset('Assets/Scene2.unity', uses(red))
	asset('Assets/Small.png', 'ab')
	asset('Assets/Large.png', 'abcdef')
	expect(await unused()).toMatchObject({
		total: 2,
		totalBytes: 8,
		assets: [
			{ path: 'Assets/Large.png', bytes: 6 },
			{ path: 'Assets/Small.png', bytes: 2 },
		],
		nextCursor: null,
	})
	expect(await unused({ limit: 1 })).toMatchObject({ total: 2, nextCursor: 'o1' })
	expect(await paths({ limit: 1, cursor: 'o1' })).toEqual(['Assets/Small.png'])
})

it('an asset is in use that a script names, whatever the encoding of the script', async () => {
	for (const name of ['Café', 'Straße', 'Rød']) asset(`Assets/Art/${name}.png`)
	const naming = (name: string) => `Art.Load("${name}.png");\n`
	asset('Assets/Wide.cs', Buffer.from(naming('Café'), 'utf16le'))
	asset('Assets/Latin.cs', Buffer.from(naming('Straße'), 'latin1'))
	expect(await paths()).toEqual(['Assets/Art/Rød.png'])
})

it('an importer and a project setting are references too', async () => {
	const skin = asset('Assets/Skin.mat')
	const pipeline = asset('Assets/Urp.asset')
	const model = asset('Assets/Hero.fbx', 'x', `externalObjects:\n${uses(skin)}`)
	asset('Assets/Hero.prefab', uses(model))
	mkdirSync(join(project, 'ProjectSettings'))
	writeFileSync(join(project, 'ProjectSettings', 'GraphicsSettings.asset'), uses(pipeline))
	expect((await unused()).assets.map(({ path, usedByUnused }) => [path, usedByUnused])).toEqual([
		['Assets/Hero.prefab', undefined],
		['Assets/Hero.fbx', ['Assets/Hero.prefab']],
		['Assets/Skin.mat', ['Assets/Hero.fbx']],
	])
})

it('two assets that only name each other are unused', async () => {
	const guid = asset('Assets/A.mat')
	const other = asset('Assets/B.mat', uses(guid))
	writeFileSync(join(project, 'Assets/A.mat'), uses(other))
	expect((await unused()).assets).toMatchObject([
		{ path: 'Assets/A.mat', usedByUnused: ['Assets/B.mat'] },
		{ path: 'Assets/B.mat', usedByUnused: ['Assets/A.mat'] },
	])
})

it.each([
	['a scene of the simulated editor', 'Assets/Scenes/S.unity', (g: string) => `{"$asset": "${g}"}`],
	['Addressables', 'Assets/AddressableAssetsData/G.asset', (g: string) => `  - m_GUID: ${g}\n`],
	['an AssetReference', 'Assets/Scenes/S.unity', (g: string) => `    m_AssetGUID: ${g}\n`],
	[
		'UXML',
		'ProjectSettings/A.uxml',
		(g: string) => `src="project://x?fileID=1&amp;guid=${g}&amp;type=3"`,
	],
	['Shader Graph', 'Packages/a/G.shadergraph', (g: string) => `"m_Guid": {"guid":"${g}"}`],
	[
		'a GUID with dashes',
		'ProjectSettings/A.json',
		(g: string) => g.toUpperCase().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
	],
])('an asset that %s refers to is in use', async (_, path, text) => {
	const guid = asset('Assets/Red.mat')
	mkdirSync(join(project, path, '..'), { recursive: true })
	writeFileSync(join(project, path), text(guid))
	expect(await paths()).not.toContain('Assets/Red.mat')
})

it.each([
	['an include', 'Common.hlsl', 'Assets/Water.shader', '#include "Common.hlsl"'],
	['a style', 'Main.uss', 'Assets/Ui.uxml', '<Style src="Main.uss" />'],
	['a template', 'Part.uxml', 'Assets/Ui.uxml', '<Template src="/Assets/Part.uxml?fileID=1" />'],
	['a picture of a style', 'pic.png', 'Assets/Ui.uss', 'background-image: url(pic.png);'],
	['an imported style', 'Base.uss', 'Assets/Ui.uss', "@import 'styles/../Base.uss';"],
	['materials of a model', 'mod.mtl', 'Assets/mod.obj', 'v 0 0 0\nmtllib mod.mtl\n'],
	['a map of a material', 'my tex.png', 'Assets/mod.mtl', 'map_Kd -s 1 1 1 my tex.png'],
	['a buffer of a glTF', 'sc.bin', 'Assets/sc.gltf', '{"uri":"sc.bin"}'],
	['a picture of a glTF', 'my pic.png', 'Assets/sc.gltf', '{"uri":"tex/my%20Pic.png"}'],
	['a path in a script', 'byPath.mat', 'Assets/A.cs', 'LoadAssetAtPath("Assets/byPath.mat")'],
	['a path without its ending', 'Boss.prefab', 'Assets/A.cs', 'LoadAsync("Assets/Boss");'],
	['a path of Windows', 'Boss.prefab', 'Tools/a.bat', 'copy Assets\\Boss.prefab out'],
])('an asset that %s names is in use, and so is what it refers to', async (_, name, from, text) => {
	const grass = asset('Assets/Grass.mat')
	asset(`Assets/${name}`, 'x', uses(grass))
	mkdirSync(join(project, from, '..'), { recursive: true })
	writeFileSync(join(project, from), text)
	const left = await paths()
	expect(left).not.toContain(`Assets/${name}`)
	expect(left).not.toContain('Assets/Grass.mat')
	expect((await unused()).note).toContain('names by its file name or path')
})

it('an asset that only names itself, or stands in a list of files, is unused; link.xml is read by the build', async () => {
	asset('Assets/Common.hlsl', '// Common.hlsl')
	asset('Assets/ab.png')
	asset('Assets/link.xml', '<linker />')
	asset('Assets/A.cs', 'Load("grab.png"); Load("ab.png2"); Load("ab")')
	writeFileSync(join(project, 'Game.csproj'), '<None Include="Assets\\Common.hlsl" />')
	writeFileSync(join(project, 'README.md'), 'ab.png is old.')
	expect(await paths()).toEqual(['Assets/Common.hlsl', 'Assets/ab.png'])
})

it('a scene that is stored as binary may use any asset, and the answer says so', async () => {
	asset('Assets/Red.mat')
	asset('Assets/Binary.unity', 'x\0\0')
	expect((await unused()).incomplete).toContain('1 of the scenes, prefabs and assets')
})

it('code, scenes and what is loaded by its place are never called unused', async () => {
	for (const path of [
		'Assets/Player.cs',
		'Assets/Game.asmdef',
		'Assets/Resources/Boss.prefab',
		'Assets/Tools/Editor/Icon.png',
		'Assets/StreamingAssets/data.json',
	])
		asset(path)
	expect(await paths()).toEqual([])
})

it('unused assets are looked for only below the folder, and references everywhere', async () => {
	const grass = asset('Assets/Textures/Grass.png')
	asset('Assets/Textures/Old.png')
	asset('Assets/Other.png')
	asset('Assets/Ground.mat', uses(grass))
	expect(await paths({ folder: 'Assets/Textures' })).toEqual(['Assets/Textures/Old.png'])
})

it('files that git ignores refer to assets as well', async () => {
	const grass = asset('Assets/Grass.mat')
	asset('Assets/Bought/Demo.unity', uses(grass))
	writeFileSync(join(project, '.gitignore'), 'Bought/\n')
	expect(await paths()).toEqual([])
})

it('the answer says how many files and folders could not be read, since they may use some', async () => {
	const red = asset('Assets/Red.mat')
	asset('Assets/Locked.unity', uses(red))
	asset('Assets/Closed/Other.unity', uses(red))
	expect((await unused()).incomplete).toBeUndefined()
	locked.add(join(project, 'Assets/Locked.unity')).add(join(project, 'Assets/Closed'))
	expect(await unused()).toMatchObject({
		incomplete: '2 files or folders could not be read; they may use some of these.',
		assets: [{ path: 'Assets/Red.mat' }],
	})
})

it('a project that could not be read in time has no list, and says so', async () => {
	asset('Assets/Old.png')
	const args = { folder: 'Assets', limit: 50 }
	const late = await unusedAssets(project, args, new AbortController().signal, 0)
	expect(late).toMatchObject({ total: 0, assets: [] })
	expect(late.incomplete).toContain('in time')
})

it('a folder that is not there is not found', async () => {
	expect(await unused({ folder: 'Assets/Nothing' }).catch(outcomeOfError)).toMatchObject({
		error: { code: 'not_found' },
	})
})
