/** Visitors see that a call read files or ran a program, and not what came of it. */

import type { StoredMessage } from '@fairlead/protocol/conversations/messages'
import type { UiChunk } from '@fairlead/protocol/conversations/ui-chunks'
import { allTools } from '@fairlead/protocol/tools'
import { callsOf } from '@fairlead/protocol/view/call-view'
import { clientCallPart } from '@fairlead/protocol/wire/client-call'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { conversationMarkdown } from './export/markdown.ts'
import { isSharedWhole, seenCall } from './shared-calls.ts'
import { sharedChunk, sharedMessage } from './shared-parts.ts'

const PLANTED = 'planted-7Q'
const HIDDEN = [
	'read_file',
	'search_files',
	'git',
	'run_command',
	'recall',
	'read_editor_log',
	'load_skill',
	'unity_execute',
	'execute_menu_item',
	'unity_build',
	'read_console_logs',
	// A project's own tool, one of a foreign server, and one that is not there yet.
	'bake_level',
	'tracker__create_issue',
	'unity_tomorrow',
]
const output = { result: { output: PLANTED, content: [PLANTED] } }
const data = { toolCallId: 'call', startedAt: 1, progress: PLANTED }

const message = (tool: string, input = {}): StoredMessage =>
	({
		id: 'm',
		role: 'assistant',
		parts: [
			{ type: 'data-call', id: 'call', data },
			{ type: `tool-${tool}`, toolCallId: 'call', state: 'output-available', input, output },
		],
	}) as unknown as StoredMessage

function frames(tool: string, input = {}): string {
	const chunks = [
		{ type: 'tool-input-available', toolCallId: 'call', toolName: tool, input },
		{ type: 'data-call', id: 'call', data },
		{ type: 'tool-output-available', toolCallId: 'call', output },
	] as unknown as UiChunk[]
	const tools = new Map()
	return JSON.stringify(chunks.map((chunk) => sharedChunk(chunk, tools)))
}

test.each(HIDDEN)('neither the result nor the progress of %s is shared', (tool) => {
	const stored = JSON.stringify(sharedMessage(message(tool)))
	expect(stored).toContain(`tool-${tool}`)
	expect(stored).not.toContain(PLANTED)
	expect(frames(tool)).toContain(tool)
	expect(frames(tool)).not.toContain(PLANTED)
})

test.each(['git', 'run_command'])(
	'the output of a program when %s failed is not shared',
	(tool) => {
		const error = { code: 'failed', message: PLANTED, hint: PLANTED }
		const failed = {
			type: 'data-call',
			id: 'call',
			data: { toolCallId: 'call', startedAt: 1, error },
		}
		const errorText = `Git says: ${PLANTED}`
		const parts = [
			failed,
			{ type: `tool-${tool}`, toolCallId: 'call', state: 'output-error', input: {}, errorText },
		]
		const stored = { id: 'm', role: 'assistant', parts } as unknown as StoredMessage
		expect(JSON.stringify(sharedMessage(stored))).not.toContain(PLANTED)
		const tools = new Map([['call', seenCall(tool, {})]])
		for (const chunk of [failed, { type: 'tool-output-error', toolCallId: 'call', errorText }])
			expect(JSON.stringify(sharedChunk(chunk as unknown as UiChunk, tools))).not.toContain(PLANTED)
	},
)

test.each([
	['effect_unknown', 'It may or may not have taken effect.', 'Effect unknown: run bash -c make'],
	['cancelled', 'It was stopped.', 'Stopped while running bash -c make'],
	['not_found', 'The call failed.', 'Could not run bash -c make'],
])('a command that ended with %s shares whether it ran', (code, words, label) => {
	const part = { type: 'tool-run_command', toolCallId: 'call', state: 'output-error' }
	const error = { code, message: PLANTED, hint: PLANTED }
	const input = { action: 'run', command: ['bash', '-c', 'make'] }
	const stored = {
		id: 'm',
		role: 'assistant',
		parts: [
			{ ...part, input, errorText: PLANTED },
			{
				type: 'data-call',
				id: 'call',
				data: { toolCallId: 'call', startedAt: 1, finishedAt: 2, error },
			},
		],
	} as unknown as StoredMessage
	const shown = sharedMessage(stored)
	expect(JSON.stringify(shown)).not.toContain(PLANTED)
	const [call] = callsOf(shown)
	expect(call?.errorText).toBe(words)
	expect(call?.call?.error).toEqual({ code, message: words })
	const text = conversationMarkdown('x', [shown], { pictures: new Map(), leftOut: 0 })
	expect(text.replaceAll('`', '')).toContain(`- ${label} (${words})`)
})

