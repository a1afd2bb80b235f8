/** `fairlead mcp` with a relay in its process that another takes over from, or that the client does not wait for. */
import { duplexPair, PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RelayClosingError } from '../src/mcp-server/calls/relay-closing-error.ts'
import { McpConnections } from '../src/mcp-server/connections.ts'
import file from '../src/mcp-server/pipe/first-answers.json' with { type: 'json' }
import { FirstAnswers } from '../src/mcp-server/pipe/first-answers.ts'
import { type OwnRelay, runPipe, type StartAlone } from '../src/mcp-server/pipe/pipe.ts'
import { RelayBench } from './kit/relay-bench.ts'
import { TEST_TIMEOUT_MS, until } from './kit/support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

const INITIALIZE = {
	jsonrpc: '2.0',
	id: 1,
	method: 'initialize',
	params: {
		protocolVersion: '2025-06-18',
		capabilities: {},
		clientInfo: { name: 'raw', version: '1' },
	},
}
const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' }
/** A request that only a relay answers, and at once. */
const ASK = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'no_such_tool' } }
const HELLO = { session: 'session1', folder: null, mode: 'auto', allow: [], pid: 1 } as const

let bench: RelayBench
beforeEach(() => {
	bench = new RelayBench()
})
afterEach(() => bench.end())

/** A client that asks something only a relay can answer. */
function client(startAlone: StartAlone) {
	const [input, output] = [new PassThrough(), new PassThrough()]
	let out = ''
	output.on('data', (chunk) => {
		out += chunk
	})
	const state = { hasEnded: false }
	const options = { folder: null, mode: 'auto', allow: [], page: false, local: false } as const
	const ended = runPipe(
		{ ...options, alone: false },
		{
			input,
			output,
			home: bench.home,
			say: () => undefined,
			startAlone,
			firstAnswers: async () => new FirstAnswers(file),
		},
	).finally(() => {
		state.hasEnded = true
	})
	bench.cleanups.add(input, (stream) => void stream.end())
	for (const message of [INITIALIZE, INITIALIZED, ASK]) input.write(`${JSON.stringify(message)}\n`)
	return { ended, state, leave: () => void input.end(), isAnswered: () => /unknown_tool/.test(out) }
}

/** Its end can be waited for, and takes until `closed` is called. */
function ownRelay(joinMcp: OwnRelay['joinMcp']) {
	const { promise, resolve: closed } = Promise.withResolvers<void>()
	const close = vi.fn(() => promise)
	return { closed, close, relay: { joinMcp, close } satisfies OwnRelay }
}

test('a relay that is told to stop while it starts gives way to the other', async () => {
	const joinMcp = vi.fn(() => Promise.reject(new Error('It is closed.')))
	const own = ownRelay(joinMcp)
	const { ended, state, leave, isAnswered } = client(async (stopRequested) => {
		stopRequested()
		await bench.start()
		return own.relay
	})
	await until('an answer of the other relay', isAnswered)
	expect(joinMcp).not.toHaveBeenCalled()
	expect(own.close).toHaveBeenCalledOnce()
	leave()
	// The process would end with it, in the midst of the relay's last writes.
	await new Promise(setImmediate)
	expect(state.hasEnded).toBe(false)
	own.closed()
	await ended
})

test('a relay that closes while its client joins it is not the last word', async () => {
	let stop: () => void = () => undefined
	const own = ownRelay(async () => {
		stop()
		await bench.start()
		throw new RelayClosingError()
	})
	const { ended, leave, isAnswered } = client(async (stopRequested) => {
		stop = stopRequested
		return own.relay
	})
	await until('an answer of the other relay', isAnswered)
	expect(own.close).toHaveBeenCalledOnce()
	own.closed()
	leave()
	await ended
})

test('a relay that starts for a client that is gone is closed', async () => {
	const own = ownRelay(() => Promise.reject(new Error('Nobody is left to join.')))
	const { promise, resolve: start } = Promise.withResolvers<void>()
	const starting = vi.fn(() => promise.then(() => own.relay))
	const { ended, state, leave } = client(starting)
	await until('the start', () => starting.mock.calls.length > 0)
	leave()
	await new Promise(setImmediate)
	expect(state.hasEnded).toBe(false)
	start()
	own.closed()
	await ended
	expect(own.close).toHaveBeenCalledOnce()
})

test('nobody joins a relay that has closed meanwhile', async () => {
	const session = vi.fn()
	const connections = new McpConnections({ session } as never, 'token', true)
	const joining = connections.join(HELLO)
	connections.close()
	await expect(joining).rejects.toThrow(RelayClosingError)
	expect(session).not.toHaveBeenCalled()
})

test('a client whose connection is older than the end of the relay is not served after it', () => {
	const session = vi.fn()
	const connections = new McpConnections({ session } as never, 'token', false)
	const [here] = duplexPair()
	connections.close()
	connections.accept({ headers: {} } as never, here, Buffer.alloc(0))
	expect(here.destroyed).toBe(true)
	expect(session).not.toHaveBeenCalled()
})
