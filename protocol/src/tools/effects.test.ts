import { describe, expect, test } from 'vitest'
import { allTools, effectsOf, undoGroupId } from './index.ts'

/** The next free names for a material that a prefab brings along. */
const numbered = [1, 2, 3, 4, 5, 6, 7].map((nth) => `Assets/A ${nth}.mat`)

/** The list changes nothing; with files, scenes change under Undo. */
const swap = { action: 'replace_references', path: 'Assets/A.mat', with: 'Assets/B.mat' }

describe('the effects of a call that a revert needs to know', () => {
	test.each([
		['write_file', { path: 'Assets/A.cs', content: '' }, false, ['Assets/A.cs']],
		[
			'edit_file',
			{ path: 'Assets/A.cs', edits: [{ find: 'a', replace: 'b' }] },
			false,
			['Assets/A.cs'],
		],
		['unity_hierarchy', { action: 'create', primitive_type: 'Cube' }, true, []],
		[
			'unity_asset',
			{ action: 'move', path: 'Assets/A.mat', new_path: 'Assets/B.mat' },
			false,
			['Assets/A.mat', 'Assets/B.mat'],
		],
		['unity_asset', { action: 'delete', path: 'Assets/A.mat' }, false, ['Assets/A.mat']],
		['unity_asset', swap, false, []],
		['unity_asset', { ...swap, files: ['Assets/Rooms'] }, 'sometimes', ['Assets/Rooms']],
		[
			'unity_prefab',
			{ action: 'create_asset', instance_id: '/A', asset_path: 'Assets/A.prefab' },
			true,
			['Assets/A.prefab', 'Assets/A.mat', ...numbered],
		],
		[
			'unity_prefab',
			{
				action: 'modify_asset',
				asset_path: 'Assets/A.prefab',
				component_type: 'Light',
				properties: { a: 1 },
			},
			false,
			['Assets/A.prefab'],
		],
		['unity_scene', { action: 'save', save_as: 'Assets/B.unity' }, false, ['Assets/B.unity']],
		['unity_scene', { action: 'save' }, false, []],
		['unity_query', { action: 'hierarchy' }, false, []],
	])('%s %j', (method, params, undo, touches) => {
		expect(effectsOf(method, params)).toMatchObject({ undo, touches })
	})

	test('a batch names the files of its operations', () => {
		const operations = [
			{ tool: 'unity_hierarchy', args: { action: 'create', primitive_type: 'Cube' } },
			{
				tool: 'unity_prefab',
				args: { action: 'create_asset', instance_id: '$0', asset_path: 'Assets/A.prefab' },
			},
			{ tool: 'unity_prefab', args: { action: 'instantiate', asset_path: 'Assets/B.prefab' } },
			{ tool: 'unity_prefab', args: { action: 'toString', asset_path: 'Assets/C.prefab' } },
		]
		expect(effectsOf('unity_batch', { operations })).toMatchObject({
			undo: true,
			touches: ['Assets/A.prefab', 'Assets/A.mat', ...numbered],
		})
	})

	test('effects that cannot be reverted are named', () => {
		expect(effectsOf('unity_prefab', { action: 'apply', instance_id: '/A' })).toMatchObject({
			undo: true,
			leaves: expect.stringContaining('prefab'),
		})
		const apply = { tool: 'unity_prefab', args: { action: 'apply', instance_id: '/A' } }
		expect(effectsOf('unity_batch', { operations: [apply, apply] }).leaves).toBe(
			'Changes applied to a prefab stay in its file.',
		)
		expect(effectsOf('unity_packages', { action: 'add', package_id: 'a.b' }).leaves).toContain(
			'Package Manager',
		)
		expect(effectsOf('spawn_wave', { count: 3 })).toMatchObject({
			undo: true,
			leaves: expect.stringContaining('custom tool'),
		})
	})

	test('a wrong call changed nothing', () => {
		expect(effectsOf('unity_asset', { action: 'delete' })).toEqual({
			undo: false,
			touches: [],
			leaves: null,
		})
	})

	test('a read never touches anything', () => {
		for (const tool of allTools)
			for (const [name, action] of Object.entries(tool.actions))
				if (action.risk === 'read') expect(action.touches, `${tool.name} ${name}`).toBeUndefined()
	})

	test('a step has the same name in the editor and in the page', () => {
		expect(undoGroupId('run_01', 3)).toBe('run_01.3')
	})
})
