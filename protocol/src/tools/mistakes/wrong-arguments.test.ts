import { describe, expect, test } from 'vitest'
import { examples } from '../../../test/examples.ts'
import { refusal } from '../../../test/refusal.ts'
import { resolveCall } from '../index.ts'
import { SettingsCategory } from '../unity/scene/unity-query.ts'

const OF_A_LIBRARY =
	/Invalid (?:input|option|discr)|Too (?:big|small): |Unrecognized key|received |another form/
const CATEGORIES = SettingsCategory.options.join(', ')

describe('the error for a wrong call names what is allowed', () => {
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
})

test('no tool answers with a regular expression', () => {
	for (const [name, input] of [
		['recall', { ref: 'zzz' }],
		['git', { action: 'branch', name: '..' }],
		['git', { action: 'show', ref: '-x' }],
	] as const)
		expect(JSON.stringify(resolveCall(name, input))).not.toContain('pattern /')
})
