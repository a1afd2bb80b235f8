/** Several objects in one call: unity_component modify_where and unity_query inspect_objects. */
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import type { Desk } from '../kit/desk.ts'

const COMPONENT = 'unity_component'
const QUERY = 'unity_query'

/** `/Pile` with `Box0`… that have a Rigidbody, and `/Ball` with one beside it. */
async function bodies(desk: Desk, boxes: number): Promise<void> {
	await desk.ok('unity_hierarchy', { action: 'create', name: 'Pile' })
	for (let i = 0; i < boxes; i++)
		await desk.ok('unity_hierarchy', {
			action: 'create',
			name: `Box${i}`,
			parent_id: '/Pile',
			components: ['Rigidbody'],
		})
	await desk.ok('unity_hierarchy', { action: 'create', name: 'Ball', components: ['Rigidbody'] })
}

const massOf = async (desk: Desk, path: string) =>
	(await desk.properties(path, 'Rigidbody'))['mass']

const setMass = {
	action: 'modify_where',
	component_type: 'Rigidbody',
	properties: { mass: 5 },
} as const

export const manyComponentCases = new CaseList(COMPONENT)
	.works('modify_where', 'the mass of all bodies, counted, as one step of Undo', async (desk) => {
		await bodies(desk, 30)
		const done = await desk.ok(COMPONENT, setMass, { group: 'run_w.1' })
		expect(done).toMatchObject({ matched: 31, changed: 31 })
		expect(done.note).toContain('first 20')
		expect(done.objects).toHaveLength(20)
		const found = await desk.ok(QUERY, {
			action: 'find',
			component_type: 'Rigidbody',
			fields: ['mass'],
		})
		expect(new Set(found.objects.map(({ values }) => values?.['mass']))).toEqual(new Set([5]))
		await desk.ok('unity_undo', { action: 'undo' })
		expect(await massOf(desk, '/Ball')).toBe(1)
		expect(await massOf(desk, '/Pile/Box7')).toBe(1)
	})
	.works('modify_where', 'only what fits, with what was before', async (desk) => {
		await bodies(desk, 2)
		const done = await desk.ok(COMPONENT, { ...setMass, where: { under: '/Pile', name: 'box1' } })
		expect(done).toMatchObject({
			matched: 1,
			changed: 1,
			objects: [{ path: '/Pile/Box1', before: { mass: 1 }, after: { mass: 5 } }],
		})
		expect(await massOf(desk, '/Pile/Box0')).toBe(1)
		expect(await massOf(desk, '/Pile/Box1')).toBe(5)
	})
	.works('modify_where', 'a preview shows what it would hit and changes nothing', async (desk) => {
		await bodies(desk, 2)
		const shown = await desk.ok(COMPONENT, { ...setMass, preview: true })
		expect(shown).toMatchObject({ matched: 3, changed: 0 })
		expect(shown.objects.map(({ path }) => path).sort()).toEqual([
			'/Ball',
			'/Pile/Box0',
			'/Pile/Box1',
		])
		expect(shown.objects[0]).toMatchObject({ before: { mass: 1 } })
		expect(shown.objects[0]?.after).toBeUndefined()
		expect(await massOf(desk, '/Ball')).toBe(1)
	})
	.works(
		'modify_where',
		'a property that is refused beside one that is set is said',
		async (desk) => {
			await bodies(desk, 1)
			const properties = { mass: 5, wings: 2 }
			const done = await desk.ok(COMPONENT, { ...setMass, properties })
			expect(done).toMatchObject({ matched: 2, changed: 2 })
			expect(done.note).toContain('wings')
		},
	)
	.refuses('modify_where', 'not_found', 'nothing fits', async (desk) => {
		await bodies(desk, 1)
		const error = await desk.fails(COMPONENT, { ...setMass, where: { name: 'Tower' } }, 'not_found')
		expect(error.hint).toContain('unity_query find')
	})
	.refuses('modify_where', 'unknown_property', 'a property that none of them has', async (desk) => {
		await bodies(desk, 1)
		const properties = { mas: 5 }
		await desk.fails(COMPONENT, { ...setMass, properties }, 'unknown_property')
		await desk.fails(COMPONENT, { ...setMass, properties, preview: true }, 'unknown_property')
	})

export const manyInspectionCases = new CaseList(QUERY)
	.works(
		'inspect_objects',
		'each as inspect_object shows it, in the order asked for',
		async (desk) => {
			await bodies(desk, 1)
			const paths = ['/Ball', '/Pile/Box0']
			const { objects } = await desk.ok(QUERY, {
				action: 'inspect_objects',
				instance_ids: paths,
				component_type: 'Rigidbody',
			})
			const [ball] = objects
			expect(objects.map(({ gameObject }) => gameObject.path)).toEqual(paths)
			expect(ball).toEqual(
				await desk.ok(QUERY, {
					action: 'inspect_object',
					instance_id: '/Ball',
					component_type: 'Rigidbody',
				}),
			)
		},
	)
	.refuses('inspect_objects', 'not_found', 'one of them is not there', async (desk) => {
		await bodies(desk, 1)
		const instance_ids = ['/Ball', '/Bal']
		const error = await desk.fails(QUERY, { action: 'inspect_objects', instance_ids }, 'not_found')
		expect(error.data['nearest']).toContain('/Ball')
	})

export const manyInBatchCases = new CaseList('unity_batch').works(
	'run',
	'one change on many objects, as everything else of a batch',
	async (desk) => {
		await bodies(desk, 1)
		await desk.ok('unity_batch', { operations: [{ tool: COMPONENT, args: setMass }] })
		expect(await massOf(desk, '/Ball')).toBe(5)
	},
)
