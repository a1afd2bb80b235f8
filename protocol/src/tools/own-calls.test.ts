import { describe, expect, test } from 'vitest'
import { allTools, isOwnCall } from './index.ts'

describe('a person makes by hand', () => {
	test('only what is declared for buttons and fields', () => {
		const declared = allTools.flatMap((tool) =>
			Object.entries(tool.actions).flatMap(([name, { byHand }]) =>
				byHand ? [`${tool.name} ${name}`] : [],
			),
		)
		expect(declared.sort()).toEqual([
			'unity_component modify',
			'unity_hierarchy rename',
			'unity_hierarchy set_active',
			'unity_play enter',
			'unity_play exit',
			'unity_scene save',
			'unity_undo redo',
			'unity_undo undo',
		])
	})

	test.each([
		['unity_play', { action: 'enter' }],
		['unity_scene', { action: 'save', path: 'Assets/Scenes/Level.unity' }],
		[
			'unity_component',
			{
				action: 'modify',
				game_object_id: '1204',
				component_type: 'Transform',
				properties: { localPosition: [0, 1, 0] },
			},
		],
	])('%s %j', (tool, input) => {
		expect(isOwnCall(tool, input)).toBe(true)
	})

	test.each([
		['another action', 'unity_hierarchy', { action: 'destroy', instance_id: '/Cube' }],
		['code', 'unity_execute', { code: 'Debug.Log(1)' }],
		['a command', 'run_command', { command: 'ls' }],
		['arguments that are not its own', 'unity_play', { action: 'enter', faster: true }],
		['a tool that is not known', 'my_tool', { action: 'enter' }],
		['no arguments', 'unity_play', null],
	])('not %s', (_, tool, input) => {
		expect(isOwnCall(tool, input)).toBe(false)
	})
})
