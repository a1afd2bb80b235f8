/** The parts of calls that visitors with a share link see: a new tool or action that shows its result is entered here knowingly. */

import type { StoredMessage } from '@fairlead/protocol/conversations/messages'
import { endOf } from '@fairlead/protocol/conversations/run-standing'
import type { UiChunk } from '@fairlead/protocol/conversations/ui-chunks'
import { type ActionSpec, allTools, hasActions, type ToolSpec } from '@fairlead/protocol/tools'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { conversationMarkdown } from './export/markdown.ts'
import { seenCall } from './shared-calls.ts'
import { sharedChunk, sharedMessage } from './shared-parts.ts'

/** All tools and actions whose result is shared, a tool to a line. */
const SHARED = `
	append_to_file
	assemble
	challenge_player
	copy_file
	delete_file
	edit_file
	explain_round
	get_arena
	get_arena_leaderboard
	get_arena_replay
	get_battle
	get_battle_replay
	get_battles
	get_leaderboard
	get_player_battles
	get_player_profile
	get_skill
	get_theory
	get_warrior
	move_file
	simulate
	start_arena
	tournament
	unity_animation animators modify_parameters set_values
	unity_asset copy create_folder create_material create_object delete modify_import modify_material modify_object move replace_references
	unity_batch
	unity_capture angles compare game_view picture
	unity_compare compare keep
	unity_component add configure modify modify_where remove
	unity_editor clear_console select
	unity_hierarchy create destroy duplicate move_scene rename reparent set_active set_tag_layer set_transform
	unity_lighting bake environment set_environment status
	unity_packages add remove
	unity_physics around bounds cast closest_point distance line_of_sight overlap
	unity_play without the console: enter exit pause state step
	unity_playtest without the console
	unity_prefab apply apply_override create_asset create_variant edit_asset inspect_asset instantiate instantiate_by_name list_overrides modify_asset revert revert_override unpack
	unity_query find hierarchy inspect_object inspect_objects references_to selection
	unity_refresh how it ended
	unity_sample without the console
	unity_scene close create open save set_active
	unity_screenshot camera game scene
	unity_settings add_layer add_sorting_layer add_tag modify set_build_scenes
	unity_tests how it ended: run
	unity_undo redo revert_group undo
	upload_arena_warrior
	upload_warrior
	write_file
`

/** Tools that run programs, or show their words: not even their errors are shared. */
const NOT_EVEN_ERRORS =
	'agent_permission execute_menu_item file_history get_profile git read_console_logs read_editor_log run_command unity_build unity_execute'

const PLANTED = 'planted-7Q'
const CONSOLE = 'console-7Q'
const ERROR = 'error-7Q'
/** Members in which results repeat the console, if their schema has them. */
const OF_CONSOLE = {
	problems: [{ type: 'error', message: CONSOLE }],
	logs: [{ type: 'error', message: CONSOLE }],
	steps: [{ step: 1, status: 'failed', message: CONSOLE }],
}
const ENDING = 'ending-7Q'
/** Members in which results tell how something ended, if their schema has them. */
const OF_ENDING = { hasErrors: ENDING, failed: ENDING }

function resultOf({ output }: ActionSpec): Record<string, unknown> {
	const { properties = {} } = z.toJSONSchema(output, { unrepresentable: 'any' })
	const members = Object.entries({ ...OF_CONSOLE, ...OF_ENDING }).filter(
		([name]) => name in properties,
	)
	return { output: PLANTED, ...Object.fromEntries(members) }
}

function stored(tool: string, input: unknown, result: object = { output: PLANTED }): string {
	const part = { type: `tool-${tool}`, toolCallId: 'call', input }
	const parts = [
		{ ...part, state: 'output-available', output: { result } },
		{ ...part, state: 'output-error', errorText: ERROR },
	]
	return JSON.stringify(sharedMessage({ id: 'm', role: 'assistant', parts } as StoredMessage))
}

function streamed(tool: string, input: unknown, result: object = { output: PLANTED }): string {
	const call = { toolCallId: 'call' }
	const calls = new Map()
	return JSON.stringify(
		[
			{ type: 'tool-input-available', ...call, toolName: tool, input },
			{ type: 'tool-output-available', ...call, output: { result } },
			{ type: 'tool-output-error', ...call, errorText: ERROR },
		].map((chunk) => sharedChunk(chunk as unknown as UiChunk, calls)),
	)
}

const WITHOUT_CONSOLE = ' without the console'

