import { describe, expect, test } from 'vitest'
import { allTools, permissionKey, permissionsOf, worstRisk } from './index.ts'

const keys = (method: string, params: Record<string, unknown>): string[] =>
	permissionsOf(method, params).map(permissionKey)
const batch = (...operations: [string, Record<string, unknown>][]) => ({
	operations: operations.map(([tool, args]) => ({ tool, args })),
})

describe('what allowing a call allows', () => {
	test.each([
		['unity_hierarchy', { action: 'rename', instance_id: '/A', name: 'B' }],
		['unity_asset', { action: 'delete', path: 'Assets/A.mat' }],
	])('%s: its action', (method, params) => {
		expect(keys(method, params)).toEqual([`${method} ${params.action}`])
	})

	test('one menu item is not all of them', () => {
		const save = keys('execute_menu_item', { menu_path: 'File/Save' })
		expect(save).toEqual(['execute_menu_item run File/Save'])
		expect(keys('execute_menu_item', { menu_path: 'File/Exit' })).not.toEqual(save)
	})

	test('a batch is each action in it, once', () => {
		const params = batch(
			['unity_hierarchy', { action: 'create', primitive_type: 'Cube' }],
			['unity_hierarchy', { action: 'create', primitive_type: 'Sphere' }],
			['unity_component', { action: 'add', game_object_id: '$0', component_type: 'Rigidbody' }],
			['unity_query', { action: 'selection' }],
		)
		expect(keys('unity_batch', params)).toEqual([
			'unity_hierarchy create',
			'unity_component add',
			'unity_query selection',
		])
		expect(worstRisk(permissionsOf('unity_batch', params))).toBe('write')
	})

	test('a batch that only reads is a read; an operation that nobody knows is none', () => {
		const look = batch(['unity_query', { action: 'selection' }])
		expect(worstRisk(permissionsOf('unity_batch', look))).toBe('read')
		const odd = batch(['unity_query', { action: 'constructor' }])
		expect(worstRisk(permissionsOf('unity_batch', odd))).toBe('write')
	})

	test("a tool of the project's own counts as running code", () => {
		expect(permissionsOf('my_tool', {})).toEqual([
			{ tool: 'my_tool', action: 'run', risk: 'execute' },
		])
	})

	test('every call that runs anything at all names what', () => {
		for (const tool of allTools) {
			for (const { examples, risk } of Object.values(tool.actions)) {
				if (risk !== 'execute') continue
				for (const { args } of examples) expect(keys(tool.name, args).length).toBeGreaterThan(0)
			}
		}
	})
})
