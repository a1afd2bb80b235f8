import { describe, expect, it } from 'vitest'
import { Driver } from './test-project.ts'

const RED = [1, 0, 0]

describe('objects', () => {
	it('answers an ambiguous path with the ids, and an unknown one with near paths', async () => {
		const d = await Driver.open()
		const [a, b] = [d.create({ name: 'Twin' }), d.create({ name: 'Twin' })]
		const error = d.error('unity_query', { action: 'inspect_object', instance_id: '/Twin' })
		expect(error.code).toBe('ambiguous')
		expect(error.data).toMatchObject({ matches: [{ instanceId: a }, { instanceId: b }] })
		const missing = d.error('unity_query', {
			action: 'inspect_object',
			instance_id: '/main camera',
		})
		expect(missing).toMatchObject({
			code: 'not_found',
			data: { nearest: expect.arrayContaining(['/Main Camera']) },
		})
	})

	it('gives some ids that JavaScript numbers cannot hold', async () => {
		const d = await Driver.open()
		const ids = Array.from({ length: 6 }, () => d.create())
		expect(ids.some((id) => BigInt(id) > 2n ** 53n)).toBe(true)
		for (const id of ids)
			expect(
				d.ok('unity_query', { action: 'inspect_object', instance_id: id }).gameObject.instanceId,
			).toBe(id)
	})

	it('keeps the world pose when an object changes its parent, and the local one when asked', async () => {
		const d = await Driver.open()
		const parent = d.create({
			name: 'P',
			position: [1, 2, 3],
			rotation: [0, 90, 0],
			scale: [2, 2, 2],
		})
		const child = d.create({ name: 'C', position: [5, 0, 0], rotation: [0, 45, 0] })
		const move = { action: 'reparent', instance_id: child, parent_id: parent }
		d.ok('unity_hierarchy', move)
		expect(d.position(child)).toEqual([5, 0, 0])
		expect(d.inspect(child, 'Transform')).toMatchObject({
			localPosition: [1.5, -1, 2],
			localScale: [0.5, 0.5, 0.5],
			rotation: [0, 45, 0],
			localRotation: [0, 315, 0],
		})
		d.ok('unity_hierarchy', { ...move, parent_id: null })
		d.ok('unity_hierarchy', { ...move, world_position_stays: false })
		expect(d.inspect(child, 'Transform')).toMatchObject({ localPosition: [5, 0, 0] })
		expect(d.position(child)).toEqual([1, 2, -7])
		expect(
			d.error('unity_hierarchy', { action: 'reparent', instance_id: parent, parent_id: child })
				.code,
		).toBe('invalid_arguments')
	})

	it('duplicates with references that point into the copy', async () => {
		const d = await Driver.open()
		const root = d.create({ name: 'Door', components: ['Rigidbody'] })
		const child = d.create({ name: 'Leaf', parent_id: root, components: ['HingeJoint'] })
		d.modify(child, 'HingeJoint', { connectedBody: '/Door' })
		d.ok('unity_hierarchy', { action: 'duplicate', instance_id: root })
		expect(d.inspect('/Door (1)/Leaf', 'HingeJoint')['connectedBody']).toBe('/Door (1)#Rigidbody')
	})

	it('pages the hierarchy without losing or repeating an object', async () => {
		const d = await Driver.open()
		for (let i = 0; i < 23; i++) d.create({ name: `N${i}` })
		const seen: string[] = []
		let cursor: string | null = null
		do {
			const page: { objects: { path: string }[]; nextCursor: string | null; total: number } = d.ok(
				'unity_query',
				{ action: 'hierarchy', limit: 10, ...(cursor ? { cursor } : {}) },
			)
			seen.push(...page.objects.map((o) => o.path))
			cursor = page.nextCursor
			expect(page.total).toBe(25)
		} while (cursor)
		expect(new Set(seen).size).toBe(25)
	})
})

