import { describe, expect, test } from 'vitest'
import { resolveCall } from '../index.ts'

describe('arguments that can be meant in one way only are taken so', () => {
	const params = (name: string, input: unknown) => {
		const resolved = resolveCall(name, input)
		if (!resolved.ok) throw new Error(resolved.error.message)
		return resolved.call.params
	}

	test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
		['unity_query', { action: 'inspect_object', instance_id: 99999 }, { instance_id: '99999' }],
		['unity_query', { action: 'inspect_object', instance_id: -12 }, { instance_id: '-12' }],
		[
			'unity_query',
			{ action: 'inspect_objects', instance_ids: [1, '2'] },
			{ instance_ids: ['1', '2'] },
		],
		['unity_hierarchy', { action: 'create', primitive_type: 'cube' }, { primitive_type: 'Cube' }],
		['unity_hierarchy', { action: 'Create', primitive_type: 'CUBE' }, { action: 'create' }],
		[
			'unity_hierarchy',
			{ action: 'set_transform', instance_id: 4, space: 'World' },
			{ instance_id: '4', space: 'world' },
		],
	])('%s %j', (name, input, expected) => {
		expect(params(name, input)).toMatchObject(expected)
	})

	test('in the operations of a batch too, which an editor checks by its own rules', () => {
		const operations = [
			{ tool: 'unity_hierarchy', args: { action: 'Create', primitive_type: 'cube' } },
			{
				tool: 'unity_component',
				args: { action: 'add', game_object_id: 7, component_type: 'Light' },
			},
			{ tool: 'unity_hierarchy', args: { action: 'rename', instance_id: '$0', name: 'A' } },
			{ tool: 'unity_query', args: { action: 'nothing', name: 5 } },
		]
		expect(params('unity_batch', { operations })['operations']).toEqual([
			{ tool: 'unity_hierarchy', args: { action: 'create', primitive_type: 'Cube' } },
			{
				tool: 'unity_component',
				args: { action: 'add', game_object_id: '7', component_type: 'Light' },
			},
			operations[2],
			operations[3],
		])
	})

	test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
		['read_file', { file_path: 'a.cs' }, { path: 'a.cs' }],
		[
			'unity_component',
			{ action: 'add', instance_id: 7, component_type: 'Light' },
			{ game_object_id: '7' },
		],
		['unity_query', { action: 'find', query: 'Door' }, { name: 'Door' }],
		['unity_query', { action: 'inspect_object', game_object_id: '/A' }, { instance_id: '/A' }],
		['write_file', { filePath: 'a.cs', file_text: '' }, { path: 'a.cs', content: '' }],
		['search_files', { pattern: 'x', include: '*.cs' }, { regex: 'x', glob: '*.cs' }],
		['unity_query', { action: 'search_assets', query: 'red' }, { search_query: 'red' }],
		['unity_query', { action: 'get_settings', category: 'Time' }, { settings_category: 'time' }],
		['run_command', { action: 'run', command: ['ls'], cwd: 'Assets' }, { folder: 'Assets' }],
		['read_console_logs', { limit: 3 }, { count: 3 }],
		['move_file', { source: 'a', destination: 'b' }, { from: 'a', to: 'b' }],
		['unity_query', { action: 'inspect_object', instanceId: 7 }, { instance_id: '7' }],
		[
			'edit_file',
			{ path: 'a', edits: [{ old_string: 'x', new_string: 'y' }] },
			{ edits: [{ find: 'x', replace: 'y', replace_all: false }] },
		],
		[
			'edit_file',
			{ file_path: 'a', old_string: 'x', new_string: 'y', replace_all: true },
			{ path: 'a', edits: [{ find: 'x', replace: 'y', replace_all: true }] },
		],
		[
			'unity_hierarchy',
			{ action: 'set_transform', instance_id: '/A', position: { x: 1, z: 3, y: 2 } },
			{ position: [1, 2, 3] },
		],
		[
			'unity_asset',
			{ action: 'create_material', path: 'Assets/A.mat', color: { r: 1, g: 0, b: 0.5 } },
			{ color: [1, 0, 0.5] },
		],
		['asset_usages', { path: 'Assets/A.mat' }, { asset_path: 'Assets/A.mat' }],
		['git', { action: 'commit', files: ['a'], message: 'm' }, { paths: ['a'] }],
		['unity_editor', { action: 'select', instance_id: '/A' }, { objects: ['/A'] }],
		['read_console_logs', { severity: 'Error' }, { filter: 'errors' }],
	])("by the names of other agents' tools: %s %j", (name, input, expected) => {
		expect(params(name, input)).toMatchObject(expected)
	})

	test('an argument with its own name is not replaced by one with another', () => {
		expect(resolveCall('read_file', { path: 'a', file_path: 'b' })).toMatchObject({ ok: false })
	})

	test.each<[string, Record<string, unknown>]>([
		['unity_query', { action: 'inspect_object', instance_id: 1.5 }],
		['unity_query', { action: 'inspect_object', instance_id: { id: 1 } }],
		['unity_hierarchy', { action: 'create', primitive_type: 'cub' }],
		['unity_hierarchy', { action: 'set_transform', instance_id: '/A', position: { x: 1, y: 2 } }],
		['run_command', { action: 'run', command: 'npm test' }],
		['unity_hierarchy', { action: 'create', position: ['1', '2', '3'] }],
	])('others are refused: %s %j', (name, input) => {
		expect(resolveCall(name, input).ok).toBe(false)
	})

	test('the arguments of the caller stay as they are', () => {
		const input = { action: 'inspect_object', instance_id: 1 }
		params('unity_query', input)
		expect(input).toEqual({ action: 'inspect_object', instance_id: 1 })
	})
})

test('null for an argument that may be left out is that', () => {
	const input = { action: 'create', name: 'A', parent_id: null, position: null }
	const resolved = resolveCall('unity_hierarchy', input)
	expect(resolved).toMatchObject({ ok: true, call: { params: { action: 'create', name: 'A' } } })
	expect(resolved.ok && Object.keys(resolved.call.params)).not.toContain('parent_id')
})

test.each([
	['#f00', [1, 0, 0]],
	['#FF0000', [1, 0, 0]],
	['#00ff0000', [0, 1, 0, 0]],
])('a colour may be %s, in a batch too', (color, numbers) => {
	const args = { action: 'create_material', path: 'Assets/Red.mat', color }
	const alone = resolveCall('unity_asset', args)
	expect(alone).toMatchObject({ ok: true, call: { params: { color: numbers } } })
	const inside = resolveCall('unity_batch', { operations: [{ tool: 'unity_asset', args }] })
	expect(inside).toMatchObject({
		ok: true,
		call: { params: { operations: [{ args: { color: numbers } }] } },
	})
})
