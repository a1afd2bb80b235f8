/** unity_component, modify: values are set; for unknown properties the answer names the existing ones. */
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import { expectVector } from '../kit/check.ts'
import { cube, twins } from '../kit/objects.ts'
import { resultsOf } from '../kit/properties.ts'

const T = 'unity_component'

export const componentValueCases = new CaseList(T)
	.works('configure', 'colours are numbers from 0 to 1, or hexadecimal', async (desk) => {
		await desk.ok('unity_hierarchy', { action: 'create', name: 'Lamp', primitive_type: 'Cube' })
		const set = (component_type: string, properties: Record<string, unknown>) =>
			({ action: 'configure', game_object_id: '/Lamp', component_type, properties }) as const
		const light = await desk.ok('unity_component', set('Light', { color: '#ff8000' }))
		expectVector(light.results[0]?.newValue, [1, 128 / 255, 0, 1])
		const tint = set('MeshRenderer', { 'material.color': '#00FF0080' })
		const cube = await desk.ok('unity_component', tint)
		expectVector(cube.results[0]?.newValue, [0, 1, 0, 128 / 255])
		const bytes = set('Light', { color: [255, 128, 0] })
		const error = await desk.fails('unity_component', bytes, 'invalid_arguments')
		expect(JSON.stringify(error)).toContain('from 0 to 1')
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
	.refuses(
		'modify',
		'invalid_arguments',
		'the error for a mistyped file names files, not objects',
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
		'known properties are set, unknown ones are answered with existing names',
		async (desk) => {
			await cube(desk, 'Crate', 'Rigidbody')
			const changed = await desk.ok(T, {
				action: 'modify',
				game_object_id: '/Crate',
				component_type: 'Rigidbody',
				properties: { mass: 5, drag: 1 },
			})
			expect(changed).toMatchObject({ successCount: 1, failCount: 1 })
			// Placed first: the counts at the end look like success.
			expect(Object.keys(changed)[0]).toBe('note')
			expect(changed.note).toMatch(/^1 of 2 properties was not set: drag\..*nearest names/)
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
	.refuses(
		'modify',
		'unknown_property',
		'the error names existing ones, nearest first',
		async (desk) => {
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
		},
	)
	.works('modify', 'a value out of range is clamped, and reported as clamped', async (desk) => {
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
	})
	.refuses(
		'modify',
		'invalid_arguments',
		'the error for a value of the wrong kind says what is expected',
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
	.refuses(
		'modify',
		'ambiguous',
		'two objects with the same path: neither is changed',
		async (desk) => {
			await twins(desk)
			const args = {
				action: 'modify',
				game_object_id: '/Twin',
				component_type: 'Transform',
				properties: { localPosition: [1, 1, 1] },
			}
			await desk.fails(T, args, 'ambiguous')
		},
	)
