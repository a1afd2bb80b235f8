import { expect, test } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import { toolByName } from '../index.ts'
import { foreignActions } from './foreign-actions.ts'

test.each([
	['unity_hierarchy', 'delete', 'destroy'],
	['unity_hierarchy', 'setTransform', 'set_transform'],
	['unity_hierarchy', 'rotate', 'set_transform'],
	['unity_hierarchy', 'hide', 'set_active'],
	['unity_asset', 'remove', 'delete'],
	['unity_component', 'delete', 'remove'],
	['unity_play', 'start', 'enter'],
	['git', 'comit', 'commit'],
	['git', 'checkout', 'switch'],
	['git', 'staus', 'status'],
	['git', 'switch_branch', 'switch'],
	['unity_prefab', 'create', 'create_asset'],
	['unity_prefab', 'create_prefab', 'create_asset'],
	['unity_prefab', 'spawn', 'instantiate'],
	['unity_scene', 'load', 'open'],
	['unity_scene', 'get_hierarchy', 'unity_query hierarchy'],
	['unity_component', 'get', 'unity_query inspect_object'],
	['unity_hierarchy', 'add_component', 'unity_component add'],
	['unity_hierarchy', 'find', 'unity_query find'],
	['unity_asset', 'rename', 'move'],
	['unity_lighting', 'set_fog', 'set_environment'],
	['run_command', 'kill', 'stop'],
])('%s has no action %s: did you mean %s', (name, action, meant) => {
	const error = refusal(name, { action, path: '/A' })
	expect(error.message).toMatch(`${name} has no action "${action}". Its actions are: `)
	expect(error.hint).toBe(`Did you mean "${meant}"?`)
})

test.each<[string, string | undefined]>([
	['show', 'Did you mean "log" or "diff"?'],
	['show_commit', 'Did you mean "log" or "diff"?'],
	['sh', undefined],
	['pull', undefined],
	['fetch', undefined],
	['get_commit', undefined],
	['add', undefined],
	// A name that is only spelt like it would mislead.
	['stash', undefined],
	['restore', undefined],
	['clone', undefined],
])('git has no action %s: none that changes more is suggested', (action, hint) => {
	expect(refusal('git', { action }).hint).toBe(hint)
})

test.each(foreignActions)('%s names %s, which there is', (tool, meant) => {
	const [first = '', action] = meant.split(' ')
	const named = toolByName(first)
	if (named === undefined) expect(Object.keys(toolByName(tool)?.actions ?? {})).toContain(meant)
	else expect(Object.keys(named.actions)).toContain(action ?? 'run')
})