test('the result and the progress of a tool of the scene are shared', () => {
	const input = { action: 'find' }
	const { parts } = sharedMessage(message('unity_query', input))
	expect(parts).toEqual(message('unity_query', input).parts)
	expect(frames('unity_query', input).split(PLANTED)).toHaveLength(4)
})

test.each([
	['tracker__create_issue', { title: PLANTED }],
	['bake_level', { key: PLANTED }],
	['write_file', { path: 'Server/.env', content: PLANTED }],
	['edit_file', { path: '.npmrc', edits: [{ find: 'x', replace: PLANTED }] }],
	['copy_file', { from: '.kube/config', to: 'Assets/k', note: PLANTED }],
])('neither arguments nor result of %s %o are shared', (tool, input) => {
	const part = { type: `tool-${tool}`, toolCallId: 'call', state: 'output-available' }
	const failed = { code: 'failed', message: PLANTED }
	const stored = {
		id: 'm',
		role: 'assistant',
		parts: [
			{ ...part, input, output: { result: { diff: PLANTED } } },
			{ type: 'data-call', id: 'call', data: { toolCallId: 'call', startedAt: 1, error: failed } },
		],
	}
	const shown = JSON.stringify(sharedMessage(stored as unknown as StoredMessage))
	expect(shown).toContain(tool)
	expect(shown).not.toContain(PLANTED)
	const tools = new Map()
	const chunks = [
		{ type: 'tool-input-available', toolCallId: 'call', toolName: tool, input },
		{ type: 'tool-output-available', toolCallId: 'call', output: { result: { diff: PLANTED } } },
		{ type: 'tool-output-error', toolCallId: 'call', errorText: PLANTED },
	]
	for (const chunk of chunks)
		expect(JSON.stringify(sharedChunk(chunk as unknown as UiChunk, tools))).not.toContain(PLANTED)
})

test('a sub-agent is shared with how it ended and what it changed: its answer may quote files', () => {
	const usage = { inputTokens: 5, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 }
	const said = { answer: PLANTED, note: PLANTED, steps: 2, usage }
	const result = { ...said, outcome: 'completed', changed: ['create Cube'] }
	const part = { type: 'tool-delegate', toolCallId: 'call', state: 'output-available', input: {} }
	const stored = { id: 'm', role: 'assistant', parts: [{ ...part, output: { result } }] }
	const shown = { outcome: 'completed', changed: ['create Cube'] }
	expect(sharedMessage(stored as unknown as StoredMessage).parts).toMatchObject([
		{ output: { result: shown } },
	])
	const tools = new Map([['call', seenCall('delegate', {})]])
	const chunk = { type: 'tool-output-available', toolCallId: 'call', output: { result } } as const
	expect(sharedChunk(chunk, tools)).toEqual({ ...chunk, output: { result: shown } })
	expect(JSON.stringify(sharedMessage(stored as unknown as StoredMessage))).not.toContain(PLANTED)
})

test('the changes of a stopped sub-agent are shared like those of one that was done', () => {
	const part = { type: 'tool-delegate', toolCallId: 'call' }
	const data = { toolCallId: 'call', startedAt: 1, changed: ['write file /home/ann/Spin.cs'] }
	const parts = [
		{ ...part, state: 'output-error', input: {}, errorText: 'Stopped.' },
		{ type: 'data-call', id: 'call', data },
	]
	const shown = sharedMessage({ id: 'm', role: 'assistant', parts } as StoredMessage).parts[1]
	expect(shown).toMatchObject({ data: { changed: ['write file …'] } })
	expect(JSON.stringify(shown)).not.toContain('ann')
})

test('no result of a tool holds tokens or cost: neither visitors nor viewers may see them', () => {
	const spending = /"(usage|costUsd|inputTokens|outputTokens)":/
	const outputs = allTools.flatMap(({ name, actions }) =>
		Object.values(actions).map(({ output }) => ({
			name,
			schema: JSON.stringify(z.toJSONSchema(output, { unrepresentable: 'any' })),
		})),
	)
	expect(outputs.length).toBeGreaterThan(50)
	expect(outputs.filter(({ schema }) => spending.test(schema)).map(({ name }) => name)).toEqual([])
})

test('the progress of a call whose tool is not known is not shared', () => {
	const chunk = { type: 'data-call', id: 'call', data } as UiChunk
	expect(JSON.stringify(sharedChunk(chunk, new Map()))).not.toContain(PLANTED)
})

