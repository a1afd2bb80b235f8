import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { Driver, makeProject } from './test-project.ts'

/** Mulberry32: the same walk for the same seed. */
function random(seed: number): (below: number) => number {
	let a = seed
	return (below) => {
		a = (a + 0x6d2b79f5) | 0
		let t = Math.imul(a ^ (a >>> 15), 1 | a)
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
		return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * below)
	}
}

/** 300 comparisons of whole scenes; a loaded machine takes its time. */
const WALK_TIMEOUT_MS = 60_000
const TYPES = ['Rigidbody', 'Light', 'BoxCollider', 'AudioSource', 'HingeJoint', 'Canvas']
const PRIMITIVES = ['Cube', 'Sphere', 'Plane', 'Empty', 'Camera', 'PointLight']

it.each([1, 2, 3, 4])(
	'a person can go back and forth over any 150 operations exactly (seed %i)',
	async (seed) => {
		const d = await Driver.open()
		const next = random(seed)
		const pick = <T>(items: readonly T[]): T => items[next(items.length)] as T
		d.create({ name: 'Seed', primitive_type: 'Cube' })
		d.ok('unity_scene', { action: 'save', save_as: 'Assets/Main.unity' })
		d.ok('unity_scene', { action: 'open', path: 'Assets/Main.unity' })
		const start = d.scene()
		const states = [start]
		let changes = 0
		for (let i = 0; i < 150; i++) {
			const ids = d.engine.snapshot().world.objects.map(([id]) => id)
			const instance_id = ids.length > 0 ? pick(ids) : 'none'
			const vector = [next(9) - 4, next(9) - 4, next(9) - 4]
			const operations: [string, Record<string, unknown>][] = [
				[
					'unity_hierarchy',
					{
						action: 'create',
						primitive_type: pick(PRIMITIVES),
						...(next(2) && ids.length ? { parent_id: instance_id } : {}),
					},
				],
				['unity_hierarchy', { action: 'duplicate', instance_id }],
				['unity_hierarchy', { action: 'destroy', instance_id }],
				['unity_hierarchy', { action: 'rename', instance_id, name: `N${next(5)}` }],
				[
					'unity_hierarchy',
					{
						action: 'reparent',
						instance_id,
						parent_id: next(3) ? pick(ids) : null,
						sibling_index: next(3),
					},
				],
				[
					'unity_hierarchy',
					{
						action: 'set_transform',
						instance_id,
						position: vector,
						rotation: vector,
						space: pick(['local', 'world']),
					},
				],
				['unity_hierarchy', { action: 'set_active', instance_id, active: next(2) === 0 }],
				[
					'unity_hierarchy',
					{ action: 'set_tag_layer', instance_id, tag: 'Player', include_children: true },
				],
				[
					'unity_component',
					{ action: 'add', game_object_id: instance_id, component_type: pick(TYPES) },
				],
				[
					'unity_component',
					{ action: 'remove', game_object_id: instance_id, component_type: pick(TYPES) },
				],
				[
					'unity_component',
					{
						action: 'configure',
						game_object_id: instance_id,
						component_type: 'Rigidbody',
						properties: { mass: 1 + next(5), drag: 1 },
					},
				],
				[
					'unity_component',
					{
						action: 'modify',
						game_object_id: instance_id,
						component_type: 'MeshRenderer',
						properties: { 'material.color': [next(2), 0, 0] },
					},
				],
				[
					'unity_prefab',
					{ action: 'create_asset', instance_id, asset_path: `Assets/P${next(3)}.prefab` },
				],
				['unity_prefab', { action: 'instantiate', asset_path: `Assets/P${next(3)}.prefab` }],
				['unity_prefab', { action: pick(['apply', 'revert', 'unpack']), instance_id }],
				[
					'unity_prefab',
					{
						action: 'modify_asset',
						asset_path: `Assets/P${next(3)}.prefab`,
						component_type: 'Transform',
						properties: { localScale: vector },
					},
				],
				['unity_asset', { action: 'create_material', path: `Assets/M${next(4)}/A.mat` }],
				[
					'unity_asset',
					{
						action: 'move',
						path: `Assets/M${next(4)}/A.mat`,
						new_path: `Assets/M${next(4)}/B.mat`,
					},
				],
			]
			const [method, params] = pick(operations)
			const before = d.scene()
			const outcome = d.engine.execute(method, params, { id: `g${i}`, name: `Group ${i}` })
			if (outcome.status === 'error') {
				expect(outcome.error.code, `${method} ${JSON.stringify(params)}`).not.toBe('internal')
				expect(d.scene()).toEqual(before)
			}
			const { done } = d.engine.snapshot().undo
			if (done.length > changes) {
				changes = done.length
				states.push(d.scene())
			}
		}
		const end = d.scene()
		const files = () =>
			d
				.ok('unity_query', { action: 'search_assets', limit: 200 })
				.assets.map((a: { assetPath: string; guid: string }) => `${a.assetPath} ${a.guid}`)
		const filesAtEnd = files()
		expect(changes).toBeGreaterThan(40)
		for (let i = changes - 1; i >= 0; i--) {
			d.ok('unity_undo', { action: 'undo' })
			expect(d.scene()).toEqual(states[i])
		}
		expect(d.scene()).toEqual(start)
		expect(files().map((f: string) => f.split(' ')[0])).toEqual(['Assets/Main.unity'])
		while (d.ok('unity_query', { action: 'editor_state' }).undo.redo !== null)
			d.ok('unity_undo', { action: 'redo', steps: 50 })
		expect(d.scene()).toEqual(end)
		expect(files()).toEqual(filesAtEnd)
		expect(d.ok('read_console_logs', { filter: 'warnings' }).logs).toEqual([])
	},
	WALK_TIMEOUT_MS,
)

