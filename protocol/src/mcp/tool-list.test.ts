/** The list that an MCP client gets: short, in a fixed order, and true about what tools do. */
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { COREWAR } from '../packs/corewar.ts'
import { TOOLS } from '../tools/index.ts'
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

test('every schema is an object schema, as MCP demands', () => {
	for (const { inputSchema } of [...mcpTools('unity'), asMcpTool(TOOLS.unity_prefab)]) {
		expect(inputSchema.type).toBe('object')
	}
})
