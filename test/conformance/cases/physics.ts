/** unity_physics: positions and sizes, by colliders and renderers. */
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import type { Desk } from '../kit/desk.ts'
import { cubeAnd } from '../kit/examples.ts'

const T = 'unity_physics'
type Vector = [number, number, number]

const create = (desk: Desk, name: string, position: Vector, more: object = {}) =>
	desk.ok('unity_hierarchy', { action: 'create', name, primitive_type: 'Cube', position, ...more })

const setUp = (desk: Desk, object: string, component_type: string, properties: object) =>
	desk.ok('unity_component', {
		action: 'configure',
		game_object_id: object,
		component_type,
		properties,
	})

/** A lintel above two cubes in a row along x, seen from the left. */
async function row(desk: Desk): Promise<void> {
	await create(desk, 'Near', [2, 0, 0])
	await create(desk, 'Far', [6, 0, 0])
	await create(desk, 'Lintel', [4, 3, 0])
}

const RIGHT = { origin: [-2, 0, 0], direction: [2, 0, 0] }

export const physicsCases = new CaseList(T)
	.example('line_of_sight', cubeAnd('Goal'))
	.example('distance', cubeAnd('Goal'))
	.works('cast', 'a ray hits everything in its way, nearest first', async (desk) => {
		await row(desk)
		const cast = await desk.ok(T, { action: 'cast', ...RIGHT })
		expect(cast).toMatchObject({ total: 2, nextCursor: null, poses: 'current' })
		expect(cast.summary).toBe('2 hits, the nearest is /Near at 3.5')
		expect(cast.hits).toMatchObject([
			{ path: '/Near', distance: 3.5, point: [1.5, 0, 0], normal: [-1, 0, 0] },
			{ path: '/Far', distance: 7.5, collider: 'BoxCollider', layer: 'Default', isTrigger: false },
		])
		const short = await desk.ok(T, { action: 'cast', ...RIGHT, max_distance: 5 })
		expect(short.hits.map((hit) => hit.path)).toEqual(['/Near'])
	})
	.works('cast', 'a moved object is found at its new place', async (desk) => {
		await row(desk)
		await desk.ok(T, { action: 'cast', ...RIGHT })
		await desk.ok('unity_hierarchy', {
			action: 'set_transform',
			instance_id: '/Near',
			position: [2, 9, 0],
		})
		const cast = await desk.ok(T, { action: 'cast', ...RIGHT })
		expect(cast.hits.map((hit) => hit.path)).toEqual(['/Far'])
	})
	.works('cast', 'layers and triggers are left out on request', async (desk) => {
		await row(desk)
		await desk.ok('unity_hierarchy', {
			action: 'set_tag_layer',
			instance_id: '/Near',
			layer: 'Water',
		})
		await setUp(desk, '/Far', 'BoxCollider', { isTrigger: true })
		const paths = async (more: object) =>
			(await desk.ok(T, { action: 'cast', ...RIGHT, ...more })).hits.map((hit) => hit.path)
		expect(await paths({ layers: ['Water'] })).toEqual(['/Near'])
		expect(await paths({ layers: ['Default'] })).toEqual(['/Far'])
		expect(await paths({ triggers: 'ignore' })).toEqual(['/Near'])
		expect(await paths({ triggers: 'include' })).toEqual(['/Near', '/Far'])
	})
	.works('cast', 'a sphere and a box are wider than a ray', async (desk) => {
		await row(desk)
		const above = { origin: [-2, 2, 0], direction: [1, 0, 0] }
		expect((await desk.ok(T, { action: 'cast', ...above })).summary).toBe('no hit')
		const sphere = await desk.ok(T, { action: 'cast', ...above, radius: 1 })
		expect(sphere.hits.map((hit) => hit.path)).toEqual(['/Lintel'])
		const box = await desk.ok(T, { action: 'cast', ...above, size: [1, 3.2, 1] })
		expect(box.hits.map((hit) => hit.path)).toEqual(['/Near', '/Lintel', '/Far'])
		expect(box.hits[0]?.distance).toBeCloseTo(3, 3)
	})
	.works('cast', 'pages have no gaps or repetitions', async (desk) => {
		await row(desk)
		const first = await desk.ok(T, { action: 'cast', ...RIGHT, limit: 1 })
		const cursor = first.nextCursor ?? ''
		const second = await desk.ok(T, { action: 'cast', ...RIGHT, limit: 1, cursor })
		expect([...first.hits, ...second.hits].map((hit) => hit.path)).toEqual(['/Near', '/Far'])
		expect(second.nextCursor).toBeNull()
	})
	.works('cast', '2D physics knows 2D colliders only', async (desk) => {
		await create(desk, 'Solid', [2, 0, 0])
		for (const [name, x] of [
			['Flat', 4],
			['Round', 8],
		] as const)
			await desk.ok('unity_hierarchy', { action: 'create', name, position: [x, 0, 5] })
		await setUp(desk, '/Flat', 'BoxCollider2D', {})
		await setUp(desk, '/Round', 'CircleCollider2D', { radius: 1 })
		const cast = await desk.ok(T, { action: 'cast', ...RIGHT, dimension: '2d' })
		expect(cast.hits).toMatchObject([
			{ path: '/Flat', collider: 'BoxCollider2D', distance: 5.5, normal: [-1, 0, 0] },
			{ path: '/Round', collider: 'CircleCollider2D', distance: 9 },
		])
		const solid = await desk.ok(T, { action: 'cast', ...RIGHT })
		expect(solid.hits.map((hit) => hit.path)).toEqual(['/Solid'])
	})
	.refuses('cast', 'invalid_arguments', 'a zero direction, two shapes', async (desk) => {
		const nowhere = { action: 'cast', origin: [0, 0, 0], direction: [0, 0, 0] }
		await desk.fails(T, nowhere, 'invalid_arguments')
		await desk.fails(
			T,
			{ action: 'cast', ...RIGHT, radius: 1, size: [1, 1, 1] },
			'invalid_arguments',
		)
	})
	.refuses('cast', 'not_found', 'a layer that the project does not have', async (desk) => {
		await desk.fails(T, { action: 'cast', ...RIGHT, layers: ['Lava'] }, 'not_found')
	})
	.works(
		'overlap',
		'colliders that touch a sphere or a box; inactive objects do not count',
		async (desk) => {
			await row(desk)
			const sphere = { action: 'overlap' as const, origin: [4, 1, 0], radius: 2 }
			const found = await desk.ok(T, sphere)
			expect(found.colliders.map((one) => one.path)).toEqual(['/Far', '/Lintel', '/Near'])
			expect(found.summary).toBe('3 colliders')
			await desk.ok('unity_hierarchy', {
				action: 'set_active',
				instance_id: '/Lintel',
				active: false,
			})
			const fewer = await desk.ok(T, sphere)
			expect(fewer.colliders.map((one) => one.path)).toEqual(['/Far', '/Near'])
			// A box on its corner reaches farther than one on its side.
			const box = { action: 'overlap' as const, origin: [0.75, 0, 0], size: [1.2, 1.2, 1.2] }
			expect((await desk.ok(T, box)).total).toBe(0)
			expect((await desk.ok(T, { ...box, rotation: [0, 0, 45] })).total).toBe(1)
		},
	)
	.refuses('overlap', 'invalid_arguments', 'no shape', async (desk) => {
		await desk.fails(T, { action: 'overlap', origin: [0, 0, 0] }, 'invalid_arguments')
	})
	.works('closest_point', 'on the surface, or the point itself if inside', async (desk) => {
		await create(desk, 'Crate', [0, 0, 0], { scale: [2, 2, 2] })
		const ask = (origin: Vector) =>
			desk.ok(T, { action: 'closest_point', instance_id: '/Crate', origin })
		expect(await ask([4, 0, 0])).toMatchObject({
			path: '/Crate',
			point: [1, 0, 0],
			distance: 3,
			exact: true,
		})
		expect(await ask([0.5, 0, 0])).toMatchObject({ point: [0.5, 0, 0], distance: 0 })
	})
	.refuses('closest_point', 'not_found', 'an object without a collider', async (desk) => {
		await desk.ok('unity_hierarchy', { action: 'create', name: 'Empty' })
		const asked = { action: 'closest_point', instance_id: '/Empty', origin: [0, 0, 0] }
		await desk.fails(T, asked, 'not_found')
	})
	.works('line_of_sight', 'a wall blocks it, a trigger does not', async (desk) => {
		await create(desk, 'Guard', [0, 0, 0])
		await create(desk, 'Player', [10, 0, 0])
		const look = () => desk.ok(T, { action: 'line_of_sight', from: '/Guard', to: '/Player' })
		expect(await look()).toMatchObject({ visible: true, distance: 10, blockers: [] })
		await create(desk, 'Wall', [5, 0, 0])
		const blocked = await look()
		expect(blocked).toMatchObject({ visible: false, blockerCount: 1 })
		expect(blocked.blockers).toMatchObject([{ path: '/Wall', distance: 4.5 }])
		await setUp(desk, '/Wall', 'BoxCollider', { isTrigger: true })
		expect((await look()).visible).toBe(true)
	})
	.refuses('line_of_sight', 'not_found', 'an unknown object', async (desk) => {
		await create(desk, 'Guard', [0, 0, 0])
		await desk.fails(T, { action: 'line_of_sight', from: '/Guard', to: '/Nobody' }, 'not_found')
	})
	.works('bounds', 'of an object with its children, and of all together', async (desk) => {
		await create(desk, 'Tower', [0, 0.5, 0])
		await create(desk, 'Top', [0, 2, 0], { parent_id: '/Tower' })
		await create(desk, 'Hut', [5, 0.5, 0])
		await desk.ok('unity_hierarchy', { action: 'create', name: 'Empty' })
		const measured = await desk.ok(T, { action: 'bounds', objects: ['/Tower', '/Hut', '/Empty'] })
		const [tower, hut, empty] = measured.objects
		expect(tower?.bounds).toMatchObject({ min: [-0.5, 0, -0.5] })
		expect(tower?.renderers).toEqual(tower?.colliders)
		expect(hut?.bounds).toEqual({
			center: [5, 0.5, 0],
			size: [1, 1, 1],
			min: [4.5, 0, -0.5],
			max: [5.5, 1, 0.5],
		})
		expect(empty?.bounds).toBeNull()
		expect(measured.all?.max[0]).toBe(5.5)
		const alone = await desk.ok(T, {
			action: 'bounds',
			objects: ['/Tower'],
			include_children: false,
		})
		expect(alone.objects[0]?.bounds?.size).toEqual([1, 1, 1])
		expect(tower?.bounds?.size[1]).toBeGreaterThan(1)
	})
	.refuses('bounds', 'invalid_arguments', 'nothing to measure', async (desk) => {
		await desk.fails(T, { action: 'bounds', objects: [] }, 'invalid_arguments')
	})
	.works('distance', 'between positions, and the gap between bounds', async (desk) => {
		await create(desk, 'One', [0, 0, 0])
		await create(desk, 'Two', [4, 0, 4])
		const apart = await desk.ok(T, { action: 'distance', from: '/One', to: '/Two' })
		expect(apart).toMatchObject({ gapByAxis: [3, -1, 3], boundsOverlap: false })
		expect(apart.gap).toBeCloseTo(Math.hypot(3, 3), 4)
		expect(apart.positions).toBeCloseTo(Math.hypot(4, 4), 4)
		await desk.ok('unity_hierarchy', {
			action: 'set_transform',
			instance_id: '/Two',
			position: [0.5, 0, 0],
		})
		const inside = await desk.ok(T, { action: 'distance', from: '/One', to: '/Two' })
		expect(inside).toMatchObject({ gap: 0, boundsOverlap: true })
	})
	.refuses('distance', 'not_found', 'an unknown object', async (desk) => {
		await create(desk, 'One', [0, 0, 0])
		await desk.fails(T, { action: 'distance', from: '/One', to: '/Two' }, 'not_found')
	})
	.works(
		'around',
		'the ground under it is not an overlap, an intersecting object is',
		async (desk) => {
			await create(desk, 'Floor', [0, -0.5, 0], { scale: [20, 1, 20] })
			await create(desk, 'Crate', [0, 0.5, 0])
			const ask = () => desk.ok(T, { action: 'around', instance_id: '/Crate' })
			const resting = await ask()
			expect(resting).toMatchObject({ overlapCount: 0, below: { path: '/Floor' } })
			expect(resting.below?.distance).toBeCloseTo(0, 3)
			await desk.ok('unity_hierarchy', {
				action: 'set_transform',
				instance_id: '/Crate',
				position: [0, 3, 0],
			})
			expect((await ask()).below?.distance).toBeCloseTo(2.5, 3)
			await create(desk, 'Wall', [0.7, 3, 0])
			expect((await ask()).overlapping.map((one) => one.path)).toEqual(['/Wall'])
		},
	)
	.refuses('around', 'not_found', 'an object without size', async (desk) => {
		await desk.ok('unity_hierarchy', { action: 'create', name: 'Empty' })
		await desk.fails(T, { action: 'around', instance_id: '/Empty' }, 'not_found')
	})
