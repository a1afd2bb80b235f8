import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { volume } from '../../../../test/volume.ts'
import { Driver, makeProject } from '../test-project.ts'

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

/** 300 comparisons of whole scenes take long on a loaded machine. */
const WALK_TIMEOUT_MS = 60_000
const TYPES = ['Rigidbody', 'Light', 'BoxCollider', 'AudioSource', 'HingeJoint', 'Canvas']
const PRIMITIVES = ['Cube', 'Sphere', 'Plane', 'Empty', 'Camera', 'PointLight']

/** Objects whose parent does not have them, or that have others' children. */
function strays(d: Driver): string[] {
	const objects = new Map(d.engine.snapshot().world.objects)
	return [...objects].flatMap(([id, { name, parent, children }]) =>
		(parent === null || objects.get(parent)?.children.includes(id)) &&
		children.every((child) => objects.get(child)?.parent === id)
			? []
			: `${id} ${name}`,
	)
}

it.each(Array.from({ length: volume(20) }, (_, n) => n + 1))(
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
				expect(
					outcome.error.code,
					`${method} ${JSON.stringify(params)}: ${outcome.error.message}`,
				).not.toBe('internal')
				expect(d.scene()).toEqual(before)
			}
			expect(strays(d), `${method} ${JSON.stringify(params)}`).toEqual([])
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
		expect(files()).toEqual(filesAtEnd)
		while (d.ok('unity_query', { action: 'editor_state' }).undo.redo !== null)
			d.ok('unity_undo', { action: 'redo', steps: 50 })
		expect(d.scene()).toEqual(end)
		expect(files()).toEqual(filesAtEnd)
		expect(d.ok('read_console_logs', { filter: 'warnings' }).logs).toEqual([])
	},
	WALK_TIMEOUT_MS,
)

it.each(Array.from({ length: volume(20) }, (_, n) => n + 1))(
	'instances follow edits of their prefab, wherever the history stands (seed %i)',
	async (seed) => {
		const d = await Driver.open()
		const next = random(seed)
		const asset_path = 'Assets/P.prefab'
		const root = d.create({ name: 'Root', primitive_type: 'Cube' })
		d.create({ name: 'Part', parent_id: root })
		d.ok('unity_prefab', { action: 'create_asset', instance_id: root, asset_path })
		for (let i = 0; i < 100; i++) {
			const roots = d.engine
				.snapshot()
				.world.objects.flatMap(([id, { parent }]) => (parent === null ? [id] : []))
			const instance_id = roots[next(roots.length)] ?? root
			const operations: [string, Record<string, unknown>][] = [
				['unity_prefab', { action: 'instantiate', asset_path }],
				['unity_hierarchy', { action: 'destroy', instance_id }],
				['unity_hierarchy', { action: 'set_transform', instance_id, position: [next(9), 0, 0] }],
				[
					'unity_prefab',
					{
						action: 'modify_asset',
						asset_path,
						component_type: 'BoxCollider',
						properties: { size: [1 + next(9), 1, 1] },
					},
				],
				[
					'unity_prefab',
					{ action: 'edit_asset', asset_path, edits: [{ op: 'add_child', name: `Part${i}` }] },
				],
				[
					'unity_prefab',
					{
						action: 'edit_asset',
						asset_path,
						edits: [{ op: 'remove_child', target_path: `Part${next(i + 1)}` }],
					},
				],
				['unity_undo', { action: 'undo', steps: 1 + next(4) }],
				['unity_undo', { action: 'redo', steps: 1 + next(4) }],
			]
			const [method, params] = operations[next(operations.length)] ?? ['', {}]
			const outcome = d.engine.execute(method, params, { id: `g${next(i + 1)}`, name: 'Step' })
			if (outcome.status === 'error') expect(outcome.error.code).not.toBe('internal')
			for (const [id, { parent, prefab }] of d.engine.snapshot().world.objects) {
				if (parent !== null || !prefab) continue
				const listed = d.ok('unity_prefab', { action: 'list_overrides', instance_id: id })
				expect(listed, `${method} ${JSON.stringify(params)}`).toMatchObject({ total: 0 })
			}
		}
	},
	WALK_TIMEOUT_MS,
)

