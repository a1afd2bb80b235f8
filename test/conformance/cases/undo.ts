/** unity_undo: one agent step is one entry of the history, for undo and redo. */
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import type { Desk } from '../kit/desk.ts'
import { cubeWith, step } from '../kit/examples.ts'
import { cube } from '../kit/objects.ts'
import { writeScript } from '../kit/scripts.ts'

const T = 'unity_undo'
const SWING =
	'using UnityEngine;\n\npublic class Swing : MonoBehaviour\n{\n    public float speed = 2;\n}\n'

const add = (desk: Desk, name: string, group: string) =>
	desk.ok('unity_hierarchy', { action: 'create', name }, { group })

let groups = 0
const newGroup = (): string => `g${++groups}`

export const undoCases = new CaseList(T)
	.example('undo', cubeWith())
	.example('redo', async (desk) => {
		await cube(desk, 'Cube')
		await desk.ok(T, { action: 'undo' })
	})
	.example('revert_group', (desk) => step(desk, 'step_01'))
	.works('undo', 'instances go on following a prefab that was edited', async (desk) => {
		const path = `Assets/Followed ${Math.random()}.prefab`
		await desk.ok('unity_hierarchy', { action: 'create', name: 'Lamp', components: ['Light'] })
		await desk.ok('unity_prefab', {
			action: 'create_asset',
			instance_id: '/Lamp',
			asset_path: path,
		})
		const move = (x: number, group = `g${Math.random()}`) =>
			desk.ok(
				'unity_hierarchy',
				{ action: 'set_transform', instance_id: '/Lamp', position: [x, 0, 0] },
				{ group },
			)
		const brighten = (intensity: number, group = `g${Math.random()}`) =>
			desk.ok(
				'unity_prefab',
				{
					action: 'modify_asset',
					asset_path: path,
					component_type: 'Light',
					properties: { intensity },
				},
				{ group },
			)
		const state = async () => {
			const { intensity } = await desk.properties('/Lamp', 'Light')
			const lamp = await desk.look('/Lamp')
			const { total } = await desk.ok('unity_prefab', {
				action: 'list_overrides',
				instance_id: '/Lamp',
			})
			return [intensity, (lamp?.transform['localPosition'] as number[] | undefined)?.[0], total]
		}
		await move(1)
		const before = await desk.ok('unity_query', { action: 'editor_state' })
		await brighten(5)
		// The edit alone does not become a step of Undo.
		const after = await desk.ok('unity_query', { action: 'editor_state' })
		expect(after.undo.undo).toBe(before.undo.undo)
		await desk.ok(T, { action: 'undo' })
		expect(await state()).toEqual([5, 0, 0])
		await desk.ok(T, { action: 'redo' })
		expect(await state()).toEqual([5, 1, 0])

		const steps = { first: `first of ${path}`, last: `last of ${path}` }
		await move(2, steps.first)
		await brighten(7, steps.first)
		await brighten(8, steps.last)
		await move(3, steps.last)
		expect(await state()).toEqual([8, 3, 0])
		for (const [group_id, x] of [
			[steps.last, 2],
			[steps.first, 1],
		] as const) {
			const undone = await desk.ok(T, { action: 'revert_group', group_id })
			expect(undone.filesKept).toEqual([path])
			expect(await state()).toEqual([8, x, 0])
		}
	})
	.works('undo', 'children that a prefab got or lost stay so', async (desk) => {
		const path = `Assets/Followed ${Math.random()}.prefab`
		for (const [name, parent] of [['Cart'], ['Wheel', '/Cart']] as const)
			await desk.ok('unity_hierarchy', {
				action: 'create',
				name,
				...(parent ? { parent_id: parent } : {}),
			})
		await desk.ok('unity_prefab', {
			action: 'create_asset',
			instance_id: '/Cart',
			asset_path: path,
		})
		const rename = (name: string, to: string) =>
			desk.ok('unity_hierarchy', { action: 'rename', instance_id: `/${name}`, name: to })
		await rename('Cart', 'Wagon')
		await desk.ok('unity_prefab', {
			action: 'edit_asset',
			asset_path: path,
			edits: [
				{ op: 'add_child', name: 'Seat' },
				{ op: 'remove_child', target_path: 'Wheel' },
			],
		})
		await rename('Wagon', 'Coach')
		const children = async (name: string) => [
			(await desk.look(`/${name}/Seat`)) !== null,
			(await desk.look(`/${name}/Wheel`)) !== null,
		]
		for (const [action, steps, name] of [
			['undo', 1, 'Wagon'],
			['undo', 1, 'Cart'],
			['redo', 2, 'Coach'],
		] as const) {
			await desk.ok(T, { action, steps })
			expect(await children(name)).toEqual([true, false])
		}
	})
	.works('undo', 'a whole agent step is undone, and only that', async (desk) => {
		const [first, second] = [newGroup(), newGroup()]
		await add(desk, 'Before', first)
		await add(desk, 'One', second)
		await desk.ok(
			'unity_component',
			{ action: 'add', game_object_id: '/One', component_type: 'Rigidbody' },
			{ group: second },
		)
		await add(desk, 'Two', second)
		const undone = await desk.ok(T, { action: 'undo' })
		expect(undone).toEqual({
			groups: [`Step ${second}`],
			groupIds: [second],
			undo: `Step ${first}`,
			redo: `Step ${second}`,
		})
		expect([await desk.look('/One'), await desk.look('/Two')]).toEqual([null, null])
		expect(await desk.look('/Before')).not.toBeNull()
	})
	.works('undo', 'a step with a compile in its middle is one step', async (desk) => {
		const [first, group] = [newGroup(), newGroup()]
		await add(desk, 'Earlier', first)
		await add(desk, 'Sign', group)
		writeScript(desk, 'Swing', SWING)
		expect(await desk.ok('unity_refresh', {}, { group })).toMatchObject({ hasErrors: false })
		const type = { game_object_id: '/Sign', component_type: 'Swing' }
		await desk.ok('unity_component', { action: 'add', ...type }, { group })
		const { groups, total } = await desk.ok(T, { action: 'history' })
		expect([groups.map(({ groupId }) => groupId), total]).toEqual([[group, first], 2])
		expect(await desk.ok(T, { action: 'undo' })).toMatchObject({
			groups: [`Step ${group}`],
			groupIds: [group],
			undo: `Step ${first}`,
		})
		expect(await desk.look('/Sign')).toBeNull()
		expect(await desk.look('/Earlier')).not.toBeNull()
		expect(await desk.ok(T, { action: 'redo' })).toMatchObject({ groupIds: [group] })
		expect(await desk.properties('/Sign', 'Swing')).toMatchObject({ speed: 2 })
	})
	.works('undo', 'files that a step wrote are named, because they stay', async (desk) => {
		const group = newGroup()
		await add(desk, 'Hammer', group)
		const asset_path = 'Assets/Undo/Hammer.prefab'
		const save = { action: 'create_asset', instance_id: '/Hammer', asset_path, overwrite: true }
		await desk.ok('unity_prefab', save, { group })
		const { groups } = await desk.ok(T, { action: 'history' })
		expect(groups[0]).toMatchObject({ groupId: group, filesKept: [asset_path] })
		expect(await desk.ok(T, { action: 'undo' })).toMatchObject({ filesKept: [asset_path] })
		expect(await desk.look('/Hammer')).toBeNull()
		await desk.ok('read_file', { path: asset_path })
		await add(desk, 'Nail', newGroup())
		expect(await desk.ok(T, { action: 'undo' })).not.toHaveProperty('filesKept')
	})
	.works(
		'history',
		'steps by id and name, newest first, and whether they are undone',
		async (desk) => {
			const [first, second] = [newGroup(), newGroup()]
			await add(desk, 'One', first)
			await add(desk, 'Two', second)
			await desk.ok(T, { action: 'undo' })
			const history = await desk.ok(T, { action: 'history' })
			expect(history).toEqual({
				undo: `Step ${first}`,
				redo: `Step ${second}`,
				groups: [
					{ groupId: second, name: `Step ${second}`, state: 'undone' },
					{ groupId: first, name: `Step ${first}`, state: 'done' },
				],
				total: 2,
			})
			const page = await desk.ok(T, { action: 'history', limit: 1 })
			expect([page.groups.length, page.total]).toEqual([1, 2])
			const group_id = history.groups[1]?.groupId ?? ''
			expect(await desk.ok(T, { action: 'revert_group', group_id })).toMatchObject({ undo: null })
			expect(await desk.look('/One')).toBeNull()
		},
	)
	.refuses('history', 'invalid_arguments', 'more than a page holds', async (desk) => {
		await desk.fails(T, { action: 'history', limit: 1_000 }, 'invalid_arguments')
	})
	.works('undo', 'several steps, newest first; not more than exist', async (desk) => {
		const ids = [newGroup(), newGroup()]
		for (const id of ids) await add(desk, id, id)
		const undone = await desk.ok(T, { action: 'undo', steps: 10 })
		expect(undone.groups).toEqual(ids.toReversed().map((id) => `Step ${id}`))
		expect(undone.undo).toBeNull()
		expect((await desk.ok(T, { action: 'undo' })).groups).toEqual([])
	})
	.works('undo', 'property values are restored exactly', async (desk) => {
		await desk.ok('unity_hierarchy', {
			action: 'create',
			name: 'Exact',
			primitive_type: 'Cube',
			position: [0.1, 0.2, 0.3],
			components: ['Rigidbody'],
		})
		const before = await desk.ok('unity_query', { action: 'inspect_object', instance_id: '/Exact' })
		const group = newGroup()
		const change = (component_type: string, properties: Record<string, unknown>) =>
			desk.ok(
				'unity_component',
				{ action: 'modify', game_object_id: '/Exact', component_type, properties },
				{ group },
			)
		await change('Transform', { localPosition: [9, 9, 9], localRotation: [10, 20, 30] })
		await change('Rigidbody', { mass: 9, constraints: 'FreezeAll' })
		await change('BoxCollider', { size: [9, 9, 9], enabled: false })
		await desk.ok(
			'unity_hierarchy',
			{ action: 'rename', instance_id: '/Exact', name: 'Other' },
			{ group },
		)
		await desk.ok(T, { action: 'undo' })
		expect(
			await desk.ok('unity_query', { action: 'inspect_object', instance_id: '/Exact' }),
		).toEqual(before)
	})
	.works('undo', 'files stay: the history covers only the scene', async (desk) => {
		const path = 'Assets/Undone.mat'
		const group = newGroup()
		await add(desk, 'Marked', newGroup())
		await desk.ok('unity_asset', { action: 'create_material', path }, { group })
		await desk.ok(T, { action: 'undo' })
		expect(await desk.look('/Marked')).toBeNull()
		const { assets } = await desk.ok('unity_query', {
			action: 'search_assets',
			search_query: 'Undone',
		})
		expect(assets.map((asset) => asset.assetPath)).toEqual([path])
	})
	.refuses('undo', 'invalid_arguments', 'no steps at all', async (desk) => {
		await desk.fails(T, { action: 'undo', steps: 0 }, 'invalid_arguments')
	})
	.works('redo', 'undone changes are back', async (desk) => {
		const group = newGroup()
		const { instanceId } = await add(desk, 'Again', group)
		await desk.ok(T, { action: 'undo' })
		const redone = await desk.ok(T, { action: 'redo' })
		const name = `Step ${group}`
		expect(redone).toEqual({ groups: [name], groupIds: [group], undo: name, redo: null })
		expect(await desk.look('/Again')).toMatchObject({ instanceId })
	})
	.works('redo', 'nothing after a new change', async (desk) => {
		await add(desk, 'First', newGroup())
		await desk.ok(T, { action: 'undo' })
		await add(desk, 'Second', newGroup())
		expect((await desk.ok(T, { action: 'redo' })).groups).toEqual([])
		expect(await desk.look('/First')).toBeNull()
	})
	.refuses('redo', 'invalid_arguments', 'more steps than may be asked for', async (desk) => {
		await desk.fails(T, { action: 'redo', steps: 1_000 }, 'invalid_arguments')
	})
	.works('revert_group', 'the step and all later ones', async (desk) => {
		const ids = [newGroup(), newGroup(), newGroup()]
		for (const id of ids) await add(desk, id, id)
		const [kept = '', ...gone] = ids
		const reverted = await desk.ok(T, { action: 'revert_group', group_id: gone[0] ?? '' })
		expect(reverted.groups).toEqual(gone.toReversed().map((id) => `Step ${id}`))
		expect(reverted.undo).toBe(`Step ${kept}`)
		expect(await desk.look(`/${kept}`)).not.toBeNull()
		for (const id of gone) expect(await desk.look(`/${id}`)).toBeNull()
	})
	.refuses(
		'revert_group',
		'not_found',
		'a step that is not, or no longer, in the history',
		async (desk) => {
			const group = newGroup()
			await add(desk, 'Once', group)
			await desk.fails(T, { action: 'revert_group', group_id: 'never' }, 'not_found')
			await desk.ok(T, { action: 'revert_group', group_id: group })
			await desk.fails(T, { action: 'revert_group', group_id: group }, 'not_found')
		},
	)
