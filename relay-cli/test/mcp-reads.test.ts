/** The work of the relay for a read of an MCP client, and the work that it must not do: most calls are reads. */
import { StatementSync } from 'node:sqlite'
import { resolveMcpCall } from '@fairlead/protocol/mcp'
import { TOOLS } from '@fairlead/protocol/tools'
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FakeEditor } from './fakes/fake-editor.ts'
import { startMcp } from './kit/mcp-kit.ts'
import { RelayBench } from './kit/relay-bench.ts'
import { TEST_TIMEOUT_MS, until } from './kit/support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

const LOOK = { name: 'unity_query', arguments: { action: 'editor_state' } }
const CREATE = { name: 'unity_hierarchy', arguments: { action: 'create', name: 'Cube' } }

let bench: RelayBench
let path: string
let editor: FakeEditor

beforeEach(async () => {
	bench = new RelayBench()
	path = await bench.project('Game')
	await bench.start()
	editor = await bench.connectedEditor(path)
})
afterEach(async () => {
	vi.restoreAllMocks()
	await bench.end()
})

const start = (revision: 'legacy' | 'modern') =>
	startMcp(bench.cleanups, { home: bench.home, cwd: path, revision })

/** How often the relay, which is in this process, has checked the arguments of {@link LOOK}. */
function checks(): () => number {
	const spy = vi.spyOn(TOOLS.unity_query.actions.editor_state.input, 'safeParse')
	return () => spy.mock.calls.length
}

/** Statements that have run. */
function statements(): () => number {
	const spies = (['get', 'all', 'run', 'iterate'] as const).map((name) =>
		vi.spyOn(StatementSync.prototype, name),
	)
	return () => spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
}

test.each(['legacy', 'modern'] as const)(
	'%s: a read is checked once, and leaves the database alone',
	async (revision) => {
		const { client } = await start(revision)
		await client.callTool(LOOK)
		const [checked, ran] = [checks(), statements()]
		expect(await client.callTool(LOOK)).toMatchObject({ structuredContent: { echo: {} } })
		expect({ checked: checked(), statements: ran() }).toEqual({ checked: 1, statements: 0 })
		// The counters count.
		resolveMcpCall(LOOK.name, LOOK.arguments, { kind: 'unity', custom: [] })
		await client.callTool(CREATE)
		expect(checked()).toBe(2)
		expect(ran()).toBeGreaterThan(0)
	},
)

test('both revisions get the same answers to reads, right or wrong', async () => {
	const [older, newer] = [await start('legacy'), await start('modern')]
	editor.execute = ({ params }) =>
		'max' in params
			? { status: 'error', error: { code: 'not_found', message: 'No.', hint: 'Look.' } }
			: { status: 'ok', result: { names: 'Cube '.repeat(4_000) } }
	for (const call of [
		LOOK,
		{ name: 'unity_query', arguments: { action: 'nothing' } },
		{ name: 'call_tool', arguments: LOOK },
		{ name: 'read_console_logs', arguments: { max: 3 } },
		{ name: 'read_file', arguments: { path: 'Assets/Missing.cs' } },
	]) {
		// The newer revision says of each answer whose and what it is.
		const { _meta, resultType, ...expected } = Object(await newer.client.callTool(call))
		expect(await older.client.callTool(call)).toEqual(expected)
	}
})

test('a project that has tools of the names of those for runs changes nothing for either', async () => {
	const customTools = ['collect', 'run_line', 'start_run'].map((name) => ({
		name,
		description: 'Reads.',
		inputSchema: {},
		risk: 'read' as const,
	}))
	editor.disconnect(CLOSE.reloading)
	editor = await bench.connectedEditor(path, { hello: { customTools } })
	const [older, newer] = [await start('legacy'), await start('modern')]
	for (const { name } of customTools) {
		const call = { name, arguments: { id: 'run_1' } }
		const { _meta, resultType, ...expected } = Object(await newer.client.callTool(call))
		expect(await older.client.callTool(call)).toEqual(expected)
	}
	expect(editor.received).toEqual([])
})

test('a read does not overtake a change that came before it', async () => {
	const { client } = await start('legacy')
	await client.callTool(LOOK)
	const before = editor.received.length
	const methods: string[] = []
	editor.execute = ({ method }) => {
		methods.push(method)
		return { status: 'ok', result: {} }
	}
	await Promise.all([client.callTool(CREATE), client.callTool(LOOK), client.callTool(LOOK)])
	expect(editor.received.length - before).toBe(3)
	expect(methods).toEqual(['unity_hierarchy', 'unity_query', 'unity_query'])
})

test('a read that its client cancels, or leaves behind, is withdrawn from the editor', async () => {
	const { client } = await start('legacy')
	editor.execute = () => new Promise(() => undefined)
	const cancel = new AbortController()
	const asked = client.callTool(LOOK, { signal: cancel.signal })
	const refused = expect(asked).rejects.toThrow()
	await until('the call', () => editor.received.length === 1)
	cancel.abort()
	await refused
	await until('the cancellation', () => editor.cancelled.length === 1)
	const left = client.callTool(LOOK).catch(() => null)
	await until('the second call', () => editor.received.length === 2)
	await client.close()
	await left
	await until('the second cancellation', () => editor.cancelled.length === 2)
	expect(editor.cancelled).toEqual(editor.received)
})

test('progress of a read reaches a client that asked for it', async () => {
	const { client } = await start('legacy')
	const said: unknown[] = []
	editor.execute = async ({ callId }) => {
		editor.progress(callId, 'Half.')
		await until('the progress', () => said.length > 0)
		return { status: 'ok', result: {} }
	}
	await client.callTool(LOOK, { onprogress: (progress) => said.push(progress) })
	expect(said).toEqual([{ progress: 1, message: 'Half.' }])
})