it('one undo takes back a whole agent step, and reverting a step takes back all after it', async () => {
	const d = await Driver.open()
	const start = d.scene()
	const [a, b] = [
		{ id: 'a', name: 'First step' },
		{ id: 'b', name: 'Second step' },
	]
	d.ok('unity_hierarchy', { action: 'create', name: 'X' }, a)
	d.ok('unity_hierarchy', { action: 'create', name: 'Y' }, a)
	const between = d.scene()
	d.ok('unity_hierarchy', { action: 'create', name: 'Z' }, b)
	expect(d.ok('unity_undo', { action: 'undo' })).toEqual({
		groups: ['Second step'],
		undo: 'First step',
		redo: 'Second step',
	})
	expect(d.scene()).toEqual(between)
	d.ok('unity_undo', { action: 'redo' })
	expect(d.ok('unity_undo', { action: 'revert_group', group_id: 'a' }).groups).toEqual([
		'Second step',
		'First step',
	])
	expect(d.scene()).toEqual(start)
	d.create()
	expect(d.ok('unity_undo', { action: 'redo' }).groups).toEqual([])
	expect(d.error('unity_undo', { action: 'revert_group', group_id: 'a' }).code).toBe('not_found')
})

it('undoing the creation of an asset takes its file and brings it back with the same GUID', async () => {
	const project = makeProject()
	const d = await Driver.open(project)
	const { guid } = d.ok('unity_asset', {
		action: 'create_material',
		path: 'Assets/M/Red.mat',
		color: [1, 0, 0],
	})
	d.ok('unity_undo', { action: 'undo' })
	expect(existsSync(path.join(project, 'Assets', 'M'))).toBe(false)
	d.ok('unity_undo', { action: 'redo' })
	expect(
		d.ok('unity_query', { action: 'search_assets', search_query: 't:Material' }).assets[0],
	).toMatchObject({ assetPath: 'Assets/M/Red.mat', guid })
	d.ok('unity_undo', { action: 'undo' })
	d.create()
	expect(readdirSync(path.join(project, 'Library', 'FairleadUndo'))).toEqual([])
})