describe('components', () => {
	it('reports old and new values, and existing names for an unknown property', async () => {
		const d = await Driver.open()
		const cube = d.create({ primitive_type: 'Cube', components: ['Rigidbody'] })
		const results = d.modify(cube, 'Rigidbody', {
			mass: 5,
			drag: 1,
			m_UseGravity: false,
			constraints: 'FreezePositionX, FreezeRotationY',
		})
		expect(results[0]).toEqual({
			property: 'mass',
			success: true,
			propertyType: 'float',
			previousValue: 1,
			newValue: 5,
		})
		expect(results[1]).toMatchObject({ property: 'drag', success: false })
		expect(results[1]).toHaveProperty('available.0', 'linearDamping')
		expect(results[2]).toMatchObject({ success: true, previousValue: true, newValue: false })
		expect(results[3]).toMatchObject({ newValue: 'FreezePositionX, FreezeRotationY' })
	})

	it('fails with the list when nothing could be set, and changes nothing', async () => {
		const d = await Driver.open()
		const cube = d.create({ primitive_type: 'Cube' })
		const before = d.scene()
		const add = { action: 'add', game_object_id: cube, component_type: 'Rigidbody' }
		const unknown = d.error('unity_component', { ...add, properties: { drag: 1 } })
		expect(unknown).toMatchObject({
			code: 'unknown_property',
			data: { results: [{ success: false }] },
		})
		const wrong = d.error('unity_component', { ...add, properties: { mass: 'heavy' } })
		expect(wrong.code).toBe('invalid_arguments')
		expect(wrong.message).toContain('Expected a number')
		expect(d.scene()).toEqual(before)
	})

	it('clamps values to their range, as Unity does, and reports the result', async () => {
		const d = await Driver.open()
		const id = d.create({ components: ['Rigidbody', 'Light', 'AudioSource'] })
		expect(d.modify(id, 'Rigidbody', { mass: -1 })[0]).toMatchObject({ newValue: 0.0000001 })
		expect(d.modify(id, 'Light', { spotAngle: 500 })[0]).toMatchObject({ newValue: 179 })
		expect(d.modify(id, 'AudioSource', { priority: 1000 })[0]).toMatchObject({ newValue: 256 })
	})

	it('colours one object without touching another that shares the material', async () => {
		const d = await Driver.open()
		const [a, b] = [d.create({ primitive_type: 'Cube' }), d.create({ primitive_type: 'Cube' })]
		d.modify(a, 'MeshRenderer', { 'material.color': RED })
		expect(d.inspect(a, 'MeshRenderer')['material.color']).toEqual([1, 0, 0, 1])
		expect(d.inspect(b, 'MeshRenderer')['material.color']).toEqual([1, 1, 1, 1])
		d.ok('unity_asset', { action: 'create_material', path: 'Assets/Blue.mat', color: [0, 0, 1] })
		d.modify(b, 'MeshRenderer', { sharedMaterial: 'Assets/Blue.mat' })
		expect(d.inspect(b, 'MeshRenderer')).toMatchObject({
			'material.color': [0, 0, 1, 1],
			sharedMaterials: ['Assets/Blue.mat'],
		})
	})

	it('respects requirements, limits and conflicts', async () => {
		const d = await Driver.open()
		const id = d.create({ components: ['HingeJoint'] })
		const call = (action: string, component_type: string) => ({
			action,
			game_object_id: id,
			component_type,
		})
		expect(d.error('unity_component', call('remove', 'Rigidbody')).message).toContain('HingeJoint')
		expect(d.error('unity_component', call('add', 'Rigidbody')).code).toBe('already_exists')
		expect(d.error('unity_component', call('add', 'BoxCollider2D')).code).toBe('invalid_arguments')
		expect(d.error('unity_component', call('remove', 'Transform')).code).toBe('invalid_arguments')
		expect(d.error('unity_component', call('add', 'Rigidboddy'))).toMatchObject({
			code: 'unknown_type',
			data: { nearest: expect.arrayContaining(['Rigidbody']) },
		})
	})

	it('finds a component by its base type, as GetComponent does', async () => {
		const d = await Driver.open()
		d.engine.setUserTypes([{ name: 'Door', fields: [{ name: 'area', type: 'Collider' }] }])
		const cube = d.create({ primitive_type: 'Cube', components: ['Door'] })
		const canvas = d.create({ components: ['Canvas'] })
		expect(d.ok('unity_query', { action: 'find', component_type: 'Collider' }).total).toBe(1)
		expect(d.inspect(canvas, 'Transform')).toMatchObject({ anchorMin: [0.5, 0.5] })
		d.modify(cube, 'Door', { area: '/Cube' })
		expect(d.inspect(cube, 'Door')['area']).toBe('/Cube#BoxCollider')
		expect(
			d.ok('unity_component', {
				action: 'configure',
				game_object_id: canvas,
				component_type: 'Transform',
				properties: { localPosition: [1, 2, 3] },
			}).added,
		).toBe(false)
	})

	it('says which fields of a script it cannot hold', async () => {
		const d = await Driver.open()
		const fields = [
			{ name: 'cell', type: 'Vector2Int' },
			{ name: 'speed', type: 'float' },
		]
		d.engine.setUserTypes([{ name: 'Mover', fields }])
		const id = d.create({ components: ['Mover'] })
		expect(d.modify(id, 'Mover', { cell: [1, 2], speed: 2 })).toMatchObject([
			{ success: false, error: expect.stringContaining('cannot hold a Vector2Int') },
			{ success: true },
		])
	})

	it('sets arrays, nested paths, enums and references', async () => {
		const d = await Driver.open()
		d.engine.setUserTypes([
			{
				name: 'Mover',
				fields: [
					{ name: 'speed', type: 'float', default: 2.5 },
					{ name: 'points', type: 'Vector3[]' },
					{ name: 'target', type: 'Transform' },
					{ name: 'hits', type: 'List<int>', default: [1, 2] },
				],
			},
		])
		const id = d.create({ components: ['Mover', 'ParticleSystem', 'Light'] })
		expect(d.inspect(id, 'Mover')).toEqual({ speed: 2.5, points: [], target: null, hits: [1, 2] })
		d.modify(id, 'Mover', {
			'points.Array.data[0]': [1, 2, 3],
			'points[0].y': 9,
			'hits[1]': 7,
			'hits.Array.size': 3,
			target: '/Main Camera',
		})
		expect(d.inspect(id, 'Mover')).toMatchObject({
			points: [[1, 9, 3]],
			hits: [1, 7, 7],
			target: '/Main Camera#Transform',
		})
		d.modify(id, 'ParticleSystem', { 'main.startSpeed': 9 })
		expect(d.modify(id, 'Light', { type: 'spot', color: [1, 0.5, 0] })[0]).toMatchObject({
			previousValue: 'Point',
			newValue: 'Spot',
		})
		d.engine.setUserTypes([])
		expect(
			d.ok('unity_query', { action: 'inspect_object', instance_id: id }).gameObject.components,
		).toContain('Missing (Mono Script)')
	})
})

