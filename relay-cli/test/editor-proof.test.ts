/** An editor that sends a nonce instead of the token: the relay proves itself first, and lets in who proves itself then. */
import { once } from 'node:events'
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import { EDITOR_LINK, RelayProof } from '@fairlead/protocol/wire/editor-link'
import { rpcNotification, rpcRequest } from '@fairlead/protocol/wire/json-rpc'
import { isProof, newNonce, proofOf, TOKEN_PROOF } from '@fairlead/protocol/wire/token-proof'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { DEFAULT_TIMING } from '../src/platform/timing.ts'
import { RelayBench } from './kit/relay-bench.ts'
import { TEST_TIMEOUT_MS, until } from './kit/support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

let bench: RelayBench
beforeEach(() => {
	bench = new RelayBench()
})
afterEach(() => bench.end())

interface Dialed {
	readonly socket: WebSocket
	readonly nonce: string
	readonly said: RelayProof
	/** Frames after the relay's proof. */
	readonly frames: string[]
	readonly closed: Promise<number>
}

/** Dials with a nonce, and takes in the relay's proof. */
async function dial(): Promise<Dialed> {
	const nonce = newNonce()
	const socket = new WebSocket(
		`ws://127.0.0.1:${bench.relay.port}${EDITOR_LINK.path}`,
		EDITOR_LINK.subprotocol,
		{ headers: { [TOKEN_PROOF.nonceHeader]: nonce } },
	)
	bench.cleanups.add(socket, (made) => made.terminate())
	socket.on('error', () => undefined)
	const frames: string[] = []
	socket.on('message', (data) => frames.push(data.toString()))
	const closed = new Promise<number>((resolve) => socket.on('close', resolve))
	await until('the proof', () => frames.length > 0)
	const said = RelayProof.parse(JSON.parse(frames.shift() ?? '').params)
	return { socket, nonce, said, frames, closed }
}

const proofFor = ({ nonce, said }: Dialed, token = bench.relay.token): string =>
	rpcNotification('editor.proof', { proof: proofOf('client', token, nonce, said.nonce) })

/** A relay that reads it answers with an error: the first request must be the hello. */
const FIRST_REQUEST = rpcRequest('r1', 'hello?', {})

it('lets in an editor that proves itself, and reads what was sent with the proof', async () => {
	await bench.start()
	const dialed = await dial()
	const { nonce, said, socket, frames } = dialed
	const expected = proofOf('relay', bench.relay.token, nonce, said.nonce)
	expect(isProof(said.proof, expected)).toBe(true)
	socket.send(proofFor(dialed))
	// More than is read before a proof, in the same piece.
	socket.send(rpcRequest('r1', 'hello?', { text: 'x'.repeat(100_000) }))
	expect(await dialed.closed).toBe(CLOSE.handshake)
	expect(JSON.parse(frames[0] ?? '')).toMatchObject({ id: 'r1' })
})

it.each<[string, (dialed: Dialed, earlier: Dialed) => string | Buffer]>([
	['a request', () => FIRST_REQUEST],
	['no JSON', () => '{'],
	['bytes', (dialed) => Buffer.from(proofFor(dialed))],
	['a proof with another token', (dialed) => proofFor(dialed, 'x'.repeat(43))],
	['the relay’s own proof', ({ said }) => rpcNotification('editor.proof', { proof: said.proof })],
	['the proof of another connection', (_, earlier) => proofFor(earlier)],
	['no proof', () => rpcNotification('editor.proof', {})],
	[
		'the proof in another message',
		(dialed) => proofFor(dialed).replace('editor.proof', 'editor.phase'),
	],
])('closes with 4003, and reads nothing more, after %s', async (_what, first) => {
	await bench.start()
	const dialed = await dial()
	const { socket, frames, closed } = dialed
	socket.send(first(dialed, await dial()))
	socket.send(proofFor(dialed))
	socket.send(FIRST_REQUEST)
	expect(await closed).toBe(CLOSE.unauthorized)
	expect(frames).toEqual([])
})

it('closes an editor that proves nothing in time', async () => {
	await bench.start({ clock: bench.clock })
	const { closed } = await dial()
	bench.clock.advance(DEFAULT_TIMING.helloTimeoutMs)
	expect(await closed).toBe(CLOSE.handshake)
})

it('drops a socket that sends more than a proof before it has proved itself', async () => {
	await bench.start()
	const { socket, closed } = await dial()
	socket.send('x'.repeat(1_000_000))
	expect(await closed).toBe(1006)
})

it('lets an editor in while more sockets than the relay keeps prove nothing; the oldest are closed', async () => {
	await bench.start()
	const flood: Dialed[] = []
	for (let n = 0; n < 40; n++) flood.push(await dial())
	const one = await dial()
	one.socket.send(proofFor(one))
	one.socket.send(FIRST_REQUEST)
	expect(await one.closed).toBe(CLOSE.handshake)
	const closed = () => flood.filter(({ socket }) => socket.readyState === WebSocket.CLOSED)
	await until('the oldest to be closed', () => closed().length >= 8)
	expect(flood.at(-1)?.socket.readyState).toBe(WebSocket.OPEN)
	expect(closed()).toEqual(flood.slice(0, closed().length))
})

it('keeps an editor that has proved itself, whatever the others do', async () => {
	await bench.start()
	const one = await dial()
	one.socket.send(proofFor(one))
	const read = once(one.socket, 'pong')
	one.socket.ping()
	await read
	for (let n = 0; n < 40; n++) await dial()
	one.socket.send(FIRST_REQUEST)
	expect(await one.closed).toBe(CLOSE.handshake)
	expect(one.frames).toHaveLength(1)
})
