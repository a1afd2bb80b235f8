/** unity_component: what was set is there; what cannot be set is said with the names that exist. */
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import { expectVector } from '../kit/check.ts'
import type { Desk } from '../kit/desk.ts'
import { twins } from './hierarchy.ts'

const T = 'unity_component'

async function cube(desk: Desk, name: string, ...components: string[]): Promise<string> {
	const made = await desk.ok('unity_hierarchy', {
		action: 'create',
		name,
		primitive_type: 'Cube',
		components,
	})
	return made.instanceId
}

interface Change {
	readonly property: string
	readonly success: boolean
	readonly error?: string
	readonly available?: readonly string[]
}
const resultsOf = (data: Record<string, unknown>): Change[] => data['results'] as Change[]

export const componentCases = new CaseList(T)
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
	.works('add', 'by full name, with what the type requires', async (desk) => {
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
		'a type that does not exist is answered with near ones',
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
		'a second one of a kind that an object takes once',
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
		'when nothing could be set, the component is not there either',
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
	.refuses('add', 'not_found', 'an object that is not there', async (desk) => {
		const args = { action: 'add', game_object_id: '/Ghost', component_type: 'Rigidbody' }
		await desk.fails(T, args, 'not_found')
	})
	.works('remove', 'one of two, by its index; undo brings it back', async (desk) => {
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
		'a component that is not there is answered with those that are',
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
	.refuses('remove', 'invalid_arguments', 'what another component needs stays', async (desk) => {
		await cube(desk, 'Crate', 'HingeJoint')
		const args = { action: 'remove', game_object_id: '/Crate', component_type: 'Rigidbody' }
		const error = await desk.fails(T, args, 'invalid_arguments')
		expect(error.message).toContain('HingeJoint')
		expect((await desk.look('/Crate'))?.components).toContain('Rigidbody')
	})
	.works(
		'modify',
		'numbers, flags, vectors, colours, enums and layers of several types',
		async (desk) => {
			const path = '/Rig'
			await desk.ok('unity_hierarchy', {
				action: 'create',
				name: 'Rig',
				components: ['Rigidbody', 'BoxCollider', 'Light', 'Camera', 'AudioSource'],
			})
			const set = (component_type: string, properties: Record<string, unknown>) =>
				desk.ok(T, { action: 'modify', game_object_id: path, component_type, properties })
			const body = await set('Rigidbody', {
				mass: 2.5,
				linearDamping: 0.5,
				useGravity: false,
				collisionDetectionMode: 'ContinuousDynamic',
				constraints: ['FreezePositionX', 'FreezeRotationZ'],
			})
			expect(body).toMatchObject({ successCount: 5, failCount: 0 })
			expect(await desk.properties(path, 'Rigidbody')).toMatchObject({
				mass: 2.5,
				linearDamping: 0.5,
				useGravity: false,
				collisionDetectionMode: 'ContinuousDynamic',
				constraints: 'FreezePositionX, FreezeRotationZ',
			})
			await set('BoxCollider', { center: [0, 1, 0], size: [1, 2, 3], isTrigger: true })
			const box = await desk.properties(path, 'BoxCollider')
			expectVector(box['center'], [0, 1, 0])
			expectVector(box['size'], [1, 2, 3])
			expect(box['isTrigger']).toBe(true)
			await set('Light', {
				type: 'Spot',
				color: [1, 0.5, 0],
				intensity: 3,
				cullingMask: ['UI', 'Water'],
			})
			const light = await desk.properties(path, 'Light')
			expect(light).toMatchObject({ type: 'Spot', intensity: 3 })
			expectVector(light['color'], [1, 0.5, 0, 1])
			expect([...(light['cullingMask'] as string[])].sort()).toEqual(['UI', 'Water'])
			await set('Camera', { orthographic: true, clearFlags: 'SolidColor', rect: [0, 0, 0.5, 0.5] })
			const camera = await desk.properties(path, 'Camera')
			expect(camera).toMatchObject({ orthographic: true, clearFlags: 'SolidColor' })
			expectVector(camera['rect'], [0, 0, 0.5, 0.5])
			await set('AudioSource', { priority: 7, enabled: false })
			expect(await desk.properties(path, 'AudioSource')).toMatchObject({ priority: 7 })
			const { components } = await desk.ok('unity_query', {
				action: 'inspect_object',
				instance_id: path,
				component_type: 'AudioSource',
			})
			expect(components[0]?.enabled).toBe(false)
		},
	)
	.works('modify', 'references: to an object by path, to an asset, to nothing', async (desk) => {
		await cube(desk, 'Gate', 'HingeJoint')
		await cube(desk, 'Post', 'Rigidbody')
		const asset = 'Assets/Gate paint.mat'
		await desk.ok('unity_asset', { action: 'create_material', path: asset, color: [0, 1, 0] })
		const set = (component_type: string, properties: Record<string, unknown>) =>
			desk.ok(T, { action: 'modify', game_object_id: '/Gate', component_type, properties })
		await set('HingeJoint', { connectedBody: '/Post#Rigidbody' })
		expect(await desk.properties('/Gate', 'HingeJoint')).toMatchObject({
			connectedBody: '/Post#Rigidbody',
		})
		await set('HingeJoint', { connectedBody: null })
		expect(await desk.properties('/Gate', 'HingeJoint')).toMatchObject({ connectedBody: null })
		await set('MeshRenderer', { sharedMaterial: asset })
		const renderer = await desk.properties('/Gate', 'MeshRenderer')
		expectVector(renderer['material.color'], [0, 1, 0, 1])
	})
	.works('modify', 'a colour of one object leaves the others as they are', async (desk) => {
		await cube(desk, 'Red')
		await cube(desk, 'Plain')
		await desk.ok(T, {
			action: 'modify',
			game_object_id: '/Red',
			component_type: 'MeshRenderer',
			properties: { 'material.color': [1, 0, 0] },
		})
		expectVector((await desk.properties('/Red', 'MeshRenderer'))['material.color'], [1, 0, 0, 1])
		expectVector((await desk.properties('/Plain', 'MeshRenderer'))['material.color'], [1, 1, 1, 1])
	})
	.works('add', 'what it requires comes along and is named', async (desk) => {
		await cube(desk, 'Door')
		const args = { game_object_id: '/Door', component_type: 'HingeJoint' }
		expect(await desk.ok(T, { action: 'add', ...args })).toMatchObject({ alsoAdded: ['Rigidbody'] })
		expect(await desk.ok(T, { action: 'add', ...args })).not.toHaveProperty('alsoAdded')
		await cube(desk, 'Gate')
		const gate = { ...args, game_object_id: '/Gate', properties: { breakForce: 5 } }
		const configured = await desk.ok(T, { action: 'configure', ...gate })
		expect(configured).toMatchObject({ added: true, alsoAdded: ['Rigidbody'] })
	})
	.refuses(
		'modify',
		'invalid_arguments',
		'a mistyped file is answered with files, not with objects',
		async (desk) => {
			await cube(desk, 'Crate', 'Rigidbody')
			await desk.ok('unity_prefab', {
				action: 'create_asset',
				instance_id: '/Crate',
				asset_path: 'Assets/Nearby/Crate.prefab',
				overwrite: true,
			})
			await desk.ok(T, { action: 'add', game_object_id: '/Crate', component_type: 'HingeJoint' })
			const args = {
				action: 'modify',
				game_object_id: '/Crate',
				component_type: 'HingeJoint',
				properties: { connectedBody: 'Nearby/Crat.prefab' },
			}
			const error = await desk.fails(T, args, 'invalid_arguments')
			expect(JSON.stringify(error.data)).toContain('Assets/Nearby/Crate.prefab')
		},
	)
	.works(
		'modify',
		'what is known is set, what is unknown is answered with the names there are',
		async (desk) => {
			await cube(desk, 'Crate', 'Rigidbody')
			const changed = await desk.ok(T, {
				action: 'modify',
				game_object_id: '/Crate',
				component_type: 'Rigidbody',
				properties: { mass: 5, drag: 1 },
			})
			expect(changed).toMatchObject({ successCount: 1, failCount: 1 })
			// Read first: the counts at the end look like success to whoever skims.
			expect(Object.keys(changed)[0]).toBe('note')
			expect(changed.note).toMatch(/^1 of 2 properties was not set: drag\..*not all/)
			const drag = changed.results.find((result) => result.property === 'drag')
			expect(drag).toMatchObject({ success: false })
			expect(drag?.available).toContain('linearDamping')
			expect(await desk.properties('/Crate', 'Rigidbody')).toMatchObject({
				mass: 5,
				linearDamping: 0,
			})
		},
	)
	.works(
		'modify',
		'every property that inspect_object shows can be set to what it shows',
		async (desk) => {
			await desk.ok('unity_hierarchy', {
				action: 'create',
				name: 'Round',
				components: ['Rigidbody', 'BoxCollider', 'Light', 'Camera', 'AudioSource', 'HingeJoint'],
			})
			for (const type of [
				'Rigidbody',
				'BoxCollider',
				'Light',
				'Camera',
				'AudioSource',
				'HingeJoint',
				'Transform',
			]) {
				const properties = await desk.properties('/Round', type)
				const again = await desk.ok(T, {
					action: 'modify',
					game_object_id: '/Round',
					component_type: type,
					properties,
				})
				expect(
					again.results.filter((result) => !result.success),
					type,
				).toEqual([])
				expect(await desk.properties('/Round', type)).toEqual(properties)
			}
		},
	)
	.refuses('modify', 'unknown_property', 'the names that do exist, nearest first', async (desk) => {
		await cube(desk, 'Crate', 'Rigidbody')
		const error = await desk.fails(
			T,
			{
				action: 'modify',
				game_object_id: '/Crate',
				component_type: 'Rigidbody',
				properties: { linearDampin: 1 },
			},
			'unknown_property',
		)
		expect(resultsOf(error.data)[0]).toMatchObject({ property: 'linearDampin', success: false })
		expect(resultsOf(error.data)[0]?.available?.[0]).toBe('linearDamping')
	})
	.works(
		'modify',
		'a value out of its bounds is cut to them, and told as it is now',
		async (desk) => {
			await cube(desk, 'Lamp', 'Light', 'AudioSource', 'Rigidbody')
			const set = async (component_type: string, properties: Record<string, number>) =>
				(
					await desk.ok(T, {
						action: 'modify',
						game_object_id: '/Lamp',
						component_type,
						properties,
					})
				).results.map((one) => one.newValue)
			expect(await set('Light', { intensity: -2, spotAngle: 500 })).toEqual([0, 179])
			expect(await set('AudioSource', { volume: 5, priority: 1000 })).toEqual([1, 256])
			expect(await set('Rigidbody', { mass: -1 })).toEqual([0.0000001])
			expect(await desk.properties('/Lamp', 'Light')).toMatchObject({
				intensity: 0,
				spotAngle: 179,
			})
		},
	)
	.refuses(
		'modify',
		'invalid_arguments',
		'a value of the wrong kind says what is expected',
		async (desk) => {
			await cube(desk, 'Crate', 'Rigidbody')
			const error = await desk.fails(
				T,
				{
					action: 'modify',
					game_object_id: '/Crate',
					component_type: 'Rigidbody',
					properties: { mass: 'heavy', collisionDetectionMode: 'Psychic' },
				},
				'invalid_arguments',
			)
			const [mass, mode] = resultsOf(error.data)
			expect(mass?.error).toMatch(/number/)
			expect(mode?.error).toMatch(/ContinuousSpeculative/)
			expect(await desk.properties('/Crate', 'Rigidbody')).toMatchObject({ mass: 1 })
		},
	)
	.refuses('modify', 'not_found', 'a component that the object does not have', async (desk) => {
		await cube(desk, 'Crate')
		const args = {
			action: 'modify',
			game_object_id: '/Crate',
			component_type: 'Rigidbody',
			properties: { mass: 2 },
		}
		const error = await desk.fails(T, args, 'not_found')
		expect(error.data['components']).toContain('MeshRenderer')
	})
	.refuses('modify', 'ambiguous', 'of two objects with one path none is changed', async (desk) => {
		await twins(desk)
		const args = {
			action: 'modify',
			game_object_id: '/Twin',
			component_type: 'Transform',
			properties: { localPosition: [1, 1, 1] },
		}
		await desk.fails(T, args, 'ambiguous')
	})
	.works('configure', 'adds what is missing, then finds it', async (desk) => {
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
		'what could not be set is not added either',
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
	.refuses('configure', 'not_found', 'an index beyond those that are there', async (desk) => {
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
