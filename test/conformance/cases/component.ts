/** unity_component: components are added, configured and removed, or nothing changes. */
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import { cubeWith } from '../kit/examples.ts'
import { cube } from '../kit/objects.ts'
import { resultsOf } from '../kit/properties.ts'

const T = 'unity_component'

export const componentCases = new CaseList(T)
	.example('modify', cubeWith('Rigidbody'))
	.example('modify_where', cubeWith('Rigidbody'))
	.example('remove', cubeWith('Rigidbody'))
	.works('add', 'a body with a mass', async (desk) => {
		const id = await cube(desk, 'Crate')
		const added = await desk.ok(T, {
			action: 'add',
			game_object_id: '/Crate',
			component_type: 'Rigidbody',
			properties: { mass: 5 },
		})
		expect(added).toMatchObject({
			componentType: 'Rigidbody',
			gameObjectId: id,
			gameObjectName: 'Crate',
			successCount: 1,
			failCount: 0,
			results: [{ property: 'mass', success: true, previousValue: 1, newValue: 5 }],
		})
		expect(await desk.properties('/Crate', 'Rigidbody')).toMatchObject({ mass: 5 })
	})
	.works('add', 'by full name, with required components', async (desk) => {
		await desk.ok('unity_hierarchy', { action: 'create', name: 'Door' })
		const args = {
			action: 'add',
			game_object_id: '/Door',
			component_type: 'UnityEngine.HingeJoint',
		}
		expect(await desk.ok(T, args as { action: 'add' })).toMatchObject({
			componentType: 'HingeJoint',
		})
		expect((await desk.look('/Door'))?.components).toEqual(['Transform', 'Rigidbody', 'HingeJoint'])
	})
	.refuses(
		'add',
		'unknown_type',
		'a type that does not exist is answered with near matches',
		async (desk) => {
			await cube(desk, 'Crate')
			const args = { action: 'add', game_object_id: '/Crate', component_type: 'Rigidbdy' }
			const error = await desk.fails(T, args, 'unknown_type')
			expect(error.data['nearest']).toContain('Rigidbody')
		},
	)
	.refuses(
		'add',
		'already_exists',
		'a second component of a type that an object can have once',
		async (desk) => {
			await cube(desk, 'Crate', 'Rigidbody')
			const args = { action: 'add', game_object_id: '/Crate', component_type: 'Rigidbody' }
			await desk.fails(T, args, 'already_exists')
			const { components } = (await desk.look('/Crate')) ?? { components: [] }
			expect(components.filter((type) => type === 'Rigidbody')).toHaveLength(1)
		},
	)
	.refuses('add', 'invalid_arguments', '2D and 3D physics do not go together', async (desk) => {
		await cube(desk, 'Crate', 'Rigidbody')
		const args = { action: 'add', game_object_id: '/Crate', component_type: 'Rigidbody2D' }
		await desk.fails(T, args, 'invalid_arguments')
		expect((await desk.look('/Crate'))?.components).not.toContain('Rigidbody2D')
	})
	.refuses(
		'add',
		'unknown_property',
		'if nothing could be set, the component is not added either',
		async (desk) => {
			await cube(desk, 'Crate')
			const error = await desk.fails(
				T,
				{
					action: 'add',
					game_object_id: '/Crate',
					component_type: 'Rigidbody',
					properties: { weight: 5 },
				},
				'unknown_property',
			)
			expect(resultsOf(error.data)[0]?.available).toContain('mass')
			expect((await desk.look('/Crate'))?.components).not.toContain('Rigidbody')
		},
	)
	.refuses('add', 'not_found', 'an object that does not exist', async (desk) => {
		const args = { action: 'add', game_object_id: '/Ghost', component_type: 'Rigidbody' }
		await desk.fails(T, args, 'not_found')
	})
	.works('remove', 'one of two, by its index; undo restores it', async (desk) => {
		await cube(desk, 'Crate', 'AudioSource')
		await desk.ok(T, {
			action: 'add',
			game_object_id: '/Crate',
			component_type: 'AudioSource',
			properties: { volume: 0.25 },
		})
		const removed = await desk.ok(T, {
			action: 'remove',
			game_object_id: '/Crate',
			component_type: 'AudioSource',
			component_index: 1,
		})
		expect(removed).toMatchObject({ componentType: 'AudioSource', gameObjectName: 'Crate' })
		expect(await desk.properties('/Crate', 'AudioSource')).toMatchObject({ volume: 1 })
		await desk.ok('unity_undo', { action: 'undo' })
		const { components } = await desk.ok('unity_query', {
			action: 'inspect_object',
			instance_id: '/Crate',
			component_type: 'AudioSource',
		})
		expect(components.map((c) => c.properties['volume'])).toEqual([1, 0.25])
	})
	.refuses(
		'remove',
		'not_found',
		'the error for a missing component names the existing ones',
		async (desk) => {
			await cube(desk, 'Crate')
			const args = { action: 'remove', game_object_id: '/Crate', component_type: 'Light' }
			const error = await desk.fails(T, args, 'not_found')
			expect(error.data['components']).toContain('BoxCollider')
		},
	)
	.refuses('remove', 'invalid_arguments', 'a Transform stays', async (desk) => {
		await cube(desk, 'Crate')
		const args = { action: 'remove', game_object_id: '/Crate', component_type: 'Transform' }
		await desk.fails(T, args, 'invalid_arguments')
	})
	.refuses(
		'remove',
		'invalid_arguments',
		'a component that another one needs stays',
		async (desk) => {
			await cube(desk, 'Crate', 'HingeJoint')
			const args = { action: 'remove', game_object_id: '/Crate', component_type: 'Rigidbody' }
			const error = await desk.fails(T, args, 'invalid_arguments')
			expect(error.message).toContain('HingeJoint')
			expect((await desk.look('/Crate'))?.components).toContain('Rigidbody')
		},
	)
	.works('add', 'required components are added and named', async (desk) => {
		await cube(desk, 'Door')
		const args = { game_object_id: '/Door', component_type: 'HingeJoint' }
		expect(await desk.ok(T, { action: 'add', ...args })).toMatchObject({ alsoAdded: ['Rigidbody'] })
		expect(await desk.ok(T, { action: 'add', ...args })).not.toHaveProperty('alsoAdded')
		await cube(desk, 'Gate')
		const gate = { ...args, game_object_id: '/Gate', properties: { breakForce: 5 } }
		const configured = await desk.ok(T, { action: 'configure', ...gate })
		expect(configured).toMatchObject({ added: true, alsoAdded: ['Rigidbody'] })
	})
	.works('configure', 'adds a missing component, then finds it', async (desk) => {
		await cube(desk, 'Crate')
		const args = {
			action: 'configure',
			game_object_id: '/Crate',
			component_type: 'Rigidbody',
		} as const
		const first = await desk.ok(T, { ...args, properties: { mass: 3 } })
		expect(first).toMatchObject({ added: true, successCount: 1 })
		const second = await desk.ok(T, { ...args, properties: { mass: 4 } })
		expect(second).toMatchObject({ added: false, componentId: first.componentId })
		expect(second.results[0]).toMatchObject({ previousValue: 3, newValue: 4 })
	})
	.refuses(
		'configure',
		'unknown_property',
		'if nothing could be set, nothing is added',
		async (desk) => {
			await cube(desk, 'Crate')
			const args = {
				action: 'configure',
				game_object_id: '/Crate',
				component_type: 'Rigidbody',
				properties: { weight: 3 },
			}
			await desk.fails(T, args, 'unknown_property')
			expect((await desk.look('/Crate'))?.components).not.toContain('Rigidbody')
		},
	)
	.refuses('modify', 'invalid_arguments', 'no property at all', async (desk) => {
		await cube(desk, 'Crate')
		const target = { game_object_id: '/Crate', component_type: 'Transform' }
		await desk.fails(T, { action: 'modify', ...target, properties: {} }, 'invalid_arguments')
	})
	.refuses('configure', 'unknown_type', 'a type that does not exist', async (desk) => {
		await cube(desk, 'Crate')
		const args = {
			action: 'configure',
			game_object_id: '/Crate',
			component_type: 'Spinn',
			properties: {},
		}
		expect((await desk.fails(T, args, 'unknown_type')).data['nearest']).not.toEqual([])
	})
	.refuses('configure', 'not_found', 'an index beyond the existing components', async (desk) => {
		await cube(desk, 'Crate', 'AudioSource')
		const args = {
			action: 'configure',
			game_object_id: '/Crate',
			component_type: 'AudioSource',
			component_index: 3,
			properties: { volume: 0.5 },
		}
		await desk.fails(T, args, 'not_found')
		expect(await desk.properties('/Crate', 'AudioSource')).toMatchObject({ volume: 1 })
	})
