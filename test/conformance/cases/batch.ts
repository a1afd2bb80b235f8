/** unity_batch: all or nothing. */
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import { checkResult } from '../kit/desk.ts'

const T = 'unity_batch'

const create = (name: string, more = {}) => ({
	tool: 'unity_hierarchy',
	args: { action: 'create', name, ...more },
})
const body = (ref: string, properties?: Record<string, unknown>) => ({
	tool: 'unity_component',
	args: {
		action: 'add',
		game_object_id: ref,
		component_type: 'Rigidbody',
		...(properties ? { properties } : {}),
	},
})

export const batchCases = new CaseList(T)
	.works('run', 'operations build on each other, and one undo reverts them all', async (desk) => {
		const operations = [
			create('Wagon', { primitive_type: 'Cube' }),
			create('Load', { parent_id: '$0' }),
			body('$0', { mass: 3 }),
			{ tool: 'unity_query', args: { action: 'find', name: 'Load' } },
		]
		const { results, count } = await desk.ok(T, { operations })
		expect(count).toBe(4)
		for (const [index, { tool, args }] of operations.entries()) {
			const id = (results[0] as { instanceId: string }).instanceId
			const resolved = JSON.parse(JSON.stringify(args).replaceAll('$0', id)) as Record<
				string,
				unknown
			>
			checkResult(tool, resolved, results[index])
		}
		expect(results[3]).toMatchObject({ total: 1, objects: [{ path: '/Wagon/Load' }] })
		expect(await desk.properties('/Wagon', 'Rigidbody')).toMatchObject({ mass: 3 })
		await desk.ok('unity_undo', { action: 'undo' })
		expect([await desk.count('Wagon'), await desk.count('Load')]).toEqual([0, 0])
	})
	.works('run', 'a hundred operations', async (desk) => {
		const operations = Array.from({ length: 100 }, (_, i) => create(`Grain${i}`))
		expect(await desk.ok(T, { operations })).toMatchObject({ count: 100 })
		expect(await desk.count('Grain')).toBe(100)
	})
	.works('run', 'many objects are renamed and moved below one in one call', async (desk) => {
		await desk.ok(T, { operations: ['Herd', 'Cow1', 'Cow2', 'Cow3'].map((name) => create(name)) })
		const change = (args: object) => ({ tool: 'unity_hierarchy', args: { ...args } })
		const operations = [1, 2, 3].flatMap((n) => [
			change({ action: 'rename', instance_id: `/Cow${n}`, name: `Bull_0${n}` }),
			change({ action: 'reparent', instance_id: `/Bull_0${n}`, parent_id: '/Herd' }),
		])
		expect(await desk.ok(T, { operations })).toMatchObject({ count: 6 })
		expect(await desk.look('/Herd/Bull_03')).toMatchObject({ name: 'Bull_03' })
		await desk.ok('unity_undo', { action: 'undo' })
		expect([await desk.count('Bull'), await desk.count('Cow')]).toEqual([0, 3])
	})
	.refuses('run', 'not_found', 'if one fails, none takes effect', async (desk) => {
		const before = await desk.ok('unity_query', { action: 'hierarchy' })
		const operations = [
			create('First'),
			{
				tool: 'unity_hierarchy',
				args: { action: 'rename', instance_id: '/Main Camera', name: 'Eye' },
			},
			body('/Nowhere'),
			create('Last'),
		]
		const error = await desk.fails(T, { operations }, 'not_found')
		expect(error.data).toMatchObject({ index: 2 })
		expect(error.message).toContain('/Nowhere')
		const after = await desk.ok('unity_query', { action: 'hierarchy' })
		expect(after.objects).toEqual(before.objects)
		const state = await desk.ok('unity_query', { action: 'editor_state' })
		expect(state.undo).toEqual({ undo: null, redo: null })
	})
	.refuses('run', 'not_found', 'what it had made itself is not named as nearest', async (desk) => {
		await desk.ok('unity_hierarchy', { action: 'create', name: 'Gate' })
		const operations = [create('Gate9'), create('Gate8'), body('/Gate7')]
		const error = await desk.fails(T, { operations }, 'not_found')
		const { nearest } = error.data as { nearest: string[] }
		expect(nearest[0]).toBe('/Gate')
		expect(nearest).not.toContain('/Gate8')
		expect(nearest).not.toContain('/Gate9')
		expect(error.hint).toContain('"$0"')
	})
	.refuses(
		'run',
		'ambiguous',
		'two of its own objects with one path are not listed',
		async (desk) => {
			const operations = [create('Coin'), create('Coin'), body('/Coin')]
			const error = await desk.fails(T, { operations }, 'ambiguous')
			expect(error.data).toMatchObject({ index: 2, matches: [] })
			expect(error.hint).toContain('"$0"')
		},
	)
	.refuses('run', 'not_found', 'files that it wrote are restored, too', async (desk) => {
		const save = (ref: string, asset_path: string) => ({
			tool: 'unity_prefab',
			args: { action: 'create_asset', instance_id: ref, asset_path, overwrite: true },
		})
		const kept = 'Assets/Kept/Old.prefab'
		await desk.ok(T, { operations: [create('Old'), save('$0', kept)] })
		const before = await desk.ok('read_file', { path: kept })
		const operations = [
			create('Hammer', { primitive_type: 'Cube' }),
			save('$0', 'Assets/Batch folder/Hammer.prefab'),
			save('$0', kept),
			{
				tool: 'unity_prefab',
				args: {
					action: 'modify_asset',
					asset_path: kept,
					component_type: 'Transform',
					properties: { localPosition: [1, 2, 3] },
				},
			},
			body('/Nowhere'),
		]
		const error = await desk.fails(T, { operations }, 'not_found')
		expect(error.hint).toContain('Nothing was changed')
		const { assets } = await desk.ok('unity_query', {
			action: 'search_assets',
			search_query: 'Hammer',
		})
		expect(assets).toEqual([])
		await desk.fails('list_directory', { path: 'Assets/Batch folder' }, 'not_found')
		expect(await desk.ok('read_file', { path: kept })).toEqual(before)
		expect(await desk.count('Hammer')).toBe(0)
		expect(await desk.count('Old')).toBe(1)
		// It is still the prefab's instance: the failed batch did not unpack it.
		const again = await desk.ok('unity_prefab', { action: 'instantiate', asset_path: kept })
		expect((await desk.look(again.instanceId))?.components).toEqual(['Transform'])
	})
	.works('run', 'a partly done operation says so first', async (desk) => {
		const operations = [create('Crate'), body('$0', { mass: 3, drag: 1 })]
		const done = await desk.ok(T, { operations })
		expect(Object.keys(done)[0]).toBe('note')
		expect(done.note).toMatch(/^Operation 1: 1 of 2 properties was not set: drag/)
	})
	.refuses(
		'run',
		'unknown_property',
		'the error of an operation keeps its code and its names',
		async (desk) => {
			const operations = [create('Light one'), body('$0', { drag: 1 })]
			const error = await desk.fails(T, { operations }, 'unknown_property')
			expect(error.data).toMatchObject({ index: 1 })
			expect(JSON.stringify(error.data)).toContain('linearDamping')
			expect(await desk.count('Light one')).toBe(0)
		},
	)
	.refuses('run', 'invalid_arguments', 'a result that does not exist yet', async (desk) => {
		await desk.fails(T, { operations: [body('$1'), create('Late')] }, 'invalid_arguments')
		expect(await desk.count('Late')).toBe(0)
	})
	.refuses('run', 'invalid_arguments', 'a tool whose effect cannot be undone', async (desk) => {
		const operations = [{ tool: 'unity_asset', args: { action: 'delete', path: 'Assets/A.mat' } }]
		await desk.fails(T, { operations }, 'invalid_arguments')
		await desk.fails(T, { operations: [] }, 'invalid_arguments')
		await desk.fails(T, { operations: Array(101).fill(create('Many')) }, 'invalid_arguments')
		expect(await desk.count('Many')).toBe(0)
	})
