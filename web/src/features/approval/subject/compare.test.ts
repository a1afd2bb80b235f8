import { describe, expect, test } from 'vitest'
import { compare } from './compare.ts'

const component = (properties: Record<string, unknown>) => ({
	gameObject: { name: 'Cube' },
	components: [{ type: 'Rigidbody', properties }],
})

describe('the state that a change would replace', () => {
	test('a component: the current value next to the new one, whatever the property is called', () => {
		const input = { properties: { mass: 5, m_LinearDamping: 1, 'material.color': [1, 0, 0] } }
		const now = component({
			mass: 1,
			linearDamping: 0,
			material: { name: 'Red', color: [1, 1, 1] },
		})
		expect(compare('component', input, now)).toEqual({
			kind: 'values',
			rows: [
				{ property: 'mass', before: 1, after: 5 },
				{ property: 'm_LinearDamping', before: 0, after: 1 },
				{ property: 'material.color', before: [1, 1, 1], after: [1, 0, 0] },
			],
		})
	})

	test('an asset that takes the place of another: the files of the call, with their places', () => {
		const input = { path: 'Assets/Wood.mat', with: 'Assets/Gold.mat', files: ['Assets/Rooms'] }
		const now = {
			files: [
				{ path: '', places: 1, open: true },
				{ path: 'Assets/Rooms/Chest.prefab', places: 2 },
				{ path: 'Assets/Rooms/Hall.unity' },
				{ path: 'Assets/Roomsize.prefab', places: 1 },
			],
		}
		expect(compare('asset', input, now)).toEqual({
			kind: 'values',
			rows: [
				{
					property: 'the scene that was never saved, open',
					before: 'Wood.mat × 1',
					after: 'Gold.mat',
				},
				{ property: 'Assets/Rooms/Chest.prefab', before: 'Wood.mat × 2', after: 'Gold.mat' },
				{ property: 'Assets/Rooms/Hall.unity', before: 'Wood.mat', after: 'Gold.mat' },
			],
		})
	})

	test('a component that does not exist yet has no old values', () => {
		expect(compare('component', { properties: { mass: 5 } }, null)).toEqual({
			kind: 'values',
			rows: [{ property: 'mass', before: undefined, after: 5 }],
		})
	})

	test('the second component of a type is compared with the second', () => {
		const now = { components: [{ properties: { mass: 1 } }, { properties: { mass: 2 } }] }
		expect(
			compare('component', { component_index: 1, properties: { mass: 5 } }, now),
		).toMatchObject({
			rows: [{ before: 2, after: 5 }],
		})
	})

	test('moving an object', () => {
		const now = component({ localPosition: [0, 1, 0], localRotation: [0, 0, 0] })
		const input = { action: 'set_transform', position: [0, 5, 0] }
		expect(compare('object', input, now)).toEqual({
			kind: 'values',
			rows: [{ property: 'position', before: [0, 1, 0], after: [0, 5, 0] }],
		})
		// Local values of now do not compare with new world values.
		expect(compare('object', { ...input, space: 'world' }, now)).toMatchObject({
			rows: [{ before: undefined }],
		})
	})

	test('deleting an object names what is deleted with it', () => {
		const now = {
			gameObject: { path: '/Level', childCount: 12, components: ['Transform', 'Grid'] },
		}
		expect(compare('object', { action: 'destroy', instance_id: '7' }, now)).toEqual({
			kind: 'values',
			rows: [
				{ property: 'object', before: '/Level', after: null },
				{ property: 'children', before: 12, after: null },
				{ property: 'components', before: 'Transform, Grid', after: null },
			],
		})
	})

	test('a file: whole, new, and edited', () => {
		const now = { content: 'a\nb\nc\n' }
		expect(compare('file', { content: 'x\n' }, now)).toEqual({
			kind: 'text',
			before: 'a\nb\nc\n',
			after: 'x\n',
		})
		expect(compare('file', { content: 'x\n' }, null)).toMatchObject({ before: null })
		expect(
			compare(
				'file',
				{
					edits: [
						{ find: 'b', replace: 'B$&' },
						{ find: 'c', replace: 'd' },
					],
				},
				now,
			),
		).toMatchObject({ kind: 'text', after: 'a\nB$&\nd\n' })
	})

	test('edits that do not match the file are shown as requested', () => {
		const edits = [{ find: 'gone', replace: 'here' }]
		for (const now of [{ content: 'a\n' }, null]) {
			expect(compare('file', { edits }, now)).toEqual({
				kind: 'edits',
				diff: '@@ 1 @@\n-gone\n+here\n',
			})
		}
	})
})

describe('a material', () => {
	const now = {
		shader: 'Standard',
		color: [1, 0, 0, 1],
		properties: { _Color: [1, 0, 0, 1], _Metallic: 0, _Glossiness: 0.5 },
	}
	test('shows tint, shader and properties as they are, by whatever name they are asked for', () => {
		const input = {
			action: 'modify_material',
			path: 'Assets/Red.mat',
			shader: 'Unlit/Color',
			color: [0, 0, 1],
			properties: { metallic: 1, _Shine: 2 },
		}
		expect(compare('asset', input, now)).toEqual({
			kind: 'values',
			rows: [
				{ property: 'shader', before: 'Standard', after: 'Unlit/Color' },
				{ property: 'color', before: [1, 0, 0, 1], after: [0, 0, 1] },
				{ property: 'metallic', before: 0, after: 1 },
				{ property: '_Shine', before: undefined, after: 2 },
			],
		})
	})

	test('has its tint under another name in other pipelines', () => {
		const lit = { ...now, properties: { _BaseColor: [0, 1, 0, 1] }, color: [0, 1, 0, 1] }
		expect(compare('asset', { properties: { color: [1, 1, 1] } }, lit)).toMatchObject({
			rows: [{ property: 'color', before: [0, 1, 0, 1] }],
		})
	})
})
