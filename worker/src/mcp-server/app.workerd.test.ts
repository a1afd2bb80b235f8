/** The MCP App: for clients that announce it, of both revisions. */
import { expect, test } from 'vitest'
import { until } from '../../test/double/harness.ts'
import {
	LEGACY,
	legacy,
	messagesOf,
	modernResult,
	newToken,
	send,
	useMcp,
} from '../../test/mcp/mcp-kit.ts'

useMcp()

const UI = {
	extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
}
const started = { name: 'start_run', arguments: { task: 'create a cube named Task' } }
const named = (listed: unknown) => (listed as { tools: { name: string; _meta?: unknown }[] }).tools
const withPages = (listed: unknown) =>
	named(listed).flatMap(({ name, _meta }) => (_meta ? [name] : []))

test('tools are listed in 2026-07-28 with the app only for a client that shows it, and cached for nobody else', async () => {
	const { token } = await newToken(['editor:read'])
	const plain = await modernResult(token, 'tools/list')
	expect(withPages(plain)).toEqual([])
	const listed = await modernResult(token, 'tools/list', {}, UI)
	expect(withPages(listed)).toEqual(['unity_screenshot', 'collect', 'start_run', 'run_line'])
	expect(listed['cacheScope']).toBe('private')
	const uri = 'ui://fairlead/line'
	const read = await modernResult(token, 'resources/read', { uri }, UI)
	expect(JSON.stringify(read['contents'])).toContain('text/html;profile=mcp-app')
})

test('an app that a client of 2025-06-18 shows is said once in the handshake, and known in the later requests', async () => {
	const { token } = await newToken(['editor:read'])
	const hello = (capabilities: object) =>
		legacy(token, 'initialize', {
			protocolVersion: LEGACY,
			capabilities,
			clientInfo: { name: 'Old client', version: '1' },
		})
	const plain = await hello({})
	expect(plain.headers.get('mcp-session-id')).not.toMatch(/^app-/)
	const session = (await hello(UI)).headers.get('mcp-session-id') ?? ''
	const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
	const headers = { 'mcp-protocol-version': LEGACY, 'mcp-session-id': session }
	const [known] = await messagesOf(await send(token, list, headers))
	expect(withPages(known?.result)).toContain('start_run')
	const [other] = await messagesOf(await legacy(token, 'tools/list'))
	expect(withPages(other?.result)).toEqual([])
})

test('a run is told with its line, whole at once, and to no other client', async () => {
	const { token } = await newToken(['editor:read', 'runs:start'])
	const { structuredContent } = await modernResult(token, 'tools/call', started, UI)
	const { id } = structuredContent as { id: string }
	const look = { name: 'run_line', arguments: { id } }
	const line = await until(async () => {
		const { _meta } = await modernResult(token, 'tools/call', look, UI)
		const steps = (_meta as Record<string, { state: string }[]>)['fairlead/line'] ?? []
		return steps.some(({ state }) => state === 'asking') ? steps : undefined
	}, 'the run to ask')
	expect(line.at(-1)).toEqual({
		what: 'Change objects: create',
		subject: 'Task',
		outcome: 'Waits for approval',
		state: 'asking',
	})
	const plain = await modernResult(token, 'tools/call', { ...look, name: 'run_line' })
	expect(plain['_meta']).not.toHaveProperty('fairlead/line')
	const other = await newToken(['editor:read', 'runs:start'])
	const foreign = await modernResult(other.token, 'tools/call', look, UI)
	expect(foreign.content?.[0]?.text).toContain('no such task or run')
})
