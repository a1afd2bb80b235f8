/** unity_asset: files on disk with their GUIDs; nothing is overwritten, deleted files can be found again. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { assetAt, folder, onDisk } from '../kit/assets.ts'
import { CaseList } from '../kit/cases.ts'
import { expectVector } from '../kit/check.ts'
import type { Desk } from '../kit/desk.ts'
import { crateTexture, material, redMaterial } from '../kit/examples.ts'
import { writeScript } from '../kit/scripts.ts'

const T = 'unity_asset'

/** The GUID in the .meta file. */
function metaGuid(desk: Desk, path: string): string | undefined {
	const text = readFileSync(join(desk.project, `${path}.meta`), 'utf8')
	return /^guid: ([0-9a-f]{32})$/m.exec(text)?.[1]
}

let items = 0

/** An asset of a ScriptableObject type declared in the project. */
async function item(desk: Desk, properties?: Record<string, unknown>): Promise<string> {
	const script = 'Assets/Scripts/ConformanceItem.cs'
	if (!existsSync(join(desk.project, script))) {
		const content =
			'using UnityEngine;\npublic class ConformanceItem : ScriptableObject { public int damage = 1; }\n'
		await desk.ok('write_file', { path: script, content })
		expect(await desk.ok('unity_refresh', {})).toMatchObject({ hasErrors: false })
	}
	const path = `Assets/Items/Item${++items}.asset`
	const args = { action: 'create_object', path, type_name: 'ConformanceItem' }
	await desk.ok(T, properties ? { ...args, properties } : args)
	return path
}

let textures = 0

/** A PNG of 4 × 4 pixels, as far as an importer reads it. */
async function texture(desk: Desk): Promise<string> {
	const path = `Assets/Texture${++textures}.png`
	const png = '89504e470d0a1a0a0000000d4948445200000004000000040802000000'
	writeFileSync(join(desk.project, path), Buffer.from(png, 'hex'))
	await desk.ok('unity_refresh', {})
	return path
}

const ITEM_DATA =
	'using UnityEngine;\n\npublic class ItemData : ScriptableObject\n{\n    public float damage = 1;\n}\n'

async function itemData(desk: Desk): Promise<void> {
	writeScript(desk, 'ItemData', ITEM_DATA)
	expect(await desk.ok('unity_refresh', {})).toMatchObject({ hasErrors: false })
}

async function sword(desk: Desk): Promise<void> {
	await itemData(desk)
	const path = 'Assets/Items/Sword.asset'
	await desk.ok(T, { action: 'create_object', path, type_name: 'ItemData' })
}