it('one undo reverts a whole agent step, and reverting a step reverts all later ones', async () => {
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
		groupIds: ['b'],
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

it('undo leaves files alone, as in Unity: the relay restores them', async () => {
	const project = makeProject()
	const d = await Driver.open(project)
	d.ok('unity_asset', { action: 'create_material', path: 'Assets/M/Red.mat', color: [1, 0, 0] })
	const cube = d.create({ name: 'Cube', primitive_type: 'Cube' })
	d.ok('unity_prefab', { action: 'create_asset', instance_id: cube, asset_path: 'Assets/C.prefab' })
	expect(d.ok('unity_undo', { action: 'undo', steps: 50 }).groups).toHaveLength(2)
	expect(existsSync(path.join(project, 'Assets', 'M', 'Red.mat'))).toBe(true)
	expect(existsSync(path.join(project, 'Assets', 'C.prefab'))).toBe(true)
})

it('a failed call also restores its files', async () => {
	const project = makeProject()
	const d = await Driver.open(project)
	const cube = d.create({ name: 'Cube', primitive_type: 'Cube' })
	const operations = [
		{
			tool: 'unity_prefab',
			args: { action: 'create_asset', instance_id: cube, asset_path: 'Assets/New/C.prefab' },
		},
		{ tool: 'unity_hierarchy', args: { action: 'destroy', instance_id: '/Nobody' } },
	]
	expect(d.error('unity_batch', { operations }).code).toBe('not_found')
	expect(existsSync(path.join(project, 'Assets', 'New'))).toBe(false)
	expect(readdirSync(path.join(project, 'Library', 'FairleadUndo'))).toEqual([])
})

describe('unity_history', () => {
	const step = (n: number) => ({ id: `run_1.${n}`, name: `Step ${n}` })
	const state = (d: Driver, ids: string[], direction?: string) =>
		d.ok('unity_history', { action: 'state', record_ids: ids, ...(direction ? { direction } : {}) })

	it('a run is undone exactly, and redone', async () => {
		const d = await Driver.open()
		d.create({ name: 'Before' })
		const start = d.scene()
		d.ok('unity_hierarchy', { action: 'create', name: 'A' }, step(1))
		d.ok('unity_hierarchy', { action: 'create', name: 'B' }, step(2))
		const end = d.scene()
		const ids = ['run_1.1', 'run_1.2', 'run_1.3']
		expect(state(d, ids)).toMatchObject({
			records: [{ state: 'done', name: 'Step 1' }, { state: 'done' }, { state: 'unknown' }],
			blocking: [],
			changed: [],
			openScenes: [],
		})
		const { undone } = d.ok('unity_history', { action: 'undo', record_ids: ids })
		expect(undone).toEqual([step(2), step(1)])
		expect(d.scene()).toEqual(start)
		expect(state(d, ids, 'redo').records).toMatchObject([
			{ state: 'undone' },
			{ state: 'undone' },
			{},
		])
		d.ok('unity_history', { action: 'redo', record_ids: ids })
		expect(d.scene()).toEqual(end)
	})

	it('later changes by the user are named, and undone too only if exactly that state was agreed to', async () => {
		const d = await Driver.open()
		const start = d.scene()
		d.ok('unity_hierarchy', { action: 'create', name: 'A' }, step(1))
		d.create({ name: 'Mine' })
		const seen = state(d, ['run_1.1'])
		expect(seen).toMatchObject({ blockingCount: 1, blocking: [{ name: 'Create Mine' }] })
		const refused = d.error('unity_history', { action: 'undo', record_ids: ['run_1.1'] })
		expect(refused).toMatchObject({ code: 'conflict', data: { blockingCount: 1 } })
		d.create({ name: 'Mine too' })
		const wish = { action: 'undo', record_ids: ['run_1.1'], force: true }
		expect(d.error('unity_history', { ...wish, seen: seen.seen }).code).toBe('conflict')
		const { undone } = d.ok('unity_history', { ...wish, seen: state(d, ['run_1.1']).seen })
		expect(undone).toHaveLength(3)
		expect(d.scene()).toEqual(start)
		const redo = { action: 'redo', record_ids: undone.map((u: { id: string }) => u.id) }
		expect(d.ok('unity_history', redo).redone).toHaveLength(3)
	})

	it('a change unknown to Undo is a separate conflict', async () => {
		const d = await Driver.open()
		const a = d.ok('unity_hierarchy', { action: 'create', name: 'A' }, step(1)).instanceId
		const snapshot = d.engine.snapshot()
		snapshot.world.objects = snapshot.world.objects.map(([id, record]) =>
			id === a ? [id, { ...record, tag: 'Player' }] : [id, record],
		)
		d.engine.restore(snapshot)
		expect(state(d, ['run_1.1'])).toMatchObject({ blockingCount: 0, changed: ['/A'] })
		expect(d.error('unity_history', { action: 'undo', record_ids: ['run_1.1'] }).code).toBe(
			'conflict',
		)
	})

	it('names permanently lost records, and refuses in play mode', async () => {
		const d = await Driver.open()
		d.ok('unity_hierarchy', { action: 'create', name: 'A' }, step(1))
		d.ok('unity_hierarchy', { action: 'create', name: 'B' }, step(2))
		d.ok('unity_undo', { action: 'undo' })
		d.create()
		expect(state(d, ['run_1.2'], 'redo').records).toMatchObject([{ state: 'cleared' }])
		d.ok('unity_play', { action: 'enter' })
		expect(d.error('unity_history', { action: 'state', record_ids: ['run_1.1'] }).code).toBe(
			'in_play_mode',
		)
		d.ok('unity_play', { action: 'exit' })
		d.ok('unity_scene', { action: 'create', path: 'Assets/B.unity', if_dirty: 'discard' })
		expect(state(d, ['run_1.1'])).toMatchObject({
			records: [{ state: 'cleared' }],
			openScenes: ['Assets/B.unity'],
		})
		expect(d.error('unity_history', { action: 'undo', record_ids: ['run_1.1'] }).code).toBe(
			'not_found',
		)
	})
})

it('an applied prefab that has changed since is not undone: that change would be lost', async () => {
	const d = await Driver.open()
	const instanceId = d.create({ name: 'R', primitive_type: 'Cube' })
	const asset_path = 'Assets/R.prefab'
	d.ok('unity_prefab', { action: 'create_asset', instance_id: instanceId, asset_path })
	const component_type = 'Rigidbody'
	const body = { game_object_id: instanceId, component_type, properties: { mass: 9 } }
	d.ok('unity_component', { action: 'add', ...body })
	d.ok('unity_prefab', { action: 'apply', instance_id: instanceId }, { id: 'apply', name: 'Apply' })
	const inside = () => JSON.stringify(d.ok('unity_prefab', { action: 'inspect_asset', asset_path }))
	const trigger = { component_type: 'BoxCollider', properties: { isTrigger: true } }
	d.ok('unity_prefab', { action: 'modify_asset', asset_path, ...trigger })
	const before = inside()
	expect(d.error('unity_undo', { action: 'undo' })).toMatchObject({
		code: 'conflict',
		message: expect.stringContaining('Assets/R.prefab has changed since'),
	})
	expect(inside()).toBe(before)
	const wish = { record_ids: ['apply'] }
	expect(d.ok('unity_history', { action: 'state', direction: 'undo', ...wish }).changed).toEqual([
		'Assets/R.prefab',
	])
	expect(d.error('unity_history', { action: 'undo', ...wish }).code).toBe('conflict')
	d.ok('unity_history', { action: 'undo', ...wish, force: true })
	expect(inside()).not.toBe(before)
})
