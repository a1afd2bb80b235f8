/** The calls that an MCP client may make, and the answer when it may not. */
import { describe, expect, test } from 'vitest'
import { allTools } from '../tools/registry.ts'
import type { CustomTool } from '../wire/editor-link.ts'
import { calledTool } from './called-tool.ts'
import { toolResult } from './content.ts'
import { resolveMcpCall } from './resolve.ts'
import { isCallable, isListed } from './tool-list.ts'

const LOOK = { action: 'inspect_material', path: 'Assets/Red.mat' }
const BAKE: CustomTool = {
	name: 'bake_level',
	description: 'Bakes the light of a level.',
	inputSchema: { properties: { level: { type: 'integer' } }, required: ['level'] },
	risk: 'execute',
}

const callOf = (
	name: string,
	args: Record<string, unknown>,
	custom: readonly CustomTool[] = [],
) => {
	const resolved = resolveMcpCall(name, args, { kind: 'unity', custom })
	if (resolved.kind !== 'call') throw new Error(JSON.stringify(resolved.outcome))
	return resolved.call
}
const answerOf = (
	name: string,
	args: Record<string, unknown>,
	custom: readonly CustomTool[] = [],
) => {
	const resolved = resolveMcpCall(name, args, { kind: 'unity', custom })
	if (resolved.kind !== 'answer') throw new Error('It would run.')
	return toolResult(resolved.call, resolved.outcome)
}

describe('a call', () => {
	test('has its defaults, its risk and what must be allowed', () => {
		expect(callOf('unity_hierarchy', { action: 'create' })).toMatchObject({
			name: 'unity_hierarchy',
			params: { action: 'create', primitive_type: 'Empty' },
			risk: 'write',
			replay: 'once',
			permissions: [{ tool: 'unity_hierarchy', action: 'create' }],
		})
	})

	test('of a menu item is allowed by its path only', () => {
		expect(callOf('execute_menu_item', { menu_path: 'File/Save' })).toMatchObject({
			risk: 'execute',
			permissions: [{ subject: 'File/Save' }],
			pauses: true,
		})
	})

	test('of a tool that is not listed goes through call_tool, or by its own name', () => {
		const args = { action: 'inspect_material', path: 'Assets/Red.mat' }
		const direct = callOf('unity_asset', args)
		expect(callOf('call_tool', { name: 'unity_asset', arguments: args })).toEqual(direct)
	})

	test.each([
		[{ name: 'unity_asset', args: LOOK }],
		[{ name: 'unity_asset', ...LOOK }],
		[{ name: 'unity_asset', arguments: JSON.stringify(LOOK) }],
		[{ tool: 'unity_asset', arguments: LOOK }],
		[{ tool_name: 'unity_asset', parameters: LOOK }],
	])('inside call_tool is understood as %j', (args) => {
		expect(callOf('call_tool', args)).toEqual(callOf('unity_asset', LOOK))
	})

	test('of a tool for runs is understood inside call_tool, and its name is suggested', () => {
		const args = { task: 'Build it.' }
		const inside = { name: 'call_tool', args: { name: 'start_run', arguments: args } }
		expect(calledTool(inside)).toEqual({ name: 'start_run', args })
		expect(JSON.stringify(answerOf('start_runs', {}))).toContain('start_run')
	})

	test("of the project's own tool has that tool's risk", () => {
		const call = callOf('call_tool', { name: 'bake_level', arguments: { level: 1 } }, [BAKE])
		expect(call).toMatchObject({ risk: 'execute', replay: 'once', runsOn: 'editor' })
		expect(answerOf('bake_level', {}, [BAKE])).toMatchObject({ isError: true })
	})

	test("cannot take a built-in tool's name to lower its risk", () => {
		const tame: CustomTool = { ...BAKE, name: 'execute_menu_item', risk: 'read' }
		expect(callOf('execute_menu_item', { menu_path: 'A/B' }, [tame]).risk).toBe('execute')
	})
})

