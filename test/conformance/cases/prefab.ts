/** unity_prefab: instances follow their asset, and keep what is their own. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import { expectVector } from '../kit/check.ts'
import type { Desk } from '../kit/desk.ts'

const T = 'unity_prefab'

let prefabs = 0

interface Made {
	readonly name: string
	readonly path: string
	/** Path of the instance it was made from. */
	readonly at: string
}

/** A prefab of a cube with a body and a child `Lid`, made from the instance at its path. */
async function prefab(desk: Desk, base = 'Box'): Promise<Made> {
	const name = `${base}${++prefabs}`
	const path = `Assets/Prefabs/${name}.prefab`
	await desk.ok('unity_hierarchy', {
		action: 'create',
		name,
		primitive_type: 'Cube',
		components: ['Rigidbody'],
	})
	await desk.ok('unity_hierarchy', { action: 'create', name: 'Lid', parent_id: `/${name}` })
	await desk.ok(T, { action: 'create_asset', instance_id: `/${name}`, asset_path: path })
	return { name, path, at: `/${name}` }
}

const massOf = async (desk: Desk, ref: string): Promise<unknown> =>
	(await desk.properties(ref, 'Rigidbody'))['mass']

const setMass = (desk: Desk, ref: string, mass: number) =>
	desk.ok('unity_component', {
		action: 'modify',
		game_object_id: ref,
		component_type: 'Rigidbody',
		properties: { mass },
	})

/** Paths inside a prefab's file. */
const inside = async (desk: Desk, path: string): Promise<string[]> =>
	(await desk.ok(T, { action: 'inspect_asset', asset_path: path })).objects.map((one) => one.path)

/** Properties that differ, as `path Component property`. */
const overrides = async (desk: Desk, ref: string): Promise<string[]> =>
	(await desk.ok(T, { action: 'list_overrides', instance_id: ref })).overrides.map((one) =>
		[one.kind, one.path, one.component, one.property].filter(Boolean).join(' '),
	)