describe('batch', () => {
	it('reverts everything if one operation fails, and names it', async () => {
		const d = await Driver.open()
		const before = d.scene()
		const error = d.error('unity_batch', {
			operations: [
				{ tool: 'unity_hierarchy', args: { action: 'create', primitive_type: 'Cube' } },
				{
					tool: 'unity_prefab',
					args: { action: 'create_asset', instance_id: '$0', asset_path: 'Assets/P.prefab' },
				},
				{
					tool: 'unity_component',
					args: { action: 'add', game_object_id: '$0', component_type: 'Nope' },
				},
			],
		})
		expect(error).toMatchObject({ code: 'unknown_type', data: { index: 2 } })
		expect(d.scene()).toEqual(before)
		expect(d.ok('unity_query', { action: 'search_assets', search_query: 'P' }).totalFound).toBe(0)
		expect(d.ok('unity_query', { action: 'editor_state' }).undo.undo).toBe(null)
	})

	it('refuses a reference to an operation that has not run', async () => {
		const d = await Driver.open()
		const error = d.error('unity_batch', {
			operations: [{ tool: 'unity_hierarchy', args: { action: 'destroy', instance_id: '$3' } }],
		})
		expect(error.message).toContain('Operation 0')
	})
})

it('answers a wrong menu path with near matches, and runs valid ones', async () => {
	const d = await Driver.open()
	expect(
		d.error('execute_menu_item', { menu_path: 'GameObject/Cube' }).data?.['nearest'],
	).toContain('GameObject/3D Object/Cube')
	d.ok('execute_menu_item', { menu_path: 'GameObject/3D Object/Cube' })
	expect(d.ok('unity_query', { action: 'selection' }).objects[0].name).toBe('Cube')
	d.ok('execute_menu_item', { menu_path: 'Assets/Refresh' })
	expect([d.engine.takeRefreshRequest(), d.engine.takeRefreshRequest()]).toEqual([true, false])
})

