/** unity_prefab: assets. Their instances follow, and keep their overrides. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import { expectVector } from '../kit/check.ts'
import type { Desk } from '../kit/desk.ts'
import { crate } from '../kit/examples.ts'
import { cube } from '../kit/objects.ts'
import { massOf, prefab, setMass } from '../kit/prefabs.ts'

const T = 'unity_prefab'

/** Paths inside a prefab's file. */
const inside = async (desk: Desk, path: string): Promise<string[]> =>
	(await desk.ok(T, { action: 'inspect_asset', asset_path: path })).objects.map((one) => one.path)

export const prefabAssetCases = new CaseList(T)
	.example('create_asset', (desk) => cube(desk, 'Crate'))
	.example('instantiate', crate)
	.example('instantiate_by_name', crate)
	.example('inspect_asset', crate)
	.example('modify_asset', crate)
	.example('edit_asset', crate)
	.example('create_variant', crate)
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
	.refuses('create_asset', 'not_found', 'an object that does not exist', async (desk) => {
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
		'a part of an instance cannot become a prefab',
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
	.works('modify_asset', 'instances follow, except for their overrides', async (desk) => {
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
	})
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
	.refuses('modify_asset', 'unknown_property', 'the error names existing ones', async (desk) => {
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
		'a prefab, a child or a component that does not exist',
		async (desk) => {
			const { path } = await prefab(desk)
			const args = { action: 'modify_asset', component_type: 'Rigidbody', properties: { mass: 2 } }
			await desk.fails(T, { ...args, asset_path: 'Assets/None.prefab' }, 'not_found')
			await desk.fails(T, { ...args, asset_path: path, target_path: 'Drawer' }, 'not_found')
			await desk.fails(T, { ...args, asset_path: path, component_type: 'Light' }, 'not_found')
		},
	)
	.works('inspect_asset', 'the contents, including nested prefabs', async (desk) => {
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
	.refuses('inspect_asset', 'not_found', 'a prefab that does not exist', async (desk) => {
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
			'Knob',
			'Cover',
			'Cover/Knob',
			'Cover',
			'Cover',
			'',
			'Cover',
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
		expect(error).toMatchObject({ data: { edit: 2 } })
		expect(await inside(desk, path)).toEqual(['', 'Lid'])
		expect(await desk.look(`${at}/Knob`)).toBeNull()
	})
	.refuses(
		'edit_asset',
		'not_found',
		'nearest names without those that were reverted',
		async (desk) => {
			const { path } = await prefab(desk)
			const edits = [
				{ op: 'add_child', name: 'Lantern' },
				{ op: 'rename', target_path: 'Lanterm', name: 'Lamp' },
			]
			const error = await desk.fails(
				T,
				{ action: 'edit_asset', asset_path: path, edits },
				'not_found',
			)
			expect(JSON.stringify(error.data['nearest'])).not.toContain('Lantern')
		},
	)
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
	.works('create_variant', 'follows its base except for its overrides', async (desk) => {
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
			mass: 7,
			linearDamping: 3,
		})
	})
	.refuses('create_variant', 'already_exists', 'a path that is taken', async (desk) => {
		const { path } = await prefab(desk)
		const args = { action: 'create_variant', asset_path: path, new_path: path }
		await desk.fails(T, args, 'already_exists')
	})
