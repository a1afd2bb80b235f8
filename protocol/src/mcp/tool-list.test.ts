/** The list that an MCP client gets: short, in a fixed order, and true about what tools do. */
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { COREWAR } from '../packs/corewar.ts'
import {
	type ActionSpec,
	allTools,
	type Example,
	permissionsOf,
	TOOLS,
	worstRisk,
} from '../tools/index.ts'
import { withApp } from './app/app.ts'
import { LINE, RUN_TOOLS } from './runs/run-tools.ts'
import { annotationsOf, asMcpTool, mcpTools } from './tool-list.ts'

/** The limit; others: mcp-unity 5,284, Coplay 10,943. */
const MAX_TOKENS = 4_000

test('the list leaves room in the context of every client', () => {
	const listed = [...mcpTools('unity'), ...RUN_TOOLS]
	expect(encode(JSON.stringify(listed)).length).toBeLessThan(MAX_TOKENS)
})

test('so does the list of a client that shows the app', () => {
	const listed = [...withApp([...mcpTools('unity'), ...RUN_TOOLS]), LINE]
	expect(encode(JSON.stringify(listed)).length).toBeLessThan(MAX_TOKENS)
})

test('so does the list of a Core War project, which has all its tools and nothing to find', () => {
	const listed = mcpTools('corewar')
	expect(listed.map(({ name }) => name).sort()).toEqual(Object.keys(COREWAR.tools).sort())
	expect(encode(JSON.stringify([...listed, ...RUN_TOOLS])).length).toBeLessThan(MAX_TOKENS)
})

test('has a fixed order, the search among it, and no name twice', () => {
	const names = mcpTools('unity').map(({ name }) => name)
	expect(names).toEqual([
		'unity_query',
		'unity_hierarchy',
		'unity_component',
		'unity_scene',
		'unity_refresh',
		'unity_play',
		'unity_screenshot',
		'unity_undo',
		'unity_batch',
		'read_console_logs',
		'read_file',
		'write_file',
		'edit_file',
		'list_directory',
		'find_tools',
		'execute_menu_item',
		'wait_for_editor_ready',
		'unity_tests',
		'call_tool',
	])
})

test('a client that lets reads pass without asking lets no change pass', () => {
	expect(annotationsOf(TOOLS.unity_query)).toEqual({
		readOnlyHint: true,
		destructiveHint: false,
		idempotentHint: true,
		openWorldHint: false,
	})
	expect(annotationsOf(TOOLS.unity_hierarchy).readOnlyHint).toBe(false)
	expect(annotationsOf(TOOLS.execute_menu_item)).toMatchObject({
		readOnlyHint: false,
		destructiveHint: true,
		idempotentHint: false,
	})
	expect(mcpTools('unity').find(({ name }) => name === 'call_tool')?.annotations).toMatchObject({
		readOnlyHint: false,
		destructiveHint: true,
	})
})

/** The kinds of path that a call may name: files that run code, files that hold secrets. */
const WORST = ['Packages/manifest.json', 'Assets/Editor/A.cs', 'Assets/id_rsa']

/** An example, with worse paths and choices. */
function callsOf(example: Example, action: ActionSpec): Record<string, unknown>[] {
	const named = WORST.map((text) => withTexts(example.args, text) as Record<string, unknown>)
	const dropping = Object.hasOwn(action.input.shape, 'if_dirty')
		? [{ ...example.args, if_dirty: 'discard' }]
		: []
	return [{ ...example.args }, ...named, ...dropping]
}

function withTexts(value: unknown, text: string): unknown {
	if (typeof value === 'string') return value.includes('/') ? text : value
	if (Array.isArray(value)) return value.map((one) => withTexts(one, text))
	if (typeof value !== 'object' || value === null) return value
	return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withTexts(one, text)]))
}

test.each(allTools.map((tool) => [tool.name, tool] as const))(
	'the hints of %s are those of the worst call that it takes',
	(name, tool) => {
		const changing = Object.values(tool.actions).filter(({ risk }) => risk !== 'read')
		const risks = changing.flatMap((action) =>
			action.examples
				.flatMap((example) => callsOf(example, action))
				.map((args) => worstRisk(permissionsOf(name, args))),
		)
		const hints = annotationsOf(tool)
		expect(hints.readOnlyHint).toBe(changing.length === 0)
		if (risks.some((risk) => risk === 'destructive' || risk === 'execute'))
			expect(hints.destructiveHint).toBe(true)
		if (hints.readOnlyHint) expect(hints.destructiveHint || hints.openWorldHint).toBe(false)
	},
)

test.each([
	'unity_scene',
	'write_file',
	'unity_tests',
	'unity_play',
	'unity_batch',
	'unity_settings',
])('%s may do what cannot be undone', (name) => {
	const tool = allTools.find((one) => one.name === name)!
	expect(annotationsOf(tool)).toMatchObject({ readOnlyHint: false, destructiveHint: true })
})

test.each(['unity_hierarchy', 'unity_component', 'unity_undo'])(
	'%s changes only what Undo restores',
	(name) => {
		const tool = allTools.find((one) => one.name === name)!
		expect(annotationsOf(tool)).toMatchObject({ readOnlyHint: false, destructiveHint: false })
	},
)

test('every tool that is listed has its hints, those for runs too', () => {
	const all = [...mcpTools('unity'), ...mcpTools('corewar'), ...RUN_TOOLS, LINE]
	for (const { name, annotations } of all) expect(Object.values(annotations), name).toHaveLength(4)
	const [collect, start] = RUN_TOOLS
	expect(collect?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: false })
	expect(start?.annotations).toMatchObject({ destructiveHint: true, openWorldHint: true })
})

test('every schema is an object schema, as MCP demands', () => {
	for (const { inputSchema } of [...mcpTools('unity'), asMcpTool(TOOLS.unity_prefab)]) {
		expect(inputSchema.type).toBe('object')
	}
})
