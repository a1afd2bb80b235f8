/** Answers of `fairlead mcp` before it is a relay: exactly those of the real server, and no others. */
import { duplexPair, PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import {
	answersTo,
	CAPABILITIES,
	liveAnswers,
	type Message,
	newerRequests,
	olderRequests,
} from '../../../scripts/live-answers.ts'
import { until } from '../../../test/kit/support.ts'
import file from './first-answers.json' with { type: 'json' }
import { FirstAnswers, RECORDED_VERSIONS } from './first-answers.ts'
import { runPipe } from './pipe.ts'

const lineOf = (message: Message): string => JSON.stringify({ jsonrpc: '2.0', ...message })
const answered = (requests: readonly Message[]): unknown[] => {
	const first = new FirstAnswers(file)
	return requests.flatMap((request) => JSON.parse(first.answer(lineOf(request)) ?? '[]'))
}

test('the recorded answers are those of the server', async () => {
	expect(file).toEqual(await liveAnswers())
})

test.each(
	(['plain', 'app'] as const).flatMap((kind) => [
		...RECORDED_VERSIONS.older.map(
			(version) => [version, kind, olderRequests(version, CAPABILITIES[kind])] as const,
		),
		[RECORDED_VERSIONS.newer, kind, newerRequests(CAPABILITIES[kind])] as const,
	]),
)('%s, %s client: every first question gets the answer of the server', async (_, __, requests) => {
	const live = await answersTo(requests)
	expect(live.length).toBeGreaterThan(4)
	expect(answered(requests)).toEqual(live)
})

const [HANDSHAKE = {}] = olderRequests('2025-06-18', {})
const [DISCOVER = {}] = newerRequests({})
const changed = (message: Message, params: object): Message => ({
	...message,
	params: { ...Object(message['params']), ...params },
})

test.each([
	['no JSON', '{'],
	['a call', lineOf({ id: 1, method: 'tools/call', params: { name: 'unity_query' } })],
	['a list before the handshake', lineOf({ id: 1, method: 'tools/list' })],
	['another revision', lineOf(changed(HANDSHAKE, { protocolVersion: '2031-01-01' }))],
	['no name', lineOf(changed(HANDSHAKE, { clientInfo: {} }))],
	['capabilities that are none', lineOf(changed(HANDSHAKE, { capabilities: [] }))],
	['a further parameter', lineOf(changed(HANDSHAKE, { extra: 1 }))],
	['an id that is none', lineOf({ ...HANDSHAKE, id: null })],
	['a broken envelope', lineOf(changed(DISCOVER, { _meta: { 'x/y': 1 } }))],
	['a page of a list', lineOf(changed({ ...DISCOVER, method: 'tools/list' }, { cursor: 'a' }))],
	['a subscription', lineOf(changed({ ...DISCOVER, method: 'subscriptions/listen' }, {}))],
])('%s waits for the relay', (_, line) => {
	expect(new FirstAnswers(file).answer(line)).toBeNull()
})

test('a second handshake waits for the relay', () => {
	const first = new FirstAnswers(file)
	expect(first.answer(lineOf(HANDSHAKE))).not.toBeNull()
	expect(first.answer(lineOf(HANDSHAKE))).toBeNull()
})

/** The pipe with a client and without a running relay; `relay` starts one in its process. */
function pipe() {
	const [input, output] = [new PassThrough(), new PassThrough()]
	const lines: Message[] = []
	output.on('data', (chunk: Buffer) => {
		for (const line of String(chunk).trim().split('\n')) lines.push(JSON.parse(line) as Message)
	})
	const [here, there] = duplexPair()
	const sent: Message[] = []
	here.on('data', (chunk: Buffer) => {
		for (const line of String(chunk).trim().split('\n')) sent.push(JSON.parse(line) as Message)
	})
	const { promise: relay, resolve: start } = Promise.withResolvers<void>()
	const ended = runPipe(
		{ folder: null, mode: 'auto', allow: [], page: false, local: false, alone: true },
		{
			input,
			output,
			home: '/nowhere',
			say: () => undefined,
			firstAnswers: async () => new FirstAnswers(file),
			async startAlone() {
				await relay
				return { joinMcp: async () => there, close: async () => undefined }
			},
		},
	)
	const send = (message: Message): void => void input.write(`${lineOf(message)}\n`)
	return { send, lines, sent, start, here, input, ended }
}

test('the client has its lists before there is a relay, which then gets the handshake and the rest', async () => {
	const { send, lines, sent, start, here, input, ended } = pipe()
	const requests = olderRequests('2025-06-18', {})
	for (const request of requests) send(request)
	await until('the answers', () => lines.length === 6)
	expect(lines).toEqual(await answersTo(requests))
	const call = { id: 9, method: 'tools/call', params: { name: 'unity_query' } }
	send(call)
	start()
	await until('the first requests', () => sent.length === 3)
	expect(sent).toEqual([requests[0], requests[1], call].map((one) => JSON.parse(lineOf(one ?? {}))))
	// The relay's answer to the repeated handshake is not for the client.
	here.write(`${lineOf({ id: 0, result: {} })}\n${lineOf({ id: 9, result: { fine: true } })}\n`)
	await until('the answer to the call', () => lines.length === 7)
	expect(lines.at(-1)).toMatchObject({ id: 9, result: { fine: true } })
	// From now on the relay answers.
	send({ id: 10, method: 'tools/list' })
	await until('the list', () => sent.length === 4)
	input.end()
	await ended
})

test('a call that cannot wait for a handshake is not held up, and a client that leaves starts no relay', async () => {
	const first = pipe()
	first.send({ id: 1, method: 'tools/call', params: { name: 'unity_query' } })
	first.start()
	await until('the call', () => first.sent.length === 1)
	first.input.end()
	await first.ended
	const second = pipe()
	second.input.end()
	await second.ended
	expect(second.sent).toEqual([])
})