test.each<[string, Record<string, unknown>, string]>([
	[
		'run_command',
		{ action: 'run', program: 'curl', args: ['-H', 'Authorization: Bearer SECRET1'] },
		'curl',
	],
	['run_command', { action: 'run', program: 'login', args: ['--password', 'SECRET1', '-v'] }, '-v'],
	['run_command', { action: 'run', program: 'curl', args: ['-u', 'ada:SECRET1'] }, '-u'],
	['run_command', { action: 'shell', line: 'DB_TOKEN=SECRET1 npm start' }, 'npm start'],
	['run_command', { action: 'run', program: 'x', env: { API_TOKEN: 'SECRET1' } }, 'API_TOKEN'],
	['write_file', { path: 'Assets/a.json', content: '{"password": "SECRET1"}' }, 'Assets/a.json'],
	[
		'unity_batch',
		{ operations: [{ tool: 'write_file', args: { path: '.env', content: 'SECRET1' } }] },
		'.env',
	],
	['write_file', { path: '.env.local', content: 'SECRET1' }, '.env.local'],
	[
		'unity_asset',
		{ action: 'copy', path: 'Assets/a.pem', new_path: 'x', note: 'SECRET1' },
		'a.pem',
	],
	['tracker__create_issue', { title: 'SECRET1' }, 'tracker__create_issue'],
])(
	'secrets in arguments of %s %o are not shared, and nobody decides about them unseen',
	(tool, input, kept) => {
		const asked = {
			approvalId: 'a1',
			toolCallId: 'call',
			tool,
			action: 'run',
			covers: [{ tool, action: 'run', subject: `${JSON.stringify(input)}` }],
			risk: 'execute',
			reads: [],
			askedAt: 1,
		}
		const part = { type: `tool-${tool}`, toolCallId: 'call', state: 'input-available', input }
		const stored = {
			id: 'm',
			role: 'assistant',
			parts: [{ type: 'data-approval', id: 'a1', data: { ...asked, covers: [] } }, part],
		} as unknown as StoredMessage
		const text = JSON.stringify(sharedMessage(stored))
		expect(text).not.toContain('SECRET1')
		expect(text).toContain(kept)
		expect(text).toContain('"withheld":true')
		const calls = new Map()
		const chunks = [
			{ type: 'tool-input-available', toolCallId: 'call', toolName: tool, input },
			{ type: 'data-approval', id: 'a1', data: { ...asked, covers: [] } },
		] as unknown as UiChunk[]
		const streamed = JSON.stringify(chunks.map((chunk) => sharedChunk(chunk, calls)))
		expect(streamed).not.toContain('SECRET1')
		expect(streamed).toContain('"withheld":true')
	},
)

test('a call that is shared whole is decided by visitors too', () => {
	const input = {
		action: 'delete',
		path: 'Assets/Old.mat',
		instance_id: 'GlobalObjectId_V1-2-0123456789abcdef0123456789abcdef-123456789-0',
		expected_sha256: '6c4e0b6b0f7b6b6a7e0a1b3c1f1e5d5c8f6a2d4b9e8c7a6f5d4c3b2a19080706',
	}
	expect(isSharedWhole('unity_asset', input)).toBe(true)
	expect(isSharedWhole('unity_asset', { action: 'delete', path: '/home/ada/x' })).toBe(false)
})

test.each([
	['write_file', { path: 'Assets/.env', content: PLANTED }],
	['write_file', { path: 'a.txt', content: `API_KEY=sk-ant-${PLANTED.repeat(3)}` }],
	['bake_level', { note: PLANTED }],
])('a client’s request to %s is shared no further than the call itself', (name, input) => {
	const asked = { id: 'm', role: 'user', parts: [clientCallPart({ id: 'mcp_1', name, input })] }
	const shared = JSON.stringify(sharedMessage(asked as unknown as StoredMessage))
	expect(shared).toContain(name)
	expect(shared).not.toContain(PLANTED)
})

test('the sentence about a call hides the secrets of its arguments', () => {
	const covers = [
		{ tool: 'run_command', action: 'run', subject: 'curl -H "Authorization: Bearer SECRET1"' },
	]
	const data = {
		approvalId: 'a1',
		toolCallId: 'call',
		tool: 'run_command',
		action: 'run',
		covers,
		risk: 'execute',
		reads: [],
		askedAt: 1,
	}
	const chunk = { type: 'data-approval', id: 'a1', data } as unknown as UiChunk
	expect(JSON.stringify(sharedChunk(chunk, new Map()))).not.toContain('SECRET1')
	const written = { result: { path: 'a.json', diff: '+DB_PASSWORD=SECRET1' } }
	const calls = new Map([['call', seenCall('write_file', {})]])
	const output = { type: 'tool-output-available', toolCallId: 'call', output: written }
	expect(JSON.stringify(sharedChunk(output as unknown as UiChunk, calls))).not.toContain('SECRET1')
})