it('refuses calls that it cannot execute faithfully', async () => {
	const d = await Driver.open()
	expect(d.error('unity_tests', { action: 'run' }).code).toBe('unsupported')
	expect(d.error('unity_build', { path: 'Builds/Game' }).code).toBe('unsupported')
	expect(d.error('unity_profile', { action: 'capture' }).code).toBe('unsupported')
	expect(d.error('unity_lighting', { action: 'bake' }).code).toBe('unsupported')
	expect(d.error('unity_execute', { code: '1 + 1' }).code).toBe('unsupported')
	expect(
		d.error('unity_packages', { action: 'add', package_id: 'https://example.com/a.git' }).code,
	).toBe('unsupported')
	expect(d.error('nope', {}).code).toBe('unknown_tool')
})

it('folds equal console entries and filters them', async () => {
	const d = await Driver.open()
	for (let i = 0; i < 3; i++)
		d.engine.console.add({ type: 'error', message: 'x', stackTrace: 'at y' })
	d.engine.console.add({ type: 'log', message: 'z' })
	const read = d.ok('read_console_logs', { filter: 'errors' })
	expect(read.logs).toEqual([
		{ type: 'error', message: 'x', timestamp: expect.any(String), count: 3 },
	])
	expect(read.counts).toEqual({ errors: 3, warnings: 0, logs: 1 })
	expect(d.error('read_console_logs', { since: 'yesterday' }).code).toBe('invalid_arguments')
})

it('a search for references that ends early says so, and a root narrows it', async () => {
	const driver = await Driver.open()
	driver.create({ name: 'Crowd' })
	driver.create({ name: 'Cause', components: ['Rigidbody'] })
	driver.create({ name: 'Far', components: ['HingeJoint'] })
	driver.modify('/Far', 'HingeJoint', { connectedBody: '/Cause' })
	// 2^15 objects.
	for (let i = 0; i < 15; i++) {
		const { instanceId } = driver.ok('unity_hierarchy', {
			action: 'duplicate',
			instance_id: '/Crowd',
		})
		driver.ok('unity_hierarchy', {
			action: 'reparent',
			instance_id: instanceId,
			parent_id: '/Crowd',
			world_position_stays: false,
		})
	}
	const search = { action: 'references_to', instance_id: '/Cause' }
	expect(driver.ok('unity_query', search)).toMatchObject({
		note: expect.stringContaining('below a root'),
		total: 0,
	})
	expect(driver.ok('unity_query', { ...search, root: '/Far' })).toEqual({
		total: 1,
		nextCursor: null,
		references: [expect.objectContaining({ path: '/Far', property: 'connectedBody' })],
	})
})
