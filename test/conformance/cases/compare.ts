/** unity_compare: which values changed since they were kept. */
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import type { Desk } from '../kit/desk.ts'
import { cube } from '../kit/objects.ts'

const T = 'unity_compare'

/** A lamp on a post, and a stone beside it. */
async function lamp(desk: Desk): Promise<void> {
	const operations = [
		['unity_hierarchy', { action: 'create', name: 'Post', position: [1, 0, 0] }],
		['unity_hierarchy', { action: 'create', name: 'Lamp', parent_id: '$0', components: ['Light'] }],
		['unity_hierarchy', { action: 'create', name: 'Stone', components: ['BoxCollider'] }],
	].map(([tool, args]) => ({ tool, args }))
	await desk.ok('unity_batch', { operations })
}
const keep = (desk: Desk, keep_as: string, children = true) =>
	desk.ok(T, { action: 'keep', objects: ['/Post', '/Stone'], children, keep_as })
const compare = (desk: Desk, name: string, more = {}) =>
	desk.ok(T, { action: 'compare', name, ...more })

export const compareCases = new CaseList(T)
	.example('compare', async (desk) => {
		await cube(desk, 'Cube')
		await desk.ok(T, { action: 'keep', objects: ['/Cube'], keep_as: 'before' })
	})
	.works('keep', 'with and without children; what is as before is said', async (desk) => {
		await lamp(desk)
		expect(await keep(desk, 'alone', false)).toMatchObject({ keptAs: 'alone', objects: 2 })
		const all = await keep(desk, 'all')
		expect(all.objects).toBe(3)
		expect(all.values).toBeGreaterThan(20)
		expect(await compare(desk, 'all')).toEqual({
			summary: '0 values of 0 objects changed; 3 objects as before',
			total: 0,
			nextCursor: null,
			changes: [],
			missing: [],
			added: [],
		})
	})
	.works('compare', 'values, names, components and objects that are gone', async (desk) => {
		await lamp(desk)
		await keep(desk, 'before')
		const light = { game_object_id: '/Post/Lamp', component_type: 'Light' }
		const body = { game_object_id: '/Stone', component_type: 'Rigidbody' }
		const tall = { action: 'modify', ...light, properties: { intensity: 4 } }
		await desk.ok('unity_component', tall)
		await desk.ok('unity_component', { action: 'add', ...body })
		await desk.ok('unity_hierarchy', {
			action: 'set_transform',
			instance_id: '/Post',
			position: [1, 3, 0],
		})
		const found = await compare(desk, 'before')
		const of = (object: string) =>
			found.changes.filter((change) => change.object === object).map(({ property }) => property)
		expect(found.changes).toContainEqual({
			object: '/Post/Lamp',
			property: 'Light.intensity',
			before: 1,
			after: 4,
		})
		expect(found.changes).toContainEqual({
			object: '/Post',
			property: 'Transform.localPosition',
			before: [1, 0, 0],
			after: [1, 3, 0],
		})
		// The post took the lamp with it, but its own place below it is as before.
		expect(of('/Post')).not.toContain('Transform.position')
		expect(of('/Post/Lamp')).toContain('Transform.position')
		const added = found.changes.find(({ object }) => object === '/Stone')
		expect(added).toMatchObject({ property: 'Rigidbody', after: { mass: 1 } })
		expect(added && 'before' in added).toBe(false)

		const first = await compare(desk, 'before', { limit: 1 })
		expect(first).toMatchObject({ total: found.total, changes: [found.changes[0]] })
		const second = await compare(desk, 'before', { limit: 1, cursor: first.nextCursor })
		expect(second.changes).toEqual([found.changes[1]])

		await desk.ok('unity_hierarchy', { action: 'rename', instance_id: '/Post/Lamp', name: 'Torch' })
		await desk.ok('unity_hierarchy', { action: 'destroy', instance_id: '/Stone' })
		const later = await compare(desk, 'before')
		expect(later.missing).toEqual(['/Stone'])
		expect(later.summary).toContain('1 object gone')
		const renamed = { property: 'GameObject.name', before: 'Lamp', after: 'Torch' }
		expect(later.changes).toContainEqual({ object: '/Post/Torch', ...renamed })
	})
	.works('compare', 'objects that are new below those kept with children', async (desk) => {
		await lamp(desk)
		await keep(desk, 'alone', false)
		await keep(desk, 'all')
		await desk.ok('unity_hierarchy', { action: 'create', name: 'Bulb', parent_id: '/Post/Lamp' })
		await desk.ok('unity_hierarchy', {
			action: 'create',
			name: 'Wire',
			parent_id: '/Post/Lamp/Bulb',
		})
		const found = await compare(desk, 'all')
		expect(found.added).toEqual(['/Post/Lamp/Bulb', '/Post/Lamp/Bulb/Wire'])
		expect(found.summary).toContain('2 objects added')
		expect((await compare(desk, 'alone')).added).toEqual([])
	})
	.works(
		'compare',
		'a reference to the same object, wherever it is, is as before',
		async (desk) => {
			await lamp(desk)
			const joint = { game_object_id: '/Stone', component_type: 'FixedJoint' }
			for (const name of ['Base', 'Other'])
				await desk.ok('unity_hierarchy', { action: 'create', name, components: ['Rigidbody'] })
			await desk.ok('unity_component', {
				action: 'add',
				...joint,
				properties: { connectedBody: '/Base' },
			})
			await keep(desk, 'before')
			await desk.ok('unity_hierarchy', { action: 'rename', instance_id: '/Base', name: 'Ground' })
			await desk.ok('unity_hierarchy', { action: 'rename', instance_id: '/Post', name: 'Pole' })
			const renamed = {
				object: '/Pole',
				property: 'GameObject.name',
				before: 'Post',
				after: 'Pole',
			}
			expect((await compare(desk, 'before')).changes).toEqual([renamed])

			// Another object that took the path is a change.
			await desk.ok('unity_hierarchy', { action: 'rename', instance_id: '/Other', name: 'Base' })
			await desk.ok('unity_component', {
				action: 'modify',
				...joint,
				properties: { connectedBody: '/Base' },
			})
			expect((await compare(desk, 'before')).changes).toContainEqual(
				expect.objectContaining({ object: '/Stone', property: 'FixedJoint.connectedBody' }),
			)
		},
	)
	.works('compare', 'what play mode moved', async (desk) => {
		await desk.ok('unity_hierarchy', {
			action: 'create',
			name: 'Apple',
			primitive_type: 'Sphere',
			components: ['Rigidbody'],
			position: [0, 50, 0],
		})
		await desk.ok(T, { action: 'keep', objects: ['/Apple'], keep_as: 'hanging' })
		await desk.ok('unity_play', { action: 'enter', wait_seconds: 0.5 })
		const { changes } = await compare(desk, 'hanging')
		const fall = changes.find(({ property }) => property === 'Transform.localPosition')
		expect(fall?.before).toEqual([0, 50, 0])
		expect((fall?.after as number[] | undefined)?.[1]).toBeLessThan(50)
		await desk.ok('unity_play', { action: 'exit' })
		expect(await compare(desk, 'hanging')).toMatchObject({ total: 0, missing: [] })
	})
	.refuses('keep', 'not_found', 'an object that does not exist', async (desk) => {
		const args = { action: 'keep', objects: ['/Nothing'], keep_as: 'x' }
		await desk.fails(T, args, 'not_found')
	})
	.refuses('keep', 'too_large', 'more objects than one name holds', async (desk) => {
		const child = (i: number) => ({
			tool: 'unity_hierarchy',
			args: { action: 'create', name: `Leaf${i}`, parent_id: '/Tree' },
		})
		await desk.ok('unity_hierarchy', { action: 'create', name: 'Tree' })
		for (const from of [0, 100])
			await desk.ok('unity_batch', {
				operations: Array.from({ length: 100 }, (_, i) => child(from + i)),
			})
		const args = { action: 'keep', objects: ['/Tree'], children: true, keep_as: 'tree' }
		const error = await desk.fails(T, args, 'too_large')
		expect(error.message).toContain('201')
	})
	.refuses('compare', 'not_found', 'a name under which nothing is kept', async (desk) => {
		await lamp(desk)
		await keep(desk, 'before')
		const error = await desk.fails(T, { action: 'compare', name: 'befor' }, 'not_found')
		expect(error.data).toMatchObject({ kept: expect.arrayContaining(['before']) })
		expect(error.hint).toContain('keep_as')
	})
