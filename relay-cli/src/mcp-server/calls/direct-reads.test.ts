import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import type { CustomTool } from '@fairlead/protocol/wire/editor-link'
import { expect, test } from 'vitest'
import { DirectReads } from './direct-reads.ts'

const LOOK = { name: 'unity_query', arguments: { action: 'editor_state' } }
const asked = (params: unknown, more: object = {}): Record<string, unknown> => ({
	jsonrpc: '2.0',
	id: 1,
	method: 'tools/call',
	params,
	...more,
})

function reads(client: string | null = 'A client', own: readonly CustomTool[] = []) {
	const lines: string[] = []
	const run = async (): Promise<CallOutcome> => ({ status: 'ok', result: { fine: true } })
	const direct = new DirectReads({
		session: { run, customTools: () => own },
		client: () => client,
		write: (line) => lines.push(line),
	})
	return { direct, lines }
}

test('a plain read is answered', async () => {
	const { direct, lines } = reads()
	expect(direct.take(asked({ ...LOOK, _meta: { progressToken: 'a' } }), true)).toBe(true)
	await new Promise(setImmediate)
	expect(JSON.parse(lines[0] ?? '')).toEqual({
		jsonrpc: '2.0',
		id: 1,
		result: {
			content: [{ type: 'text', text: '{"fine":true}' }],
			structuredContent: { fine: true },
		},
	})
})

test.each([
	['no object', [asked(LOOK)]],
	['another method', asked(LOOK, { method: 'tools/list' })],
	['a notification', { jsonrpc: '2.0', method: 'tools/call', params: LOOK }],
	['an id that is no id', asked(LOOK, { id: 1.5 })],
	['another version', asked(LOOK, { jsonrpc: '1.0' })],
	['a further member', asked(LOOK, { extra: 1 })],
	['a further parameter', asked({ ...LOOK, task: {} })],
	['the envelope of the newer revision', asked({ ...LOOK, _meta: { 'x/y': 1 } })],
	['arguments that are no object', asked({ ...LOOK, arguments: [] })],
	['a tool that is not known', asked({ name: 'nothing' })],
	['an answer without a call', asked({ name: 'find_tools', arguments: { query: 'x' } })],
	['a change', asked({ name: 'unity_hierarchy', arguments: { action: 'create', name: 'C' } })],
])('the library gets %s', (_, message) => {
	expect(reads().direct.take(message, true)).toBe(false)
})

test.each(['start_run', 'collect', 'run_line'])(
	'the library gets %s, also if a project has a read of that name',
	(name) => {
		const own = { name, description: 'Reads.', inputSchema: {}, risk: 'read' } as const
		expect(reads('A client', [own]).direct.take(asked({ name }), true)).toBe(false)
		const other = { ...own, name: 'read_level' }
		expect(reads('A client', [other]).direct.take(asked({ name: other.name }), true)).toBe(true)
	},
)

test('the library gets a read of a client that has not introduced itself, and one behind other requests', () => {
	expect(reads(null).direct.take(asked(LOOK), true)).toBe(false)
	expect(reads().direct.take(asked(LOOK), false)).toBe(false)
})

test('an id that is in use goes to the library; a cancellation is taken by whoever has the request', async () => {
	const { direct, lines } = reads()
	const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
	expect(direct.take(cancelled, true)).toBe(false)
	expect(direct.take(asked(LOOK), true)).toBe(true)
	expect(direct.take(asked(LOOK), true)).toBe(false)
	expect(direct.take(cancelled, true)).toBe(true)
	await new Promise(setImmediate)
	expect(lines).toEqual([])
})
