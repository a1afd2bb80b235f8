/** unity_asset replace_references: one asset everywhere instead of another, and a way back. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { folder } from '../kit/assets.ts'
import { CaseList, type SetUp } from '../kit/cases.ts'
import type { Desk } from '../kit/desk.ts'

const T = 'unity_asset'
let reverts = 0

const REPLACE = { action: 'replace_references' } as const

/** Paths of two new materials. */
async function woodAndGold(desk: Desk): Promise<{ path: string; with: string; at: string }> {
	const at = await folder(desk)
	const [wood, gold] = [`${at}/Wood.mat`, `${at}/Gold.mat`]
	for (const path of [wood, gold]) await desk.ok(T, { action: 'create_material', path })
	return { path: wood, with: gold, at }
}

async function cube(desk: Desk, name: string, material: string): Promise<void> {
	await desk.ok('unity_hierarchy', { action: 'create', name, primitive_type: 'Cube' })
	await paint(desk, `/${name}`, material)
}

const paint = (desk: Desk, ref: string, material: string) =>
	desk.ok('unity_component', {
		action: 'modify',
		game_object_id: ref,
		component_type: 'MeshRenderer',
		properties: { sharedMaterial: material },
	})

const materialOf = async (desk: Desk, ref: string): Promise<unknown> =>
	(await desk.properties(ref, 'MeshRenderer'))['sharedMaterials']

/** A prefab of a painted cube, whose instance stays in the scene. */
async function chest(desk: Desk, path: string, material: string, name = 'Chest'): Promise<void> {
	await cube(desk, name, material)
	await desk.ok('unity_prefab', {
		action: 'create_asset',
		instance_id: `/${name}`,
		asset_path: path,
		overwrite: true,
	})
}

const prefabExample: SetUp = async (desk) => {
	for (const name of ['Wood', 'Gold'])
		await desk.ok(T, { action: 'create_material', path: `Assets/Materials/${name}.mat` })
	await chest(desk, 'Assets/Prefabs/Chest.prefab', 'Assets/Materials/Wood.mat')
}

/** A PNG of 4 × 4 pixels, as far as an importer reads it. */
function texture(desk: Desk, path: string): void {
	const png = '89504e470d0a1a0a0000000d4948445200000004000000040802000000'
	mkdirSync(join(desk.project, path, '..'), { recursive: true })
	writeFileSync(join(desk.project, path), Buffer.from(png, 'hex'))
}

async function overrides(desk: Desk, instance_id: string): Promise<number> {
	return (await desk.ok('unity_prefab', { action: 'list_overrides', instance_id })).total
}