describe('is answered at once', () => {
	test.each([
		['an unknown tool', 'unity_teleport', {}, 'unknown_tool'],
		["another agent's name", 'Bash', {}, 'Use run_command.'],
		['a tool that cannot be called here', 'recal', {}, 'Search by words'],
		['wrong arguments', 'unity_query', { action: 'nothing' }, 'invalid_arguments'],
		[
			'a tool that only the product calls',
			'unity_history',
			{ action: 'state', record_ids: ['a'] },
			'unknown_tool',
		],
		[
			'the same through call_tool',
			'call_tool',
			{ name: 'file_history', arguments: { action: 'preview', call_ids: ['a'] } },
			'unknown_tool',
		],
		["the provider's search", 'web_search', { query: 'a' }, 'unknown_tool'],
		['call_tool without a name', 'call_tool', {}, 'invalid_arguments'],
		['call_tool in call_tool', 'call_tool', { name: 'call_tool' }, 'invalid_arguments'],
		[
			'call_tool with a list',
			'call_tool',
			{ name: 'read_file', arguments: [] },
			'invalid_arguments',
		],
	])('%s', (_, name, args, code) => {
		const result = answerOf(name, args as Record<string, unknown>)
		expect(result.isError).toBe(true)
		expect(result.content).toMatchObject([{ type: 'text', text: expect.stringContaining(code) }])
	})

	test('find_tools, with the schemas that call_tool needs', () => {
		const { structuredContent } = answerOf('find_tools', { query: 'prefab' })
		expect(structuredContent).toMatchObject({
			tools: expect.arrayContaining([
				expect.objectContaining({
					name: 'unity_prefab',
					inputSchema: expect.objectContaining({ required: ['action'] }),
				}),
			]),
			hint: expect.stringContaining('call_tool'),
		})
	})

	test.each([
		[{ names: ['search_files', 'unity_playtest'] }, ['search_files', 'unity_playtest']],
		[{ query: 'grep a text in all files' }, ['search_files']],
		[{ query: 'press keys in the game and check' }, ['unity_playtest']],
	])('find_tools %j: what the model has in its list and a client has not', (wanted, names) => {
		const { structuredContent } = answerOf('find_tools', wanted)
		const { tools } = structuredContent as { tools: { name: string; inputSchema: object }[] }
		for (const name of names) expect(tools.map((tool) => tool.name)).toContain(name)
		expect(tools.every(({ inputSchema }) => typeof inputSchema === 'object')).toBe(true)
	})

	test('find_tools names the tools whose schemas an answer has no room for', () => {
		const all = allTools.filter((tool) => isCallable(tool, 'unity') && !isListed(tool, 'unity'))
		const wanted = all.map(({ name }) => name).slice(0, 20)
		const seen: string[] = []
		for (let names = wanted; names.length > 0; ) {
			const { structuredContent, content } = answerOf('find_tools', { names })
			const { tools, note } = structuredContent as { tools: { name: string }[]; note?: string }
			seen.push(...tools.map(({ name }) => name))
			const [, left = ''] = /ask again with the names ([^.]*)\./.exec(note ?? '') ?? []
			expect(JSON.stringify(content)).not.toContain('Too long to show whole')
			names = left === '' ? [] : left.split(', ')
		}
		expect(seen).toEqual(wanted)
	})

	test('find_tools names nothing that a client cannot call', () => {
		const { structuredContent } = answerOf('find_tools', { names: ['recall', 'delegate'] })
		expect(structuredContent).toMatchObject({ tools: [] })
		const { note } = structuredContent as { note: string }
		expect(note).toContain('There is no tool "recall"')
		expect(note).toContain('There is no tool "delegate"')
	})

	test('find_tools, without what only conversations have', () => {
		const found = JSON.stringify(answerOf('find_tools', { query: 'sub-agent' }).structuredContent)
		expect(found).not.toContain('delegate')
	})

	test.each(['start_run', 'collect', 'run_line'])(
		'%s, also if a project has a tool of that name',
		(name) => {
			const own = { ...BAKE, name, description: 'Bakes a level.', inputSchema: {} }
			const answer = answerOf('call_tool', { name }, [own])
			expect(JSON.stringify(answer)).toContain('unknown_tool')
			const found = JSON.stringify(answerOf('find_tools', { query: 'bakes a level' }, [own]))
			expect(found).not.toContain(name)
		},
	)

	test("find_tools, with the project's own tools", () => {
		expect(
			answerOf('find_tools', { query: 'bake a level' }, [BAKE]).structuredContent,
		).toMatchObject({ tools: [{ name: 'bake_level', inputSchema: { type: 'object' } }] })
	})
})