export const prefabCases = new CaseList(T)
	.works('instantiate', 'named, below a parent, at its place', async (desk) => {
		const { path } = await prefab(desk)
		const parent = await desk.ok('unity_hierarchy', { action: 'create', name: 'Stack' })
		const made = await desk.ok(T, {
			action: 'instantiate',
			asset_path: path,
			name: 'Top',
			parent_id: '/Stack',
			position: [0, 2, 0],
			rotation: [0, 90, 0],
		})
		expect(made).toMatchObject({ name: 'Top', path: '/Stack/Top', assetPath: path })
		const seen = await desk.look('/Stack/Top')
		expect(seen).toMatchObject({
			parentId: parent.instanceId,
			prefabAssetPath: path,
			childCount: 1,
		})
		expectVector(seen?.transform['localPosition'], [0, 2, 0])
		expectVector(seen?.transform['localRotation'], [0, 90, 0])
	})
	.refuses('instantiate', 'not_found', 'a prefab that is not there', async (desk) => {
		const { path } = await prefab(desk)
		const args = { action: 'instantiate', asset_path: path.replace('Box', 'Bxo') }
		expect((await desk.fails(T, args, 'not_found')).data['nearest']).toContain(path)
	})
	.refuses('instantiate', 'invalid_arguments', 'a file that is no prefab', async (desk) => {
		const path = await desk.fresh()
		await desk.fails(T, { action: 'instantiate', asset_path: path }, 'invalid_arguments')
	})
	.works('instantiate_by_name', 'whatever the case of the letters', async (desk) => {
		const { name, path } = await prefab(desk)
		const made = await desk.ok(T, {
			action: 'instantiate_by_name',
			prefab_name: name.toLowerCase(),
			position: [1, 0, 0],
		})
		expect(made).toMatchObject({ assetPath: path, name: `${name} (1)` })
		expectVector((await desk.look(made.instanceId))?.transform['localPosition'], [1, 0, 0])
	})
	.refuses(
		'instantiate_by_name',
		'ambiguous',
		'two prefabs of that name are both named',
		async (desk) => {
			const { name, path, at } = await prefab(desk, 'Twice')
			const other = `Assets/Prefabs/Other/${name}.prefab`
			await desk.ok('unity_asset', {
				action: 'create_folder',
				path: other.slice(0, other.lastIndexOf('/')),
			})
			await desk.ok('unity_asset', { action: 'copy', path, new_path: other })
			const args = { action: 'instantiate_by_name', prefab_name: name }
			const error = await desk.fails(T, args, 'ambiguous')
			expect([...(error.data['paths'] as string[])].sort()).toEqual([other, path].sort())
			expect(await desk.count(name)).toBe(1)
			expect(await desk.look(at)).not.toBeNull()
		},
	)
	.refuses('instantiate_by_name', 'not_found', 'a name that no prefab has', async (desk) => {
		const { name } = await prefab(desk)
		const args = { action: 'instantiate_by_name', prefab_name: `${name}x` }
		expect((await desk.fails(T, args, 'not_found')).data['nearest']).toContain(name)
	})
	.works('create_asset', 'the object becomes an instance of its own file', async (desk) => {
		const { path, at } = await prefab(desk)
		expect(existsSync(join(desk.project, path))).toBe(true)
		expect(await desk.look(at)).toMatchObject({ prefabAssetPath: path })
		expect(await desk.look(`${at}/Lid`)).toMatchObject({ prefabAssetPath: path })
		const { assets } = await desk.ok('unity_query', {
			action: 'search_assets',
			folder: 'Assets/Prefabs',
			asset_type: 'Prefab',
		})
		expect(assets.map((asset) => asset.assetPath)).toContain(path)
	})
	.works('create_asset', 'overwriting keeps the GUID, and instances follow', async (desk) => {
		const { name, path, at } = await prefab(desk)
		await desk.ok(T, { action: 'instantiate', asset_path: path, name: `${name} B` })
		await desk.ok('unity_hierarchy', {
			action: 'create',
			name: `${name} new`,
			primitive_type: 'Sphere',
			components: ['Rigidbody'],
		})
		await setMass(desk, `/${name} new`, 9)
		const guid = async () =>
			(
				await desk.ok('unity_query', {
					action: 'search_assets',
					search_query: name,
					asset_type: 'Prefab',
				})
			).assets[0]?.guid
		const before = await guid()
		await desk.ok(T, {
			action: 'create_asset',
			instance_id: `/${name} new`,
			asset_path: path,
			overwrite: true,
		})
		expect(await guid()).toBe(before)
		expect(await desk.look(at)).not.toBeNull()
	})
	.refuses(
		'create_asset',
		'already_exists',
		'a prefab is not overwritten by accident',
		async (desk) => {
			const { path } = await prefab(desk)
			await desk.ok('unity_hierarchy', { action: 'create', name: 'Rival' })
			const args = { action: 'create_asset', instance_id: '/Rival', asset_path: path }
			await desk.fails(T, args, 'already_exists')
			expect(await desk.look('/Rival')).toMatchObject({ prefabAssetPath: null })
		},
	)
	.refuses('create_asset', 'not_found', 'an object that is not there', async (desk) => {
		const args = {
			action: 'create_asset',
			instance_id: '/Ghost',
			asset_path: 'Assets/Ghost.prefab',
		}
		await desk.fails(T, args, 'not_found')
		expect(existsSync(join(desk.project, 'Assets/Ghost.prefab'))).toBe(false)
	})
	.refuses('create_asset', 'invalid_arguments', 'another extension', async (desk) => {
		await desk.ok('unity_hierarchy', { action: 'create', name: 'Plain' })
		const args = { action: 'create_asset', instance_id: '/Plain', asset_path: 'Assets/Plain.mat' }
		await desk.fails(T, args, 'invalid_arguments')
	})
	.refuses(
		'create_asset',
		'unsupported',
		'a part of an instance is no prefab of its own',
		async (desk) => {
			const { at } = await prefab(desk)
			const args = {
				action: 'create_asset',
				instance_id: `${at}/Lid`,
				asset_path: 'Assets/Lid.prefab',
			}
			await desk.fails(T, args, 'unsupported')
		},
	)
	.works(
		'modify_asset',
		'instances follow, but for what they have set themselves',
		async (desk) => {
			const { name, path, at } = await prefab(desk)
			await desk.ok(T, { action: 'instantiate', asset_path: path, name: `${name} own` })
			await setMass(desk, `/${name} own`, 2)
			const changed = await desk.ok(T, {
				action: 'modify_asset',
				asset_path: path,
				component_type: 'Rigidbody',
				properties: { mass: 7 },
			})
			expect(changed).toMatchObject({
				componentType: 'Rigidbody',
				gameObjectName: name,
				assetPath: path,
				successCount: 1,
				results: [{ property: 'mass', previousValue: 1, newValue: 7 }],
			})
			expect(changed.instancesUpdated).toBeGreaterThanOrEqual(1)
			expect(await massOf(desk, at)).toBe(7)
			expect(await massOf(desk, `/${name} own`)).toBe(2)
			const later = await desk.ok(T, { action: 'instantiate', asset_path: path })
			expect(await massOf(desk, later.instanceId)).toBe(7)
		},
	)
	.works('modify_asset', 'a child inside the asset', async (desk) => {
		const { path, at } = await prefab(desk)
		await desk.ok(T, {
			action: 'modify_asset',
			asset_path: path,
			target_path: 'Lid',
			component_type: 'Transform',
			properties: { localPosition: [0, 1, 0] },
		})
		expectVector((await desk.look(`${at}/Lid`))?.transform['localPosition'], [0, 1, 0])
	})
	.refuses('modify_asset', 'unknown_property', 'the names that do exist', async (desk) => {
		const { path, at } = await prefab(desk)
		const args = {
			action: 'modify_asset',
			asset_path: path,
			component_type: 'Rigidbody',
			properties: { drag: 1 },
		}
		const error = await desk.fails(T, args, 'unknown_property')
		expect(JSON.stringify(error.data)).toContain('linearDamping')
		expect(await massOf(desk, at)).toBe(1)
	})
	.refuses(
		'modify_asset',
		'not_found',
		'a prefab, a child or a component that is not there',
		async (desk) => {
			const { path } = await prefab(desk)
			const args = { action: 'modify_asset', component_type: 'Rigidbody', properties: { mass: 2 } }
			await desk.fails(T, { ...args, asset_path: 'Assets/None.prefab' }, 'not_found')
			await desk.fails(T, { ...args, asset_path: path, target_path: 'Drawer' }, 'not_found')
			await desk.fails(T, { ...args, asset_path: path, component_type: 'Light' }, 'not_found')
		},
	)
	.works('inspect_asset', 'what is inside, with what is nested', async (desk) => {
		const outer = await prefab(desk)
		const inner = await prefab(desk, 'Inner')
		await desk.ok(T, {
			action: 'edit_asset',
			asset_path: outer.path,
			edits: [{ op: 'add_child', prefab_path: inner.path, target_path: 'Lid', name: 'Nested' }],
		})
		const seen = await desk.ok(T, { action: 'inspect_asset', asset_path: outer.path })
		expect(seen).toMatchObject({ assetPath: outer.path, kind: 'regular', basePath: null, total: 4 })
		expect(seen.objects.map((one) => [one.path, one.prefabAssetPath])).toEqual([
			['', null],
			['Lid', null],
			['Lid/Nested', inner.path],
			['Lid/Nested/Lid', inner.path],
		])
		expect(seen.objects[0]?.components).toContain('Rigidbody')
		expect(await desk.look(`${outer.at}/Lid/Nested/Lid`)).not.toBeNull()
	})
	.refuses('inspect_asset', 'not_found', 'a prefab that is not there', async (desk) => {
		await desk.fails(T, { action: 'inspect_asset', asset_path: 'Assets/None.prefab' }, 'not_found')
	})
	.works('edit_asset', 'children and components, and instances follow', async (desk) => {
		const { name, path, at } = await prefab(desk)
		const edited = await desk.ok(T, {
			action: 'edit_asset',
			asset_path: path,
			edits: [
				{ op: 'add_child', name: 'Knob', primitive_type: 'Sphere', position: [0, 1, 0] },
				{ op: 'rename', target_path: 'Lid', name: 'Cover' },
				{ op: 'reparent', target_path: 'Knob', parent_path: 'Cover' },
				{ op: 'add_component', target_path: 'Cover', component_type: 'Light' },
				{
					op: 'modify_component',
					target_path: `${name}/Cover`,
					component_type: 'Light',
					properties: { intensity: 3 },
				},
				{ op: 'remove_component', component_type: 'Rigidbody' },
				{ op: 'set_transform', target_path: 'Cover', position: [0, 2, 0] },
			],
		})
		expect(edited).toMatchObject({ assetPath: path })
		expect(edited.instancesUpdated).toBeGreaterThanOrEqual(1)
		expect(edited.edits.map((one) => one.path)).toEqual([
			...['Knob', 'Cover', 'Cover/Knob', 'Cover', 'Cover', '', 'Cover'],
		])
		expect(edited.edits[4]?.results).toMatchObject([{ property: 'intensity', newValue: 3 }])
		expect(await inside(desk, path)).toEqual(['', 'Cover', 'Cover/Knob'])
		expect((await desk.properties(`${at}/Cover`, 'Light'))['intensity']).toBe(3)
		expect((await desk.look(at))?.components).not.toContain('Rigidbody')
		expectVector((await desk.look(`${at}/Cover`))?.transform['localPosition'], [0, 2, 0])
		expect(await desk.look(`${at}/Lid`)).toBeNull()
		await desk.ok(T, {
			action: 'edit_asset',
			asset_path: path,
			edits: [{ op: 'remove_child', target_path: 'Cover/Knob' }],
		})
		expect(await desk.look(`${at}/Cover/Knob`)).toBeNull()
		expect(await desk.look(`${at}/Cover`)).not.toBeNull()
	})
	.refuses('edit_asset', 'not_found', 'all edits or none', async (desk) => {
		const { path, at } = await prefab(desk)
		const error = await desk.fails(
			T,
			{
				action: 'edit_asset',
				asset_path: path,
				edits: [
					{ op: 'add_child', name: 'Knob' },
					{ op: 'remove_child', target_path: 'Drawer' },
				],
			},
			'not_found',
		)
		expect(error).toMatchObject({ data: { index: 1 } })
		expect(await inside(desk, path)).toEqual(['', 'Lid'])
		expect(await desk.look(`${at}/Knob`)).toBeNull()
	})
	.refuses('edit_asset', 'invalid_arguments', 'its root, itself, too much', async (desk) => {
		const { path } = await prefab(desk)
		const edit = (one: Record<string, unknown>) =>
			desk.fails(T, { action: 'edit_asset', asset_path: path, edits: [one] }, 'invalid_arguments')
		await edit({ op: 'remove_child' })
		await edit({ op: 'rename', name: 'Other' })
		await edit({ op: 'rename', target_path: 'Lid' })
		await edit({ op: 'add_child', prefab_path: path })
		await edit({ op: 'remove_child', target_path: 'Lid', name: 'x' })
	})
	.works('create_variant', 'follows its base but for what it has itself', async (desk) => {
		const { name, path } = await prefab(desk)
		const new_path = `Assets/Prefabs/${name} Variant.prefab`
		const made = await desk.ok(T, { action: 'create_variant', asset_path: path, new_path })
		expect(made).toEqual({ assetPath: new_path, basePath: path })
		const modify = { action: 'modify_asset', component_type: 'Rigidbody' }
		await desk.ok(T, { ...modify, asset_path: new_path, properties: { linearDamping: 3 } })
		await desk.ok(T, { ...modify, asset_path: path, properties: { mass: 7 } })
		const seen = await desk.ok(T, { action: 'inspect_asset', asset_path: new_path })
		expect(seen).toMatchObject({ kind: 'variant', basePath: path, total: 2 })
		const placed = await desk.ok(T, { action: 'instantiate', asset_path: new_path })
		expect(await desk.properties(placed.instanceId, 'Rigidbody')).toMatchObject({
			...{ mass: 7, linearDamping: 3 },
		})
	})
	.refuses('create_variant', 'already_exists', 'a path that is taken', async (desk) => {
		const { path } = await prefab(desk)
		const args = { action: 'create_variant', asset_path: path, new_path: path }
		await desk.fails(T, args, 'already_exists')
	})
	.works('list_overrides', 'values and parts of its own', async (desk) => {
		const { at } = await prefab(desk)
		expect(await overrides(desk, at)).toEqual([])
		await setMass(desk, at, 6)
		await desk.ok('unity_hierarchy', { action: 'create', name: 'Extra', parent_id: at })
		await desk.ok('unity_component', {
			action: 'add',
			game_object_id: `${at}/Lid`,
			component_type: 'Light',
		})
		expect((await overrides(desk, at)).sort()).toEqual([
			`added_component ${at}/Lid Light`,
			`added_object ${at}/Extra`,
			`property ${at} Rigidbody mass`,
		])
	})
	.refuses('list_overrides', 'invalid_arguments', 'an object that is no instance', async (desk) => {
		await desk.ok('unity_hierarchy', { action: 'create', name: 'Plain' })
		await desk.fails(T, { action: 'list_overrides', instance_id: '/Plain' }, 'invalid_arguments')
	})
	.works('apply_override', 'one value reaches the others, the rest stays', async (desk) => {
		const { name, path, at } = await prefab(desk)
		await desk.ok(T, { action: 'instantiate', asset_path: path, name: `${name} B` })
		await setMass(desk, at, 6)
		await desk.ok('unity_component', {
			action: 'modify',
			game_object_id: at,
			component_type: 'Rigidbody',
			properties: { linearDamping: 2 },
		})
		const args = { instance_id: at, component_type: 'Rigidbody', property: 'mass' }
		const applied = await desk.ok(T, { action: 'apply_override', ...args })
		expect(applied).toMatchObject({ path: at, assetPath: path, property: 'mass' })
		expect(await overrides(desk, at)).toEqual([`property ${at} Rigidbody linearDamping`])
		expect(await desk.properties(`/${name} B`, 'Rigidbody')).toMatchObject({
			...{ mass: 6, linearDamping: 0 },
		})
	})
	.refuses('apply_override', 'not_found', 'a value that is as in the prefab', async (desk) => {
		const { at } = await prefab(desk)
		const args = { instance_id: at, component_type: 'Rigidbody', property: 'mass' }
		await desk.fails(T, { action: 'apply_override', ...args }, 'not_found')
	})
	.works('revert_override', 'one value, and Undo brings it back', async (desk) => {
		const { at } = await prefab(desk)
		await setMass(desk, at, 6)
		await desk.ok('unity_hierarchy', {
			action: 'set_active',
			instance_id: `${at}/Lid`,
			active: false,
		})
		const args = { instance_id: at, component_type: 'Rigidbody', property: 'mass' }
		expect(await desk.ok(T, { action: 'revert_override', ...args })).toMatchObject({ path: at })
		expect(await massOf(desk, at)).toBe(1)
		expect(await desk.look(`${at}/Lid`)).toMatchObject({ activeSelf: false })
		await desk.ok('unity_undo', { action: 'undo' })
		expect(await massOf(desk, at)).toBe(6)
	})
	.refuses('revert_override', 'not_found', 'a value that is as in the prefab', async (desk) => {
		const { at } = await prefab(desk)
		const args = { instance_id: at, component_type: 'Rigidbody', property: 'mass' }
		await desk.fails(T, { action: 'revert_override', ...args }, 'not_found')
	})
	.works(
		'apply',
		"an instance's changes become the asset's, and reach the others",
		async (desk) => {
			const { name, path, at } = await prefab(desk)
			await desk.ok(T, { action: 'instantiate', asset_path: path, name: `${name} B` })
			await setMass(desk, at, 6)
			const applied = await desk.ok(T, { action: 'apply', instance_id: at })
			expect(applied).toMatchObject({ path: at, assetPath: path })
			expect(applied.appliedOverrides).toBeGreaterThanOrEqual(1)
			expect(await massOf(desk, `/${name} B`)).toBe(6)
			expect(await desk.ok(T, { action: 'apply', instance_id: at })).toMatchObject({
				appliedOverrides: 0,
			})
		},
	)
	.refuses('apply', 'invalid_arguments', 'an object that is no instance', async (desk) => {
		await desk.ok('unity_hierarchy', { action: 'create', name: 'Plain' })
		await desk.fails(T, { action: 'apply', instance_id: '/Plain' }, 'invalid_arguments')
	})
	.refuses('apply', 'not_found', 'an object that is not there', async (desk) => {
		await desk.fails(T, { action: 'apply', instance_id: '/Ghost' }, 'not_found')
	})
	.works('revert', 'an instance is again what the asset says', async (desk) => {
		const { path, at } = await prefab(desk)
		await setMass(desk, at, 6)
		const reverted = await desk.ok(T, { action: 'revert', instance_id: at })
		expect(reverted).toMatchObject({ path: at, assetPath: path })
		expect(reverted.revertedOverrides).toBeGreaterThanOrEqual(1)
		expect(await massOf(desk, at)).toBe(1)
		await desk.ok('unity_undo', { action: 'undo' })
		expect(await massOf(desk, at)).toBe(6)
	})
	.refuses('revert', 'invalid_arguments', 'an object that is no instance', async (desk) => {
		await desk.ok('unity_hierarchy', { action: 'create', name: 'Plain' })
		await desk.fails(T, { action: 'revert', instance_id: '/Plain' }, 'invalid_arguments')
	})
	.works('unpack', 'a plain object that the asset reaches no more', async (desk) => {
		const { path, at } = await prefab(desk)
		const unpacked = await desk.ok(T, { action: 'unpack', instance_id: at })
		expect(unpacked).toMatchObject({ path: at })
		expect(await desk.look(at)).toMatchObject({ prefabAssetPath: null })
		await desk.ok(T, {
			action: 'modify_asset',
			asset_path: path,
			component_type: 'Rigidbody',
			properties: { mass: 7 },
		})
		expect(await massOf(desk, at)).toBe(1)
		await desk.ok('unity_hierarchy', { action: 'destroy', instance_id: `${at}/Lid` })
	})
	.refuses('unpack', 'invalid_arguments', 'a part of an instance, or no instance', async (desk) => {
		const { at } = await prefab(desk)
		await desk.fails(T, { action: 'unpack', instance_id: `${at}/Lid` }, 'invalid_arguments')
		await desk.ok('unity_hierarchy', { action: 'create', name: 'Plain' })
		await desk.fails(T, { action: 'unpack', instance_id: '/Plain' }, 'invalid_arguments')
	})