export const assetCases = new CaseList(T)
	.example('delete', redMaterial)
	.example('copy', redMaterial)
	.example('move', material('Assets/Materials/Rot.mat'))
	.example('create_object', itemData)
	.example('inspect_object', sword)
	.example('modify_object', sword)
	.example('inspect_import', crateTexture)
	.example('modify_import', crateTexture)
	.works('create_folder', 'with missing parent folders', async (desk) => {
		const path = `${await folder(desk)}/Deep/Deeper`
		const made = await desk.ok(T, { action: 'create_folder', path })
		expect(made).toMatchObject({ assetPath: path, type: 'DefaultAsset' })
		expect(onDisk(desk, path)).toBe(true)
		expect(metaGuid(desk, path)).toBe(made.guid)
	})
	.refuses('create_folder', 'already_exists', 'one that exists', async (desk) => {
		await desk.fails(T, { action: 'create_folder', path: await folder(desk) }, 'already_exists')
	})
	.refuses('create_folder', 'invalid_arguments', 'a path that leads out', async (desk) => {
		await desk.fails(
			T,
			{ action: 'create_folder', path: 'Assets/../../Elsewhere' },
			'invalid_arguments',
		)
	})
	.refuses('create_folder', 'invalid_arguments', 'a path outside of Assets', async (desk) => {
		await desk.fails(
			T,
			{ action: 'create_folder', path: 'ProjectSettings/Mine' },
			'invalid_arguments',
		)
	})
	.works('move', 'the file has a new name and its old GUID, references hold', async (desk) => {
		const path = await folder(desk)
		const made = await desk.ok(T, {
			action: 'create_material',
			path: `${path}/Rot.mat`,
			color: [1, 0, 0],
		})
		await desk.ok('unity_hierarchy', { action: 'create', name: 'User', primitive_type: 'Cube' })
		await desk.ok('unity_component', {
			action: 'modify',
			game_object_id: '/User',
			component_type: 'MeshRenderer',
			properties: { sharedMaterial: `${path}/Rot.mat` },
		})
		const moved = await desk.ok(T, {
			action: 'move',
			path: `${path}/Rot.mat`,
			new_path: `${path}/Red.mat`,
		})
		expect(moved).toMatchObject({
			assetPath: `${path}/Red.mat`,
			previousPath: `${path}/Rot.mat`,
			guid: made.guid,
			type: 'Material',
		})
		expect([onDisk(desk, `${path}/Rot.mat`), onDisk(desk, `${path}/Rot.mat.meta`)]).toEqual([
			false,
			false,
		])
		expect(metaGuid(desk, `${path}/Red.mat`)).toBe(made.guid)
		expectVector((await desk.properties('/User', 'MeshRenderer'))['material.color'], [1, 0, 0, 1])
	})
	.refuses('move', 'already_exists', 'nothing is overwritten', async (desk) => {
		const path = await folder(desk)
		for (const name of ['A', 'B'])
			await desk.ok(T, { action: 'create_material', path: `${path}/${name}.mat` })
		const args = { action: 'move', path: `${path}/A.mat`, new_path: `${path}/B.mat` }
		await desk.fails(T, args, 'already_exists')
		expect(onDisk(desk, `${path}/A.mat`)).toBe(true)
	})
	.refuses('move', 'not_found', 'a file that does not exist', async (desk) => {
		const path = await folder(desk)
		const args = { action: 'move', path: `${path}/A.mat`, new_path: `${path}/B.mat` }
		await desk.fails(T, args, 'not_found')
	})
	.refuses('move', 'invalid_arguments', 'the extension stays', async (desk) => {
		const path = await folder(desk)
		await desk.ok(T, { action: 'create_material', path: `${path}/A.mat` })
		const args = { action: 'move', path: `${path}/A.mat`, new_path: `${path}/A.prefab` }
		await desk.fails(T, args, 'invalid_arguments')
	})
	.refuses('move', 'invalid_arguments', 'a path that leads out', async (desk) => {
		const path = await folder(desk)
		await desk.ok(T, { action: 'create_material', path: `${path}/A.mat` })
		const args = { action: 'move', path: `${path}/A.mat`, new_path: 'Assets/../../A.mat' }
		await desk.fails(T, args, 'invalid_arguments')
		expect(onDisk(desk, `${path}/A.mat`)).toBe(true)
	})
	.works('copy', 'equal in content, with its own GUID', async (desk) => {
		const path = await folder(desk)
		const made = await desk.ok(T, {
			action: 'create_material',
			path: `${path}/A.mat`,
			color: [0, 0, 1],
		})
		const copy = await desk.ok(T, {
			action: 'copy',
			path: `${path}/A.mat`,
			new_path: `${path}/B.mat`,
		})
		expect(copy).toMatchObject({ assetPath: `${path}/B.mat`, type: 'Material' })
		expect(copy.guid).not.toBe(made.guid)
		expect(metaGuid(desk, `${path}/B.mat`)).toBe(copy.guid)
		const again = await desk.ok(T, {
			action: 'modify_material',
			path: `${path}/B.mat`,
			color: [0, 1, 0],
		})
		expectVector(again.results[0]?.previousValue, [0, 0, 1, 1])
	})
	.refuses('copy', 'already_exists', 'nothing is overwritten', async (desk) => {
		const path = await folder(desk)
		await desk.ok(T, { action: 'create_material', path: `${path}/A.mat` })
		const args = { action: 'copy', path: `${path}/A.mat`, new_path: `${path}/A.mat` }
		await desk.fails(T, args, 'already_exists')
	})
	.refuses('copy', 'not_found', 'a file that does not exist', async (desk) => {
		const args = { action: 'copy', path: 'Assets/None.mat', new_path: 'Assets/Some.mat' }
		await desk.fails(T, args, 'not_found')
	})
	.refuses(
		'copy',
		'not_found',
		'a file that was just written says what imports it',
		async (desk) => {
			const path = `${await folder(desk)}/New.txt`
			writeFileSync(join(desk.project, path), 'new')
			const args = { action: 'copy', path, new_path: path.replace('New', 'Other') }
			const error = await desk.fails(T, args, 'not_found')
			expect(error).toMatchObject({ message: expect.stringContaining('not imported yet') })
			await desk.ok('unity_refresh', {})
			expect(await desk.ok(T, args)).toMatchObject({ assetPath: args.new_path })
			const meta = await desk.fails(T, { ...args, path: `${path}.meta` }, 'not_found')
			expect(meta).toMatchObject({ message: expect.not.stringContaining('not imported yet') })
		},
	)
	.works('delete', 'file and .meta are gone from the project', async (desk) => {
		const path = `${await folder(desk)}/A.mat`
		await desk.ok(T, { action: 'create_material', path })
		expect(await desk.ok(T, { action: 'delete', path })).toEqual({ assetPath: path, trashed: true })
		expect([onDisk(desk, path), onDisk(desk, `${path}.meta`)]).toEqual([false, false])
		expect(await assetAt(desk, path)).toBeUndefined()
	})
	.refuses('delete', 'not_found', 'a file that does not exist', async (desk) => {
		const error = await desk.fails(T, { action: 'delete', path: 'Assets/None.mat' }, 'not_found')
		expect(error.data['nearest']).toBeDefined()
	})
	.refuses(
		'delete',
		'invalid_arguments',
		'neither Assets itself nor an open scene',
		async (desk) => {
			const scene = await desk.fresh()
			await desk.fails(T, { action: 'delete', path: 'Assets' }, 'invalid_arguments')
			await desk.fails(T, { action: 'delete', path: scene }, 'invalid_arguments')
			expect(onDisk(desk, scene)).toBe(true)
		},
	)
	.refuses('delete', 'outside_project', 'a path that leads out', async (desk) => {
		const victim = join(desk.folder, 'victim.txt')
		writeFileSync(victim, 'mine')
		await desk.fails(T, { action: 'delete', path: 'Assets/../../victim.txt' }, 'outside_project')
		expect(existsSync(victim)).toBe(true)
	})
	.works('create_object', 'an asset of a type that the project declares', async (desk) => {
		const path = await item(desk, { damage: 5 })
		const seen = await desk.ok(T, { action: 'inspect_object', path })
		expect(seen).toMatchObject({ assetPath: path, properties: { damage: 5 } })
	})
	.refuses('create_object', 'already_exists', 'a path that is taken', async (desk) => {
		const path = await desk.fresh()
		const taken = path.replace(/[^/]*$/, 'Taken.asset')
		await desk.ok('write_file', { path: taken, content: 'taken' })
		await desk.ok('unity_refresh', {})
		const args = { action: 'create_object', path: taken, type_name: 'ConformanceItem' }
		await desk.fails(T, args, 'already_exists')
	})
	.works('inspect_object', 'with the values of its class', async (desk) => {
		const path = await item(desk)
		const seen = await desk.ok(T, { action: 'inspect_object', path })
		expect(seen).toMatchObject({ type: 'ConformanceItem', properties: { damage: 1 } })
	})
	.refuses('inspect_object', 'not_found', 'a file that does not exist', async (desk) => {
		await desk.fails(T, { action: 'inspect_object', path: 'Assets/None.asset' }, 'not_found')
	})
	.works('modify_object', 'kept in its file', async (desk) => {
		const path = await item(desk)
		const changed = await desk.ok(T, { action: 'modify_object', path, properties: { damage: 9 } })
		expect(changed).toMatchObject({ successCount: 1, results: [{ previousValue: 1, newValue: 9 }] })
		expect(readFileSync(join(desk.project, path), 'utf8')).toMatch(/damage\W+9/)
	})
	.refuses('modify_object', 'not_found', 'a file that does not exist', async (desk) => {
		const args = { action: 'modify_object', path: 'Assets/None.asset', properties: { a: 1 } }
		await desk.fails(T, args, 'not_found')
	})
	.works('inspect_import', 'by the names of the C# API', async (desk) => {
		const seen = await desk.ok(T, { action: 'inspect_import', path: await texture(desk) })
		expect(seen).toMatchObject({ type: 'Texture2D', importer: 'TextureImporter' })
		expect(seen.properties).toMatchObject({ maxTextureSize: 2048, isReadable: false })
	})
	.refuses('inspect_import', 'not_found', 'a file that does not exist', async (desk) => {
		await desk.fails(T, { action: 'inspect_import', path: 'Assets/None.png' }, 'not_found')
	})
	.works('modify_import', 'kept in the .meta, for one platform', async (desk) => {
		const path = await texture(desk)
		const android = { path, platform: 'Android' }
		const before = readFileSync(join(desk.project, `${path}.meta`), 'utf8')
		const changed = await desk.ok(T, {
			action: 'modify_import',
			...android,
			properties: { maxTextureSize: 256 },
		})
		expect(changed).toMatchObject({
			results: [{ previousValue: 2048, newValue: 256 }],
			messages: [],
		})
		expect(readFileSync(join(desk.project, `${path}.meta`), 'utf8')).not.toBe(before)
		const own = await desk.ok(T, { action: 'inspect_import', ...android })
		expect(own.properties).toMatchObject({ maxTextureSize: 256, overridden: true })
		const all = await desk.ok(T, { action: 'inspect_import', path })
		expect(all.properties).toMatchObject({ maxTextureSize: 2048 })
	})
	.refuses('modify_import', 'unknown_property', 'the error names near matches', async (desk) => {
		const args = { action: 'modify_import', path: await texture(desk) }
		const error = await desk.fails(
			T,
			{ ...args, properties: { readable: true } },
			'unknown_property',
		)
		expect(JSON.stringify(error.data)).toContain('isReadable')
	})
