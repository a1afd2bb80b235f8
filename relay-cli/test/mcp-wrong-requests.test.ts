/** Requests of MCP clients that are not as the protocol says: the answer names the member, and holds no dump of a library. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MCP_ENTRY } from './kit/mcp-kit.ts'
import { RelayBench } from './kit/relay-bench.ts'
import { TEST_TIMEOUT_MS, until } from './kit/support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

let bench: RelayBench
let client: ChildProcessWithoutNullStreams
let written: string
let path: string

beforeEach(async () => {
	bench = new RelayBench()
	await bench.start()
	path = await bench.project('Game')
	written = ''
	client = spawn(process.execPath, [MCP_ENTRY, 'mcp'], {
		cwd: path,
		env: { ...process.env, FAIRLEAD_HOME: bench.home },
	})
	bench.cleanups.add(client, (made) => made.kill('SIGKILL'))
	client.stdout.on('data', (chunk) => {
		written += chunk
	})
})
afterEach(() => bench.end())

let ids = 0
async function errorOf(method: string, params: object): Promise<unknown> {
	const id = ++ids
	client.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
	return until(`the answer to ${method}`, () => {
		const lines = written.split('\n').slice(0, -1)
		const answer = lines.map((line) => JSON.parse(line)).find((one) => one.id === id)
		return answer ? (answer.error ?? 'no error') : null
	})
}

const BY_2025 = {
	protocolVersion: '2025-11-25',
	capabilities: {},
	clientInfo: { name: 'test', version: '1' },
}

it('the refusal of the first request names what is missing in it', async () => {
	expect(await errorOf('initialize', {})).toEqual({
		code: -32_602,
		message: 'initialize: "protocolVersion" is missing.',
	})
})

it('the refusal of a wrong request names the member that is wrong', async () => {
	expect(await errorOf('initialize', BY_2025)).toBe('no error')
	client.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
	const TYPED = { name: 'build_in_scene', arguments: { x: 5 } }
	for (const [method, params, said] of [
		['resources/read', {}, '"uri" is missing.'],
		['resources/subscribe', { uri: 5 }, '"uri" must be a text.'],
		['prompts/get', {}, '"name" is missing.'],
		['prompts/get', TYPED, '"arguments.x" must be a text.'],
		['completion/complete', {}, '"ref" is missing.'],
		['tools/call', {}, '"name" is missing.'],
		['tools/call', { name: 5 }, '"name" must be a text.'],
		['tools/call', { name: 'read_file', arguments: 'x' }, '"arguments" must be an object.'],
	] as const)
		expect(await errorOf(method, params)).toEqual({
			code: -32_602,
			message: `${method}: ${said}`,
		})
})
