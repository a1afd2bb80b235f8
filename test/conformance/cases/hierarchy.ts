/** unity_hierarchy: objects are where they were put, and a failed call changes nothing. */
import { PrimitiveType } from '@fairlead/protocol/tools'
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import { expectVector } from '../kit/check.ts'
import { level2 } from '../kit/examples.ts'
import { car, cube, twins } from '../kit/objects.ts'

const T = 'unity_hierarchy'

/** The components that define each kind of object. */
const PARTS: Readonly<Record<PrimitiveType, readonly string[]>> = {
	Empty: [],
	Cube: ['MeshFilter', 'MeshRenderer', 'BoxCollider'],
	Sphere: ['MeshFilter', 'MeshRenderer', 'SphereCollider'],
	Capsule: ['MeshFilter', 'MeshRenderer', 'CapsuleCollider'],
	Cylinder: ['MeshFilter', 'MeshRenderer', 'CapsuleCollider'],
	Plane: ['MeshFilter', 'MeshRenderer', 'MeshCollider'],
	Quad: ['MeshFilter', 'MeshRenderer', 'MeshCollider'],
	Camera: ['Camera'],
	DirectionalLight: ['Light'],
	PointLight: ['Light'],
	SpotLight: ['Light'],
}
const LIGHTS: Readonly<Record<string, string>> = {
	DirectionalLight: 'Directional',
	PointLight: 'Point',
	SpotLight: 'Spot',
}