/** The line of a tool in the table; empty: none of its results is shared. */
function lineOf(tool: ToolSpec, shown: typeof stored): string {
	const found = Object.entries(tool.actions).flatMap(([action, spec]) => {
		const result = resultOf(spec)
		const text = shown(tool.name, spec.examples[0]?.args, result)
		const hidesConsole = JSON.stringify(result).includes(CONSOLE) && !text.includes(CONSOLE)
		if (text.includes(PLANTED)) return [{ action, part: hidesConsole ? WITHOUT_CONSOLE : '' }]
		return text.includes(ENDING) ? [{ action, part: ' how it ended' }] : []
	})
	const parts = [...new Set(found.map(({ part }) => part))].join()
	if (found.length === 0 || !hasActions(tool)) return found.length === 0 ? '' : tool.name + parts
	const actions = found.map(({ action }) => action).sort()
	return `${tool.name}${parts === '' ? '' : `${parts}:`} ${actions.join(' ')}`
}

test.each([stored, streamed])('visitors see these results, and no others', (shown) => {
	const lines = allTools.map((tool) => lineOf(tool, shown)).filter((line) => line !== '')
	const table = SHARED.trim().split('\n')
	expect(lines.sort()).toEqual(table.map((line) => line.trim()))
})

test.each([stored, streamed])('visitors see errors of all other tools than these', (shown) => {
	const hidden = allTools
		.filter(({ name, actions }) =>
			Object.values(actions).some(
				({ examples }) => !shown(name, examples[0]?.args, {}).includes(ERROR),
			),
		)
		.map(({ name }) => name)
	expect(hidden.sort().join(' ')).toBe(NOT_EVEN_ERRORS)
})

test.each([
	['unity_batch', { operations: [operation('find'), operation('get_settings')] }],
	['unity_batch', { operations: [{ tool: 'run_command', args: {} }] }],
	['unity_batch', { operations: [{ tool: 'unity_query', args: {} }, 7] }],
	['write_file', { path: 'Assets/A.cs', content: 'x', dry_run: true }],
	['edit_file', { path: 'Assets/A.cs', edits: [], dry_run: true }],
	['unity_asset', { action: 'replace_references', path: 'Assets/A.mat', with: 'Assets/B.mat' }],
	['unity_query', {}],
	['unity_query', { action: 'constructor' }],
	['unity_query', null],
])('a call of %s that reads, or may, shows no result: %o', (tool, input) => {
	for (const shown of [stored, streamed]) expect(shown(tool, input)).not.toContain(PLANTED)
})

function operation(action: string) {
	return { tool: 'unity_query', args: { action } }
}

test('a batch of what is shared shows its result', () => {
	const input = { operations: [operation('find'), operation('inspect_object')] }
	for (const shown of [stored, streamed]) expect(shown('unity_batch', input)).toContain(PLANTED)
})

test('nothing of a call is shared until its arguments are complete', () => {
	const calls = new Map()
	const start = { type: 'tool-input-start', toolCallId: 'call', toolName: 'unity_query' } as const
	sharedChunk(start, calls)
	const data = { toolCallId: 'call', startedAt: 1, progress: PLANTED }
	const progress = { type: 'data-call', id: 'call', data } as const
	expect(JSON.stringify(sharedChunk(progress, calls))).not.toContain(PLANTED)
	calls.set('call', seenCall('unity_query', { action: 'find' }))
	expect(JSON.stringify(sharedChunk(progress, calls))).toContain(PLANTED)
})

test.each([
	['unity_refresh', {}, 'compile_errors', 'Compiled scripts: errors'],
	['unity_tests', { action: 'run' }, 'tests_failed', 'Ran EditMode tests: 1 failed, 2 passed'],
])('how %s ended is told as to members, without its words', (tool, input, verdict, label) => {
	const words = [{ name: PLANTED, message: PLANTED, file: PLANTED, severity: 'error', line: 1 }]
	const compiled = { recompiled: true, hasErrors: true, errors: words, warnings: [] }
	const tested = { total: 3, passed: 2, failed: 1, skipped: 0, tests: words }
	const result = tool === 'unity_refresh' ? compiled : tested
	const message = {
		id: 'm',
		role: 'assistant',
		metadata: { runId: 'r', state: 'completed' },
		parts: [
			{
				type: `tool-${tool}`,
				toolCallId: 'call',
				state: 'output-available',
				input,
				output: { result },
			},
			{ type: 'data-call', id: 'call', data: { toolCallId: 'call', startedAt: 1, finishedAt: 2 } },
		],
	} as unknown as StoredMessage
	const shown = sharedMessage(message)
	expect(JSON.stringify(shown)).not.toContain(PLANTED)
	expect([endOf(shown), endOf(message)]).toEqual([verdict, verdict])
	const text = conversationMarkdown('x', [shown], { pictures: new Map(), leftOut: 0 })
	expect(text).toContain(label)
})
