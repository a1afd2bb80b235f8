import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { canonicalJson } from '../wire/calls.ts'
import { allTools, hasActions, nearest, resolveCall, TOOLS, toolByName } from './index.ts'
import { foreignActions } from './mistakes/foreign-actions.ts'
import { SettingsCategory } from './unity/scene/unity-query.ts'

const examples = allTools.flatMap((tool) =>
	Object.entries(tool.actions).flatMap(([action, spec]) =>
		spec.examples.map((example) => ({
			id: `${tool.name} ${action}: ${example.name}`,
			tool,
			action,
			spec,
			example,
		})),
	),
)

test.each(examples)('$id: the example is a valid call', ({ tool, action, example }) => {
	const resolved = resolveCall(tool.name, example.args)
	if (!resolved.ok) throw new Error(resolved.error.message)
	expect(resolved.call.actionName).toBe(action)
	// The sent call is checked again at the other end, and must mean the same there.
	const again = resolveCall(tool.name, resolved.call.params)
	if (!again.ok) throw new Error(again.error.message)
	expect(again.call.params).toEqual(resolved.call.params)
})

test.each(examples)(
	'$id: the result is valid, and contains nothing undeclared',
	({ spec, example }) => {
		expect(spec.output.parse(example.result)).toEqual(example.result)
	},
)

describe.each(allTools)('$name', (tool) => {
	test('is in the registry under its name', () => {
		expect(TOOLS[tool.name as keyof typeof TOOLS]).toBe(tool)
	})

	test('every action has an example: other languages are tested against them', () => {
		for (const [name, spec] of Object.entries(tool.actions)) {
			expect(spec.examples.length, name).toBeGreaterThan(0)
			expect(new Set(spec.examples.map((e) => e.name)).size, name).toBe(spec.examples.length)
		}
	})

	test('actions that share an argument mean the same by it: the model sees one list of arguments', () => {
		const seen = new Map<string, { action: string; schema: string }>()
		for (const [name, spec] of Object.entries(tool.actions)) {
			const json = z.toJSONSchema(spec.input, { io: 'input' }) as { properties?: object }
			for (const [key, value] of Object.entries(json.properties ?? {})) {
				const schema = canonicalJson(withoutNull(value))
				const first = seen.get(key)
				if (first) expect(schema, `${key} of ${name} and of ${first.action}`).toBe(first.schema)
				else seen.set(key, { action: name, schema })
			}
		}
	})

	test('its labels cover every action and name only existing arguments and results', () => {
		if (!('labels' in tool)) return
		expect(Object.keys(tool.labels ?? {}).sort()).toEqual(Object.keys(tool.actions).sort())
		for (const [name, label] of Object.entries(tool.labels ?? {})) {
			const { input, output } = tool.actions[name]!
			const known = JSON.stringify([input, output].map((schema) => z.toJSONSchema(schema)))
			for (const [, place = ''] of [label.rest ?? '']
				.flat()
				.join()
				.matchAll(/\{([^}]*)\}/g))
				for (const member of place.split('.')) expect(known, place).toContain(`"${member}":`)
		}
	})

	test('a read may be repeated, and a call that may not be repeated is not a read', () => {
		for (const [name, spec] of Object.entries(tool.actions)) {
			if (spec.risk === 'read') expect(spec.replay, name).toBe('safe')
		}
	})

	test('no action declares "action" as an argument', () => {
		if (!hasActions(tool)) expect(Object.keys(tool.actions)).toEqual(['run'])
		for (const spec of Object.values(tool.actions))
			expect(spec.input.shape).not.toHaveProperty('action')
	})
})

/** One action may take null where another does not: the model reads that from the action's line. */
function withoutNull(schema: unknown): unknown {
	if (typeof schema !== 'object' || schema === null || !('anyOf' in schema)) return schema
	const { anyOf, ...rest } = schema as { anyOf: { type?: string }[] }
	const others = anyOf.filter((option) => option.type !== 'null')
	return others.length === 1 ? { ...others[0], ...rest } : schema
}

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