test("a coding agent's permission is shared with the agent and its tool only", () => {
	const input = {
		agent: 'Claude Code',
		tool: 'Bash',
		text: PLANTED,
		language: '',
		path: `/home/ada/${PLANTED}`,
		session: PLANTED,
		request_id: `ask_${'0'.repeat(32)}`,
	}
	const covers = [{ tool: 'agent_permission', action: 'run', subject: `Claude Code: ${PLANTED}` }]
	const shown = sharedMessage({
		id: 'm',
		role: 'assistant',
		parts: [
			{ type: 'tool-agent_permission', toolCallId: 'call', state: 'input-available', input },
			{
				type: 'data-approval',
				id: 'a',
				data: { approvalId: 'a', toolCallId: 'call', tool: 'agent_permission', covers, reads: [] },
			},
		],
	} as unknown as StoredMessage)
	expect(JSON.stringify(shown)).not.toContain(PLANTED)
	expect(shown.parts).toMatchObject([
		{ input: { agent: 'Claude Code', tool: 'Bash' } },
		{ data: { withheld: true } },
	])
	expect(isSharedWhole('agent_permission', input)).toBe(false)
})

test('visitors decide about no copy that makes a file run: they cannot read it', () => {
	const from = 'Assets/conf.txt'
	expect(isSharedWhole('copy_file', { from, to: 'Assets/Editor/x.cs' })).toBe(false)
	expect(isSharedWhole('copy_file', { from, to: 'Assets/b.txt' })).toBe(true)
})

test('visitors read that it was answered in the terminal, in words of ours', () => {
	const error = { code: 'cancelled', message: PLANTED }
	const input = { agent: 'Claude Code', tool: 'Bash' }
	const shown = sharedMessage({
		id: 'm',
		role: 'assistant',
		parts: [
			{
				type: 'tool-agent_permission',
				toolCallId: 'call',
				state: 'output-error',
				input,
				errorText: PLANTED,
			},
			{
				type: 'data-call',
				id: 'call',
				data: { toolCallId: 'call', startedAt: 1, error, withdrawn: 'answered' },
			},
		],
	} as unknown as StoredMessage)
	expect(JSON.stringify(shown)).not.toContain(PLANTED)
	const text = conversationMarkdown('x', [shown], { pictures: new Map(), leftOut: 0 })
	expect(text).toContain('Answered in the terminal')
})

test.each([
	['https://a.example/docs?page=2#top', 'https://a.example/docs?page=2#top'],
	['https://a.example/x?page=2&access_token=planted-7Q', 'access_token='],
	['https://ada:planted-7Q@a.example/x', 'https://a.example/x'],
	['https://planted-7Q@a.example/x', 'https://a.example/x'],
])('the address of a source is shared without a secret in it: %s', (url, shown) => {
	const source = { type: 'source-url', url, title: 'A page' } as const
	const part = sharedMessage({ id: 'm', role: 'assistant', parts: [source] } as StoredMessage)
	const chunk = sharedChunk({ ...source, sourceId: 's' }, new Map())
	for (const given of [part?.parts[0], chunk]) {
		expect(given).toMatchObject({ url: expect.stringContaining(shown), title: 'A page' })
		expect(JSON.stringify(given)).not.toContain(PLANTED)
	}
})

test('visitors read which steps a revert of another answer undid, and nothing else of it', () => {
	const by = { kind: 'session', id: 'usr_1', userId: 'usr_1', name: 'Ada' }
	const counts = { ready: 0, conflicts: 0, impossible: 0, reverted: 1, skipped: 0 }
	const told = {
		...{ revertId: 'rev_0000000000', messageId: 'msg_1', direction: 'undo', state: 'done' },
		...{ text: null, items: [], counts, truncated: false, createdAt: 1, elsewhere: true },
	}
	const also = [{ stepId: 'step-1', inPart: true, more: PLANTED }]
	const part = { type: 'data-revert', id: told.revertId, data: { ...told, also, by } }
	const shared = sharedMessage({ id: 'm', role: 'assistant', parts: [part] })
	expect(shared.parts[0]?.['data']).toMatchObject({
		...told,
		also: [{ stepId: 'step-1', inPart: true }],
	})
	expect(JSON.stringify(shared)).not.toMatch(new RegExp(`${PLANTED}|usr_1`))
})