export const hierarchyCases = new CaseList(T)
	.example('move_scene', async (desk) => {
		await cube(desk, 'Cube')
		await level2(desk)
	})
	.works(
		'create',
		'a named cube with a body is below its parent, rotated and scaled',
		async (desk) => {
			const parent = await desk.ok(T, { action: 'create', name: 'Shelf', position: [10, 0, 0] })
			expect(parent.path).toBe('/Shelf')
			const cube = await desk.ok(T, {
				action: 'create',
				name: 'Box',
				primitive_type: 'Cube',
				parent_id: '/Shelf',
				position: [1, 2, 3],
				rotation: [0, 90, 0],
				scale: [2, 2, 2],
				components: ['Rigidbody'],
			})
			expect(cube).toMatchObject({ name: 'Box', path: '/Shelf/Box', scene: parent.scene })
			const seen = await desk.look(cube.instanceId)
			expect(seen).toMatchObject({ parentId: parent.instanceId, path: '/Shelf/Box' })
			expect(seen?.components).toEqual(expect.arrayContaining([...PARTS.Cube, 'Rigidbody']))
			expectVector(seen?.transform['localPosition'], [1, 2, 3])
			expectVector(seen?.transform['localRotation'], [0, 90, 0])
			expectVector(seen?.transform['localScale'], [2, 2, 2])
			expectVector(seen?.transform['position'], [11, 2, 3])
		},
	)
	.works('create', 'every kind of object has its components', async (desk) => {
		for (const kind of PrimitiveType.options) {
			const made = await desk.ok(T, { action: 'create', name: `A ${kind}`, primitive_type: kind })
			const seen = await desk.look(made.instanceId)
			expect(seen?.components[0]).toBe('Transform')
			expect(seen?.components, kind).toEqual(expect.arrayContaining([...PARTS[kind]]))
			if (LIGHTS[kind])
				expect(await desk.properties(made.instanceId, 'Light')).toMatchObject({
					type: LIGHTS[kind],
				})
		}
	})
	.works('create', 'without a name it gets a unique one among its siblings', async (desk) => {
		const first = await desk.ok(T, { action: 'create', primitive_type: 'Sphere' })
		const second = await desk.ok(T, { action: 'create', primitive_type: 'Sphere' })
		expect(first.name).toBe('Sphere')
		expect(second.name).toBe('Sphere (1)')
		expect(await desk.look(second.path)).toMatchObject({ instanceId: second.instanceId })
	})
	.works('create', 'in play mode it says that the object will not last', async (desk) => {
		await desk.ok('unity_play', { action: 'enter' })
		const passing = await desk.ok(T, { action: 'create', name: 'Passing' })
		expect(Object.keys(passing)[0]).toBe('note')
		expect(passing.note).toContain('lost when play mode ends')
		const operations = [{ tool: T, args: { action: 'create', name: 'Passing too' } }]
		expect((await desk.ok('unity_batch', { operations })).note).toContain('lost')
		const looking = [{ tool: 'unity_query', args: { action: 'selection' } }]
		expect(await desk.ok('unity_batch', { operations: looking })).not.toHaveProperty('note')
		await desk.ok('unity_play', { action: 'exit' })
		expect(await desk.ok(T, { action: 'create', name: 'Lasting' })).not.toHaveProperty('note')
	})
	.works('create', 'required components are named', async (desk) => {
		const door = { action: 'create', name: 'Door', components: ['HingeJoint', 'BoxCollider'] }
		expect(await desk.ok(T, door)).toMatchObject({ alsoAdded: ['Rigidbody'] })
		const box = { action: 'create', primitive_type: 'Cube', components: ['Rigidbody'] }
		expect(await desk.ok(T, box)).not.toHaveProperty('alsoAdded')
	})
	.refuses(
		'create',
		'not_found',
		'the error for an unknown parent names near matches',
		async (desk) => {
			await desk.ok(T, { action: 'create', name: 'Cabinet' })
			const error = await desk.fails(
				T,
				{ action: 'create', name: 'Lost', parent_id: '/Cabinett' },
				'not_found',
			)
			expect(error.data['nearest']).toContain('/Cabinet')
			expect(await desk.count('Lost')).toBe(0)
		},
	)
	.refuses(
		'create',
		'ambiguous',
		'two objects with the same path: neither is guessed',
		async (desk) => {
			await twins(desk)
			const error = await desk.fails(
				T,
				{ action: 'create', name: 'Child', parent_id: '/Twin' },
				'ambiguous',
			)
			const matches = error.data['matches'] as { instanceId: string; path: string }[]
			expect(matches).toHaveLength(2)
			expect(matches.map(({ path }) => path)).toEqual(['/Twin[1]', '/Twin[2]'])
			const chosen = matches[1]?.instanceId ?? ''
			const child = await desk.ok(T, { action: 'create', name: 'Child', parent_id: chosen })
			expect(await desk.look(child.instanceId)).toMatchObject({ parentId: chosen })
		},
	)
	.refuses(
		'create',
		'unknown_type',
		'an unknown component leaves no partial object',
		async (desk) => {
			const args = { action: 'create', name: 'Half', components: ['BoxCollider', 'Rigidbdy'] }
			const error = await desk.fails(T, args, 'unknown_type')
			expect(error.data['nearest']).toContain('Rigidbody')
			expect(await desk.count('Half')).toBe(0)
		},
	)
	.refuses('create', 'invalid_arguments', 'a position of two numbers', async (desk) => {
		await desk.fails(T, { action: 'create', name: 'Flat', position: [1, 2] }, 'invalid_arguments')
		expect(await desk.count('Flat')).toBe(0)
	})
	.works('duplicate', 'the copy has the children, and its own name and place', async (desk) => {
		const tower = await desk.ok(T, { action: 'create', name: 'Tower', position: [1, 0, 0] })
		await desk.ok(T, { action: 'create', name: 'Flag', parent_id: '/Tower' })
		const copy = await desk.ok(T, {
			action: 'duplicate',
			instance_id: '/Tower',
			name: 'Keep',
			position: [5, 0, 0],
		})
		expect(copy).toMatchObject({ name: 'Keep', path: '/Keep' })
		expect(copy.instanceId).not.toBe(tower.instanceId)
		const seen = await desk.look('/Keep')
		expect(seen?.childCount).toBe(1)
		expectVector(seen?.transform['localPosition'], [5, 0, 0])
		expect(await desk.look('/Keep/Flag')).not.toBeNull()
		expectVector((await desk.look('/Tower'))?.transform['localPosition'], [1, 0, 0])
	})
	.works('duplicate', 'references inside the copied tree point into the copy', async (desk) => {
		await desk.ok(T, { action: 'create', name: 'Rig', components: ['Rigidbody'] })
		await desk.ok(T, {
			action: 'create',
			name: 'Arm',
			parent_id: '/Rig',
			components: ['HingeJoint'],
		})
		await desk.ok('unity_component', {
			action: 'modify',
			game_object_id: '/Rig/Arm',
			component_type: 'HingeJoint',
			properties: { connectedBody: '/Rig' },
		})
		await desk.ok(T, { action: 'duplicate', instance_id: '/Rig', name: 'Copy' })
		expect((await desk.properties('/Copy/Arm', 'HingeJoint'))['connectedBody']).toBe(
			'/Copy#Rigidbody',
		)
		expect((await desk.properties('/Rig/Arm', 'HingeJoint'))['connectedBody']).toBe(
			'/Rig#Rigidbody',
		)
	})
	.refuses('duplicate', 'not_found', 'nothing to copy', async (desk) => {
		await desk.fails(T, { action: 'duplicate', instance_id: '/Nothing' }, 'not_found')
	})
	.works(
		'destroy',
		'the object is deleted with its children, and one undo restores both',
		async (desk) => {
			await desk.ok(T, { action: 'create', name: 'Doomed' })
			await desk.ok(T, { action: 'create', name: 'Infant', parent_id: '/Doomed' })
			const gone = await desk.ok(T, { action: 'destroy', instance_id: '/Doomed' })
			expect(gone).toMatchObject({ name: 'Doomed', path: '/Doomed', destroyedCount: 2 })
			expect(await desk.count('Infant')).toBe(0)
			await desk.ok('unity_undo', { action: 'undo' })
			expect(await desk.look('/Doomed/Infant')).not.toBeNull()
		},
	)
	.refuses('destroy', 'not_found', 'an id that no object has', async (desk) => {
		const made = await desk.ok(T, { action: 'create', name: 'Brief' })
		await desk.ok(T, { action: 'destroy', instance_id: made.instanceId })
		await desk.fails(T, { action: 'destroy', instance_id: made.instanceId }, 'not_found')
	})
	.refuses('destroy', 'unsupported', 'a part of a prefab instance stays', async (desk) => {
		await car(desk, 'CarA')
		const error = await desk.fails(
			T,
			{ action: 'destroy', instance_id: '/CarA/Wheel' },
			'unsupported',
		)
		expect(error.hint).toContain('npack')
		expect(await desk.look('/CarA/Wheel')).not.toBeNull()
	})
	.works('rename', 'the object answers to its new path', async (desk) => {
		const { instanceId } = await desk.ok(T, { action: 'create', name: 'Old' })
		const renamed = await desk.ok(T, { action: 'rename', instance_id: '/Old', name: 'New/Name' })
		expect(renamed).toMatchObject({
			instanceId,
			name: 'New/Name',
			path: '/New/Name',
			previousName: 'Old',
		})
		expect(await desk.look('/New/Name')).toMatchObject({ instanceId })
		expect(await desk.look('/Old')).toBeNull()
	})
	.refuses('rename', 'invalid_arguments', 'an empty name', async (desk) => {
		await desk.ok(T, { action: 'create', name: 'Named' })
		await desk.fails(T, { action: 'rename', instance_id: '/Named', name: '' }, 'invalid_arguments')
		expect(await desk.count('Named')).toBe(1)
	})
	.refuses(
		'rename',
		'ambiguous',
		'two objects with the same path: neither is renamed',
		async (desk) => {
			await twins(desk)
			await desk.fails(T, { action: 'rename', instance_id: '/Twin', name: 'Chosen' }, 'ambiguous')
			expect(await desk.count('Twin')).toBe(2)
		},
	)
	.works('reparent', 'it keeps its place in the world, or its local one', async (desk) => {
		const parent = await desk.ok(T, { action: 'create', name: 'Base', position: [0, 10, 0] })
		await desk.ok(T, { action: 'create', name: 'First', parent_id: '/Base' })
		await desk.ok(T, { action: 'create', name: 'Ball', position: [1, 1, 1] })
		const moved = await desk.ok(T, {
			action: 'reparent',
			instance_id: '/Ball',
			parent_id: '/Base',
			sibling_index: 0,
		})
		expect(moved).toMatchObject({
			path: '/Base/Ball',
			parentId: parent.instanceId,
			siblingIndex: 0,
		})
		expectVector((await desk.look('/Base/Ball'))?.transform['position'], [1, 1, 1])
		const root = await desk.ok(T, {
			action: 'reparent',
			instance_id: '/Base/Ball',
			parent_id: null,
			world_position_stays: false,
		})
		expect(root).toMatchObject({ path: '/Ball', parentId: null })
		expectVector((await desk.look('/Ball'))?.transform['position'], [1, -9, 1])
	})
	.refuses(
		'reparent',
		'invalid_arguments',
		'an object cannot be its own descendant',
		async (desk) => {
			await desk.ok(T, { action: 'create', name: 'Outer' })
			await desk.ok(T, { action: 'create', name: 'Inner', parent_id: '/Outer' })
			const args = { action: 'reparent', instance_id: '/Outer', parent_id: '/Outer/Inner' }
			await desk.fails(T, args, 'invalid_arguments')
			expect(await desk.look('/Outer/Inner')).not.toBeNull()
		},
	)
	.refuses('reparent', 'invalid_arguments', 'the root is null, in a batch too', async (desk) => {
		await desk.ok(T, { action: 'create', name: 'Lost' })
		for (const parent_id of ['null', '', '/', 'root']) {
			const args = { action: 'reparent', instance_id: '/Lost', parent_id }
			const operations = [{ tool: T, args }]
			for (const error of [
				await desk.fails(T, args, 'invalid_arguments'),
				await desk.fails('unity_batch', { operations }, 'invalid_arguments'),
			])
				expect(error.message).toContain('Write null, without quotes')
		}
	})
	.refuses('reparent', 'not_found', 'a parent that does not exist', async (desk) => {
		await desk.ok(T, { action: 'create', name: 'Orphan' })
		await desk.fails(
			T,
			{ action: 'reparent', instance_id: '/Orphan', parent_id: '/Nobody' },
			'not_found',
		)
	})
	.refuses('reparent', 'unsupported', 'a part of a prefab instance stays in it', async (desk) => {
		await car(desk, 'CarB')
		await desk.fails(
			T,
			{ action: 'reparent', instance_id: '/CarB/Wheel', parent_id: null },
			'unsupported',
		)
		expect(await desk.look('/CarB/Wheel')).not.toBeNull()
	})
	.works(
		'move_scene',
		'a root object and its children move to another open scene',
		async (desk) => {
			const path = 'Assets/Scenes/Annex.unity'
			await desk.ok('unity_scene', { action: 'create', path, additive: true, empty: true })
			await desk.ok(T, { action: 'create', name: 'Mover' })
			await desk.ok(T, { action: 'create', name: 'Luggage', parent_id: '/Mover' })
			const moved = await desk.ok(T, {
				action: 'move_scene',
				instance_id: '/Mover',
				target_scene: 'Annex',
			})
			expect(moved).toMatchObject({ path: '/Mover', scene: 'Annex' })
			expect(await desk.look('/Annex:/Mover/Luggage')).toMatchObject({ scene: 'Annex' })
		},
	)
	.refuses(
		'move_scene',
		'not_found',
		'the error for a closed scene names the open ones',
		async (desk) => {
			await desk.ok(T, { action: 'create', name: 'Stayer' })
			const args = { action: 'move_scene', instance_id: '/Stayer', target_scene: 'Atlantis' }
			const error = await desk.fails(T, args, 'not_found')
			expect(error.data['loaded']).toHaveLength(1)
		},
	)
	.refuses('move_scene', 'invalid_arguments', 'an object with a parent', async (desk) => {
		const scene = await desk.fresh()
		await desk.ok(T, { action: 'create', name: 'Nest' })
		await desk.ok(T, { action: 'create', name: 'Egg', parent_id: '/Nest' })
		const args = { action: 'move_scene', instance_id: '/Nest/Egg', target_scene: scene }
		await desk.fails(T, args, 'invalid_arguments')
	})
