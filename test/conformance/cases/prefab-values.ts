/** Values inside a prefab's file, read without opening or placing it. */
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import type { Desk } from '../kit/desk.ts'

const T = 'unity_query'

/** A file with a lid that hangs on its root, and no instance of it in the scene. */
async function crate(desk: Desk): Promise<string> {
	const path = 'Assets/Values/Crate.prefab'
	const operations = [
		['unity_hierarchy', { action: 'create', name: 'Crate', components: ['Rigidbody'] }],
		['unity_hierarchy', { action: 'create', name: 'Lid', parent_id: '$0', position: [0, 2, 0] }],
		[
			'unity_component',
			{
				action: 'add',
				game_object_id: '$1',
				component_type: 'FixedJoint',
				properties: { connectedBody: '$0' },
			},
		],
		[
			'unity_component',
			{
				action: 'modify',
				game_object_id: '$1',
				component_type: 'Rigidbody',
				properties: { mass: 3 },
			},
		],
		[
			'unity_prefab',
			{ action: 'create_asset', instance_id: '$0', asset_path: path, overwrite: true },
		],
		['unity_hierarchy', { action: 'destroy', instance_id: '$0' }],
	].map(([tool, args]) => ({ tool, args }))
	await desk.ok('unity_batch', { operations })
	return path
}

export const prefabValueCases = new CaseList(T)
	.works('inspect_object', 'a child inside a prefab file, with its values', async (desk) => {
		const path = await crate(desk)
		const before = await desk.ok(T, { action: 'hierarchy' })
		const lid = await desk.ok(T, {
			action: 'inspect_object',
			instance_id: `${path}#Lid`,
			component_type: 'Rigidbody',
		})
		expect(lid.gameObject).toMatchObject({
			name: 'Lid',
			path: `${path}#Lid`,
			activeInHierarchy: true,
			scene: '',
			prefabAssetPath: null,
		})
		expect(lid.components[0]).toMatchObject({ type: 'Rigidbody', properties: { mass: 3 } })
		expect(await desk.ok(T, { action: 'hierarchy' })).toEqual(before)
	})
	.works('inspect_object', 'its root, and what points inside the file', async (desk) => {
		const path = await crate(desk)
		const root = await desk.ok(T, { action: 'inspect_object', instance_id: path })
		expect(root.gameObject).toMatchObject({ name: 'Crate', path, parentId: null, childCount: 1 })
		expect(root.components.map(({ type }) => type)).toEqual(['Transform', 'Rigidbody'])
		const lid = await desk.ok(T, {
			action: 'inspect_object',
			instance_id: `${path}/Lid`,
			component_type: 'FixedJoint',
		})
		expect(lid.components[0]?.properties['connectedBody']).toBe(`${path}#Rigidbody`)
	})
	.refuses(
		'inspect_object',
		'not_found',
		'no such object inside, or no such file',
		async (desk) => {
			const path = await crate(desk)
			const inspect = (instance_id: string) =>
				desk.fails(T, { action: 'inspect_object', instance_id }, 'not_found')
			const error = await inspect(`${path}#Lidd`)
			expect(error.message).toContain('in the prefab')
			expect(error.data).toMatchObject({ nearest: ['/Crate/Lid', '/Crate'] })
			await inspect('Assets/Values/None.prefab#Lid')
		},
	)
	.works('inspect_objects', 'a file beside an object of the scene', async (desk) => {
		const path = await crate(desk)
		const { objects } = await desk.ok(T, {
			action: 'inspect_objects',
			instance_ids: [path, `${path}#Lid`, '/Main Camera'],
			component_type: 'Transform',
		})
		expect(objects.map((one) => one.components[0]?.properties['localPosition'])).toEqual([
			[0, 0, 0],
			[0, 2, 0],
			expect.anything(),
		])
	})