export const replaceReferencesCases = new CaseList(T)
	.example('replace_references', prefabExample)
	.works(
		'replace_references',
		'in an open scene, after a list of what it would be',
		async (desk) => {
			const scene = await desk.fresh()
			const { at: _, ...swap } = await woodAndGold(desk)
			await cube(desk, 'Table', swap.path)
			await cube(desk, 'Ring', swap.with)
			const place = { path: '/Table', property: 'MeshRenderer.sharedMaterials[0]' }
			const listed = await desk.ok(T, { ...REPLACE, ...swap })
			expect(listed).toMatchObject({
				assetPath: swap.path,
				with: swap.with,
				found: 1,
				leftCount: 0,
			})
			expect(listed.files).toEqual([{ path: scene, places: 1, open: true }])
			expect(listed.objects).toMatchObject([place])
			expect(listed.changed).toBeUndefined()
			expect(await materialOf(desk, '/Table')).toEqual([swap.path])
			const done = await desk.ok(T, { ...REPLACE, ...swap, files: [scene] })
			expect(done).toMatchObject({ found: 1, changed: 1, objects: [place] })
			expect(await materialOf(desk, '/Table')).toEqual([swap.with])
			expect(await desk.ok(T, { ...REPLACE, ...swap })).toMatchObject({ found: 0, files: [] })
		},
	)
	.works('replace_references', 'in a prefab, and not in its instances', async (desk) => {
		const { at, ...swap } = await woodAndGold(desk)
		const path = `${at}/Chest.prefab`
		await chest(desk, path, swap.path)
		const before = await overrides(desk, '/Chest')
		const done = await desk.ok(T, { ...REPLACE, ...swap, files: [at] })
		expect(done).toMatchObject({ changed: 1, files: [{ path, places: 1 }], objects: [] })
		expect(await materialOf(desk, '/Chest')).toEqual([swap.with])
		expect(await overrides(desk, '/Chest')).toBe(before)
	})
	.works('replace_references', "an instance's own value is changed where it is", async (desk) => {
		const scene = await desk.fresh()
		const { at, ...swap } = await woodAndGold(desk)
		const path = `${at}/Chest.prefab`
		await chest(desk, path, swap.with)
		await paint(desk, '/Chest', swap.path)
		const done = await desk.ok(T, { ...REPLACE, ...swap, files: [at, scene] })
		expect(done.files).toEqual([{ path: scene, places: 1, open: true }])
		expect(await materialOf(desk, '/Chest')).toEqual([swap.with])
	})
	.works('replace_references', 'a texture in a material', async (desk) => {
		const { at, path } = await woodAndGold(desk)
		const swap = { path: `${at}/Oak.png`, with: `${at}/Pine.png` }
		for (const file of Object.values(swap)) texture(desk, file)
		await desk.ok('unity_refresh', {})
		const properties = { _MainTex: swap.path }
		await desk.ok(T, { action: 'modify_material', path, properties })
		const listed = await desk.ok(T, { ...REPLACE, ...swap })
		expect(listed.files).toEqual([{ path, places: 1 }])
		await desk.ok(T, { ...REPLACE, ...swap, files: [path] })
		const seen = await desk.ok(T, { action: 'inspect_material', path })
		expect(seen.properties['_MainTex']).toBe(swap.with)
	})
	.works('replace_references', 'in a scene that is not open, which stays closed', async (desk) => {
		const closed = await desk.fresh()
		const { at: _, ...swap } = await woodAndGold(desk)
		await cube(desk, 'Table', swap.path)
		await desk.ok('unity_scene', { action: 'save' })
		const open = await desk.fresh()
		expect((await desk.ok(T, { ...REPLACE, ...swap })).files).toEqual([{ path: closed }])
		const done = await desk.ok(T, { ...REPLACE, ...swap, files: [closed] })
		expect(done.files).toEqual([{ path: closed, places: 1 }])
		const scenes = await desk.ok('unity_scene', { action: 'list' })
		expect(scenes.open.map(({ path }) => path)).toEqual([open])
		await desk.ok('unity_scene', { action: 'open', path: closed, if_dirty: 'discard' })
		expect(await materialOf(desk, '/Table')).toEqual([swap.with])
	})
	.works('replace_references', 'only in the files that are named', async (desk) => {
		const { at, ...swap } = await woodAndGold(desk)
		await cube(desk, 'Table', swap.path)
		const done = await desk.ok(T, { ...REPLACE, ...swap, files: [at] })
		expect(done).toMatchObject({ changed: 0, files: [] })
		expect(await materialOf(desk, '/Table')).toEqual([swap.path])
	})
	.works(
		'replace_references',
		'a place that cannot take it is left, with the reason',
		async (desk) => {
			const scene = await desk.fresh()
			const { at, path } = await woodAndGold(desk)
			await cube(desk, 'Table', path)
			const picture = `${at}/Oak.png`
			texture(desk, picture)
			await desk.ok('unity_refresh', {})
			const done = await desk.ok(T, { ...REPLACE, path, with: picture, files: [scene] })
			expect(done).toMatchObject({ changed: 0, leftCount: 1, left: [{ path: '/Table' }] })
			expect(done.left[0]?.reason).toContain('takes a Material')
			expect(await materialOf(desk, '/Table')).toEqual([path])
		},
	)
	.works('replace_references', 'instances of a prefab are left, with the reason', async (desk) => {
		const scene = await desk.fresh()
		const { at, path } = await woodAndGold(desk)
		const [old, other] = [`${at}/Chest.prefab`, `${at}/Box.prefab`]
		await chest(desk, old, path)
		await chest(desk, other, path, 'Box')
		const done = await desk.ok(T, { ...REPLACE, path: old, with: other, files: [scene] })
		expect(done).toMatchObject({ changed: 0, left: [{ path: '/Chest' }] })
		// The next step is said once, not with each place.
		expect(done.note).toContain(`unity_prefab instantiate with ${other}`)
		expect(done.left[0]?.reason).toBe(`is an instance of ${old}`)
	})
	.works('replace_references', 'a revert brings scene and files back', async (desk) => {
		const scene = await desk.fresh()
		const { at, ...swap } = await woodAndGold(desk)
		await cube(desk, 'Table', swap.path)
		await chest(desk, `${at}/Chest.prefab`, swap.path)
		const callId = `replaced-${reverts++}`
		const group = `group-${callId}`
		await desk.ok(T, { ...REPLACE, ...swap, files: [at, scene] }, { callId, group })
		const [files, undone] = [
			await desk.ok('file_history', { action: 'revert', call_ids: [callId] }),
			await desk.ok('unity_undo', { action: 'revert_group', group_id: group }),
		]
		expect(files.items).toMatchObject([{ path: `${at}/Chest.prefab`, state: 'reverted' }])
		expect(undone.groups).toHaveLength(1)
		await desk.ok('unity_refresh', {})
		expect(await materialOf(desk, '/Table')).toEqual([swap.path])
		expect(await materialOf(desk, '/Chest')).toEqual([swap.path])
	})
	.refuses('replace_references', 'not_found', 'an asset that does not exist', async (desk) => {
		const { path, with: other } = await woodAndGold(desk)
		const typo = path.replace('Wood', 'Wod')
		const error = await desk.fails(T, { ...REPLACE, path: typo, with: other }, 'not_found')
		expect(error.data['nearest']).toContain(path)
		await desk.fails(T, { ...REPLACE, path, with: typo, files: [path] }, 'not_found')
		await desk.fails(T, { ...REPLACE, path, with: other, files: [typo] }, 'not_found')
	})
	.refuses(
		'replace_references',
		'invalid_arguments',
		'the same asset, a folder, a script',
		async (desk) => {
			const { at, path } = await woodAndGold(desk)
			for (const other of [path, at])
				await desk.fails(T, { ...REPLACE, path, with: other }, 'invalid_arguments')
			const script = `${at}/Door.cs`
			await desk.ok('write_file', { path: script, content: 'public class Door { }\n' })
			await desk.ok('unity_refresh', {})
			await desk.fails(T, { ...REPLACE, path: script, with: path }, 'invalid_arguments')
		},
	)
	.refuses('replace_references', 'unsupported', 'to write into a package', async (desk) => {
		const { at: _, ...swap } = await woodAndGold(desk)
		await desk.fails(T, { ...REPLACE, ...swap, files: ['Packages/manifest.json'] }, 'unsupported')
	})