test('no tool answers with a regular expression', () => {
	for (const [name, input] of [
		['recall', { ref: 'zzz' }],
		['git', { action: 'branch', name: '..' }],
		['git', { action: 'show', ref: '-x' }],
	] as const)
		expect(JSON.stringify(resolveCall(name, input))).not.toContain('pattern /')
})

const OF_A_LIBRARY =
	/Invalid (?:input|option|discr)|Too (?:big|small): |Unrecognized key|received |another form/
const CATEGORIES = SettingsCategory.options.join(', ')

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

describe('the error for a wrong call names what is allowed', () => {
	const refusal = (name: string, input: unknown) => {
		const resolved = resolveCall(name, input)
		if (resolved.ok) throw new Error('it passed')
		return resolved.error
	}

	test('an unknown tool: the nearest names', () => {
		const error = refusal('unity_heirarchy', {})
		expect(error.code).toBe('unknown_tool')
		expect(error.data).toMatchObject({ nearest: expect.arrayContaining(['unity_hierarchy']) })
		expect((error.data as { nearest: string[] }).nearest[0]).toBe('unity_hierarchy')
	})

	test.each(['toString', '__proto__', 'constructor', ''])('"%s" is not a tool', (name) => {
		expect(refusal(name, {}).code).toBe('unknown_tool')
	})

	test.each([null, undefined, 'text', 7, [], [{}]])('arguments %j are not an object', (input) => {
		expect(refusal('unity_play', input).code).toBe('invalid_arguments')
	})

	test.each([undefined, 'jump', 'toString', 7])('action %j: all actions', (action) => {
		const error = refusal('unity_play', { action })
		expect(error.code).toBe('invalid_arguments')
		expect(error.message).toContain('enter, exit, pause, step, state')
	})

	test.each<[string, object, string]>([
		[
			'unity_query',
			{ action: 'get_settings' },
			`settings_category: It is missing. It must be one of: ${CATEGORIES}.`,
		],
		[
			'unity_query',
			{ action: 'hierarchy', limit: 'many', filter: 1 },
			'limit: It must be a number.',
		],
		['unity_query', { action: 'hierarchy', filter: 1 }, 'Unknown argument "filter".'],
		[
			'unity_batch',
			{ operations: Array(101).fill({ tool: 'unity_query', args: {} }) },
			'operations: It can have at most 100 entries. Make several calls.',
		],
		[
			'write_file',
			{ path: 'a', content: 'x'.repeat(524_289) },
			'content: It can have at most 524288 characters. Write the beginning, then add the rest with append_to_file.',
		],
		[
			'edit_file',
			{ path: 'a', edits: [{ find: 'a', replace: 'b', all: true }] },
			'edits[0]: It has no member "all".',
		],
		...[...['null', '', '/', 'root', 'none'].map((parent_id) => ({ parent_id })), {}].map(
			(wrong): [string, object, string] => [
				'unity_hierarchy',
				{ action: 'reparent', instance_id: '/A', ...wrong },
				'parent_id: Write null, without quotes, for the root of the scene; else an object id or /path.',
			],
		),
		...['red', '#ggg', [1, 0]].map((color): [string, object, string] => [
			'unity_asset',
			{ action: 'modify_material', path: 'Assets/Red.mat', color },
			'color: Write [r, g, b] in numbers from 0 to 1, or "#ff8800".',
		]),
		[
			'run_command',
			{ action: 'output', handle: 'npm' },
			'handle: Write the handle that run_command answered with, such as "cmd_5f2c81".',
		],
		['simulate', { warriors: ['MOV 0, 1'] }, 'warriors: It must have at least 2 entries.'],
	])('in sentences: %s', (name, input, said) => {
		const { action } = input as { action?: string }
		expect(refusal(name, input).message).toBe(`${name}${action ? ` ${action}` : ''}: ${said}`)
	})

	test.each(examples)('$id: no words of a library', ({ tool, action, example }) => {
		const given = example.args as Record<string, unknown>
		for (const key of Object.keys(given).filter((one) => one !== 'action'))
			for (const wrong of [undefined, null, {}, [], [{}], 'x', -1, 1e12, true]) {
				const answer = resolveCall(tool.name, { ...given, [key]: wrong })
				if (answer.ok) continue
				expect(answer.error.message, action).not.toMatch(OF_A_LIBRARY)
				expect(JSON.stringify(answer.error.data)).not.toMatch(OF_A_LIBRARY)
			}
	})

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
		// What is only spelt like it would mislead.
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

	test('an unknown argument that is like another one: that one', () => {
		expect(refusal('unity_query', { action: 'hierarchy', maximum_depth: 1 })).toMatchObject({
			message: 'unity_query hierarchy: Unknown argument "maximum_depth".',
			hint: 'Did you mean "max_depth" by "maximum_depth"?',
		})
	})

	test('to move an object is to place it or to give it another parent', () => {
		const error = refusal('unity_hierarchy', { action: 'move', instance_id: '/A' })
		expect(error.hint).toBe('Did you mean "set_transform" or "reparent"?')
	})

	test('an argument that was left out: its name, in plain words', () => {
		expect(refusal('unity_query', { action: 'inspect_object', place: '/Floor' }).message).toBe(
			'unity_query inspect_object: instance_id: It is missing.',
		)
	})

	test('an unknown argument: its name, and those that exist', () => {
		const error = refusal('unity_hierarchy', {
			action: 'rename',
			instance_id: '1',
			name: 'A',
			nmae: 'B',
		})
		expect(error.message).toContain('nmae')
		expect(error.data).toMatchObject({ arguments: ['instance_id', 'name'] })
	})

	test('a wrong value deep inside: where it is', () => {
		const error = refusal('unity_hierarchy', { action: 'create', position: [0, 'up', 0] })
		expect(error.data).toMatchObject({ issues: [{ path: 'position.1' }] })
	})

	test('an argument of another action is refused, not ignored', () => {
		expect(
			refusal('unity_hierarchy', { action: 'destroy', instance_id: '1', name: 'A' }).code,
		).toBe('invalid_arguments')
	})

	test('a tool without actions takes none', () => {
		expect(refusal('read_file', { action: 'run', path: 'a.txt' }).code).toBe('invalid_arguments')
	})

	test('suggestions for an unknown tool can all be called or found', () => {
		for (const hidden of ['web_search', 'unity_history'])
			expect(resolveCall(`${hidden}_now`, {})).toMatchObject({
				ok: false,
				error: { data: { nearest: expect.not.arrayContaining([hidden]) } },
			})
	})

	test('defaults are filled in before the call is hashed', () => {
		const resolved = resolveCall('unity_query', { action: 'hierarchy' })
		expect(resolved).toMatchObject({
			ok: true,
			call: { params: { action: 'hierarchy', max_depth: 2, limit: 50 } },
		})
	})
})

describe('nearest', () => {
	const names = ['mass', 'linearDamping', 'angularDamping', 'useGravity', 'isKinematic']

	test.each([
		['Mass', 'mass'],
		['gravity', 'useGravity'],
		['kinematic', 'isKinematic'],
		['linearDampning', 'linearDamping'],
		['angular_damping', 'angularDamping'],
	])('"%s" was probably "%s"', (wanted, expected) => {
		expect(nearest(wanted, names)[0]).toBe(expected)
	})

	test('returns at most the requested number, even for one letter or none', () => {
		expect(nearest('m', names, 2)).toHaveLength(2)
		expect(nearest('', names)).toHaveLength(5)
		expect(nearest('x', [''])).toEqual([''])
		expect(nearest('mass', [])).toEqual([])
	})
})
