/** unity_prefab: instances and their overrides. */
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import { expectVector } from '../kit/check.ts'
import type { Desk } from '../kit/desk.ts'
import { crate } from '../kit/examples.ts'
import { massOf, prefab, setMass } from '../kit/prefabs.ts'

const T = 'unity_prefab'

/** Properties that differ, as `path Component property`. */
const overrides = async (desk: Desk, ref: string): Promise<string[]> =>
	(await desk.ok(T, { action: 'list_overrides', instance_id: ref })).overrides.map((one) =>
		[one.kind, one.path, one.component, one.property].filter(Boolean).join(' '),
	)

/** An instance whose mass differs from its asset's. */
async function heavierCrate(desk: Desk): Promise<void> {
	await crate(desk)
	await setMass(desk, '/Crate', 40)
}

export const prefabInstanceCases = new CaseList(T)
	.example('list_overrides', heavierCrate)
	.example('apply_override', heavierCrate)
	.example('revert_override', heavierCrate)
	.example('apply', crate)
	.example('revert', crate)
	.example('unpack', crate)
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
	.refuses('instantiate', 'not_found', 'a prefab that does not exist', async (desk) => {
		const { path } = await prefab(desk)
		const args = { action: 'instantiate', asset_path: path.replace('Box', 'Bxo') }
		const { data, hint } = await desk.fails(T, args, 'not_found')
		// Neither its folder nor a material of a similar name comes first.
		expect(data['nearest']).toMatchObject({ 0: path })
		expect(hint).toContain('nearest')
	})
	.refuses('instantiate', 'invalid_arguments', 'a file that is not a prefab', async (desk) => {
		const path = await desk.fresh()
		await desk.fails(T, { action: 'instantiate', asset_path: path }, 'invalid_arguments')
	})
	.works('instantiate_by_name', 'ignoring case', async (desk) => {
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
	.works('list_overrides', 'its own values and parts', async (desk) => {
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
	.refuses(
		'list_overrides',
		'invalid_arguments',
		'an object that is not an instance',
		async (desk) => {
			await desk.ok('unity_hierarchy', { action: 'create', name: 'Plain' })
			await desk.fails(T, { action: 'list_overrides', instance_id: '/Plain' }, 'invalid_arguments')
		},
	)
	.refuses('list_overrides', 'not_found', 'an instance whose prefab is gone', async (desk) => {
		const { path, at } = await prefab(desk)
		await setMass(desk, at, 6)
		await desk.ok('unity_asset', { action: 'delete', path })
		const one = { component_type: 'Rigidbody', property: 'mass' }
		for (const args of [
			{ action: 'list_overrides' },
			{ action: 'apply' },
			{ action: 'revert' },
			{ action: 'apply_override', ...one },
			{ action: 'revert_override', ...one },
		]) {
			const error = await desk.fails(T, { ...args, instance_id: at }, 'not_found')
			expect(error.message).toContain('is missing')
		}
		await desk.ok(T, { action: 'unpack', instance_id: at })
	})
	.works('apply_override', 'one value reaches other instances, the rest stays', async (desk) => {
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
			mass: 6,
			linearDamping: 0,
		})
	})
	.refuses('apply_override', 'not_found', 'a value that equals the prefab’s', async (desk) => {
		const { at } = await prefab(desk)
		const args = { instance_id: at, component_type: 'Rigidbody', property: 'mass' }
		await desk.fails(T, { action: 'apply_override', ...args }, 'not_found')
	})
	.works('revert_override', 'one value, and Undo restores it', async (desk) => {
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
	.refuses('revert_override', 'not_found', 'a value that equals the prefab’s', async (desk) => {
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
	.refuses('apply', 'invalid_arguments', 'an object that is not an instance', async (desk) => {
		await desk.ok('unity_hierarchy', { action: 'create', name: 'Plain' })
		await desk.fails(T, { action: 'apply', instance_id: '/Plain' }, 'invalid_arguments')
	})
	.refuses('apply', 'not_found', 'an object that does not exist', async (desk) => {
		await desk.fails(T, { action: 'apply', instance_id: '/Ghost' }, 'not_found')
	})
	.works('revert', 'an instance equals the asset again', async (desk) => {
		const { path, at } = await prefab(desk)
		await setMass(desk, at, 6)
		const reverted = await desk.ok(T, { action: 'revert', instance_id: at })
		expect(reverted).toMatchObject({ path: at, assetPath: path })
		expect(reverted.revertedOverrides).toBeGreaterThanOrEqual(1)
		expect(await massOf(desk, at)).toBe(1)
		await desk.ok('unity_undo', { action: 'undo' })
		expect(await massOf(desk, at)).toBe(6)
	})
	.works('revert', 'an object that was added to the instance is gone until Undo', async (desk) => {
		const { at } = await prefab(desk)
		const added = await desk.ok('unity_hierarchy', {
			action: 'create',
			name: 'Knob',
			parent_id: at,
		})
		await desk.ok(T, { action: 'revert', instance_id: at })
		expect(await desk.look(`${at}/Knob`)).toBeNull()
		const gone = { action: 'inspect_object', instance_id: added.instanceId } as const
		await desk.fails('unity_query', gone, 'not_found')
		await desk.ok('unity_undo', { action: 'undo' })
		expect(await desk.look(`${at}/Knob`)).not.toBeNull()
	})
	.refuses('revert', 'invalid_arguments', 'an object that is not an instance', async (desk) => {
		await desk.ok('unity_hierarchy', { action: 'create', name: 'Plain' })
		await desk.fails(T, { action: 'revert', instance_id: '/Plain' }, 'invalid_arguments')
	})
	.works('unpack', 'a plain object, independent of the asset', async (desk) => {
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
