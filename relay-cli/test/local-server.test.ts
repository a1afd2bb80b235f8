import { connect } from 'node:net'
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import { EDITOR_LINK } from '@fairlead/protocol/wire/editor-link'
import { RPC_ERROR } from '@fairlead/protocol/wire/json-rpc'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { DEFAULT_TIMING } from '../src/platform/timing.ts'
import type { FakeEditor } from './fakes/fake-editor.ts'
import { RelayBench } from './kit/relay-bench.ts'
import { TEST_TIMEOUT_MS, until } from './kit/support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

let bench: RelayBench
let path: string

beforeEach(async () => {
	bench = new RelayBench()
	path = await bench.project('Game')
})
afterEach(() => bench.end())

interface Dial {
	readonly headers?: Record<string, string>
	readonly token?: string | null
	readonly path?: string
	readonly protocols?: string[]
}

/**
 * How a socket that begins with anything but a hello ends: the HTTP status of a refused upgrade, or the
 * close code; 4007 means that it was let in. `frames`: the other frames received.
 */
function dial(options: Dial = {}, frames: string[] = []): Promise<number> {
	const { relay } = bench
	const token = options.token === undefined ? relay.token : options.token
	const socket = new WebSocket(
		`ws://127.0.0.1:${relay.port}${options.path ?? EDITOR_LINK.path}`,
		options.protocols ?? [EDITOR_LINK.subprotocol],
		{
			headers: {
				...(token === null ? {} : { authorization: `Bearer ${token}` }),
				...options.headers,
			},
		},
	)
	socket.on('error', () => undefined)
	return new Promise((resolve) => {
		socket.on('unexpected-response', (request, response) => {
			resolve(response.statusCode ?? 0)
			request.destroy()
		})
		socket.on('message', (data) => frames.push(data.toString()))
		socket.on('close', resolve)
		// An editor sends its hello at once; an unknown method shows whether anything listens.
		socket.on('open', () => socket.send('{"jsonrpc":"2.0","id":1,"method":"hello?","params":{}}'))
	})
}

/** An open socket that has not said hello, with the frames it received. */
async function openSocket(): Promise<{
	socket: WebSocket
	frames: string[]
	closed: Promise<number>
}> {
	const { relay } = bench
	const socket = new WebSocket(
		`ws://127.0.0.1:${relay.port}${EDITOR_LINK.path}`,
		EDITOR_LINK.subprotocol,
		{ headers: { authorization: `Bearer ${relay.token}` } },
	)
	bench.cleanups.add(socket, (made) => made.terminate())
	const frames: string[] = []
	socket.on('message', (data) => frames.push(data.toString()))
	const closed = new Promise<number>((resolve) => socket.on('close', resolve))
	await new Promise((resolve) => socket.on('open', resolve))
	return { socket, frames, closed }
}

describe('the local server', () => {
	it.each<[string, Dial, number]>([
		['the right token', {}, CLOSE.handshake],
		['localhost as host', { headers: { host: 'localhost:PORT' } }, CLOSE.handshake],
		['no token', { token: null }, CLOSE.unauthorized],
		['a wrong token', { token: 'x'.repeat(43) }, CLOSE.unauthorized],
		[
			'the token in a longer one',
			{ headers: { authorization: 'Bearer TOKENx' } },
			CLOSE.unauthorized,
		],
		[
			'a web page that has no token',
			{ token: null, headers: { origin: 'https://evil.example' } },
			403,
		],
		['a web page as origin', { headers: { origin: 'https://evil.example' } }, 403],
		['its own address as origin', { headers: { origin: 'http://127.0.0.1:PORT' } }, 403],
		['an opaque origin', { headers: { origin: 'null' } }, 403],
		['a rebound host', { headers: { host: 'evil.example:PORT' } }, 403],
		['another port in the host', { headers: { host: '127.0.0.1:1' } }, 403],
		['no port in the host', { headers: { host: '127.0.0.1' } }, 403],
		['another path', { path: '/other' }, 404],
		['another subprotocol', { protocols: ['fairlead.editor.v0'] }, 400],
	])('answers a socket with %s as it should', async (_what, options, status) => {
		const { port, token } = await bench.start()
		const headers = Object.fromEntries(
			Object.entries(options.headers ?? {}).map(([name, value]) => [
				name,
				value.replace('PORT', String(port)).replace('TOKEN', token),
			]),
		)
		const frames: string[] = []
		expect(await dial({ ...options, headers }, frames)).toBe(status)
		// Only a client with the token gets answers.
		expect(frames).toHaveLength(status === CLOSE.handshake ? 1 : 0)
	})

	it('refuses an upgrade to an invalid URL, and keeps running', async () => {
		const { port, token } = await bench.start()
		const socket = connect(port, '127.0.0.1')
		bench.cleanups.add(socket, (made) => made.destroy())
		let answer = ''
		socket.on('data', (data) => {
			answer += data.toString()
		})
		socket.write(
			`GET // HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
		)
		await until('the answer', () => answer.startsWith('HTTP/1.1 404'))
		expect(await dial()).toBe(CLOSE.handshake)
	})

	it('returns its status to clients with the token, and to no web page', async () => {
		const { port, token } = await bench.start()
		const ask = (path: string, headers: Record<string, string>): Promise<Response> =>
			fetch(`http://127.0.0.1:${port}${path}`, { headers })
		const authorization = `Bearer ${token}`
		expect((await ask('/status', { authorization })).status).toBe(200)
		expect((await ask('/status', {})).status).toBe(401)
		expect((await ask('/status', { authorization, origin: 'http://localhost' })).status).toBe(403)
		expect((await ask('/other', { authorization })).status).toBe(404)
	})

	it('is not reachable from outside: it listens on 127.0.0.1 only', async () => {
		const { port } = await bench.start()
		await expect(fetch(`http://127.0.0.2:${port}/status`)).rejects.toThrow()
	})
})

describe('an editor socket', () => {
	const HOUR_MS = 3_600_000
	const { editorPingIntervalMs, editorPongTimeoutMs } = DEFAULT_TIMING
	/** After so many without an answer, an editor is dropped. */
	const SILENT_BEATS = Math.floor(editorPongTimeoutMs / editorPingIntervalMs) + 1

	/** Lets the time until the next pings pass; the relay has this editor's answer then. */
	async function beat(editor: FakeEditor): Promise<void> {
		const before = editor.pings
		bench.clock.advance(editorPingIntervalMs)
		await until('a ping', () => editor.pings > before)
		await editor.roundTrip()
	}

	it('survives a jump of the clock: only silence ends it', async () => {
		const { clock } = bench
		await bench.start({ clock })
		const editor = await bench.connectedEditor(path)
		for (const jumpMs of [HOUR_MS, -2 * HOUR_MS]) {
			clock.setAhead(jumpMs)
			for (let i = 0; i < SILENT_BEATS; i++) await beat(editor)
			expect(editor.isConnected).toBe(true)
		}
		editor.freeze()
		clock.advance(SILENT_BEATS * editorPingIntervalMs)
		await until('the drop', () => bench.relay.status().editors[0]?.phase === 'reloading')
	})

	it('without a hello is closed', async () => {
		await bench.start({ clock: bench.clock })
		const { closed } = await openSocket()
		bench.clock.advance(DEFAULT_TIMING.helloTimeoutMs)
		expect(await closed).toBe(CLOSE.handshake)
	})

	it('that does not send hello first gets an error and is closed', async () => {
		await bench.start()
		const { socket, frames, closed } = await openSocket()
		socket.send('{"jsonrpc":"2.0","id":1,"method":"call.settled","params":{}}')
		expect(await closed).toBe(CLOSE.handshake)
		expect(JSON.parse(frames[0]!)).toMatchObject({ id: 1, error: { code: RPC_ERROR.handshake } })
	})

	it('with another version is told what to update and closed permanently', async () => {
		await bench.start()
		const editor = bench.editor(path, { hello: { protocolVersion: 2 } })
		await expect(editor.connect(bench.relay)).rejects.toMatchObject({
			rpc: { code: RPC_ERROR.version, message: expect.stringContaining('Update') },
		})
		await until('the close', () => editor.closes.length > 0)
		expect(editor.closes).toEqual([CLOSE.unsupportedVersion])
	})

	it('survives malformed frames, up to a limit', async () => {
		await bench.start()
		const editor = await bench.connectedEditor(path)
		for (let i = 0; i < EDITOR_LINK.maxMalformedFrames; i++) editor.sendRaw('{')
		editor.setPhase('playing')
		await until('the phase', () => bench.relay.status().editors[0]?.phase === 'playing')
		editor.sendRaw('[]')
		await until('the close', () => editor.closes.length > 0)
		expect(editor.closes).toEqual([CLOSE.protocolError])
	})

	it('that sends a frame above the limit gets a close code that says so', async () => {
		await bench.start()
		const editor = await bench.connectedEditor(path)
		editor.sendRaw('x'.repeat(EDITOR_LINK.maxFrameBytes + 1))
		await until('the close', () => editor.closes.length > 0)
		expect(editor.closes).toEqual([CLOSE.tooLarge])
	})

	it('that no longer answers pings is dropped, and its editor is expected back', async () => {
		await bench.start({ clock: bench.clock })
		const silent = await bench.connectedEditor(path)
		const other = await bench.connectedEditor(await bench.project('Other'))
		silent.freeze()
		for (let i = 0; i < SILENT_BEATS; i++) await beat(other)
		const seat = await until('the drop', () =>
			bench.relay.status().editors.find((one) => one.phase === 'reloading'),
		)
		expect(seat.projectPath).toBe(path)
		expect(other.isConnected).toBe(true)
	})
})

describe('a seat', () => {
	it.each<
		[string, { session: string; seq: number }, { session: string; seq: number }, 'taken' | 'kept']
	>([
		[
			'a newer connection of the session',
			{ session: 'a', seq: 3 },
			{ session: 'a', seq: 4 },
			'taken',
		],
		['an equal connSeq', { session: 'a', seq: 3 }, { session: 'a', seq: 3 }, 'kept'],
		['an older connSeq', { session: 'a', seq: 3 }, { session: 'a', seq: 2 }, 'kept'],
		['another session', { session: 'a', seq: 9 }, { session: 'b', seq: 1 }, 'taken'],
	])('has the right connection after %s arrived', async (_what, first, second, verdict) => {
		await bench.start()
		const old = await bench.connectedEditor(path, { sessionId: first.session, connSeq: first.seq })
		const next = bench.editor(path, { sessionId: second.session, connSeq: second.seq })
		const loser = verdict === 'taken' ? old : next
		const greeting = next.connect(bench.relay)
		if (verdict === 'taken') await greeting
		else await expect(greeting).rejects.toMatchObject({ rpc: { code: RPC_ERROR.handshake } })
		await until('the close', () => loser.closes.length > 0)
		expect(loser.closes).toEqual([verdict === 'taken' ? CLOSE.superseded : CLOSE.staleConnSeq])
		expect((verdict === 'taken' ? next : old).isConnected).toBe(true)
		expect(bench.relay.status().editors).toHaveLength(1)
		expect(bench.relay.status().editors[0]?.process).toMatchObject({
			sessionId: verdict === 'taken' ? second.session : first.session,
		})
	})

	it('is not given to an older connSeq after the newer one has closed', async () => {
		await bench.start()
		const editor = await bench.connectedEditor(path, { sessionId: 'a', connSeq: 5 })
		await editor.disconnect(CLOSE.reloading)
		const late = bench.editor(path, { sessionId: 'a', connSeq: 4 })
		await expect(late.connect(bench.relay)).rejects.toThrow()
	})

	it('is the same, however the path is written', async () => {
		await bench.start()
		await bench.connectedEditor(path)
		await bench.connectedEditor(`${path}/Assets/../`)
		expect(bench.relay.status().editors).toHaveLength(1)
	})

	it.each<[string, { phase: 'ready' | 'compiling'; code?: number }, string]>([
		['a clean quit', { phase: 'ready', code: 1000 }, 'gone'],
		['an announced reload', { phase: 'ready', code: CLOSE.reloading }, 'reloading'],
		['a cut while it compiled', { phase: 'compiling' }, 'reloading'],
		['a cut', { phase: 'ready' }, 'reloading'],
		['a quit while it compiled', { phase: 'compiling', code: 1001 }, 'gone'],
	])('shows the right phase after %s', async (_what, { phase, code }, expected) => {
		const linkedRoom = await bench.room()
		const linked = await bench.project('Linked', linkedRoom)
		await bench.start()
		const editor = await bench.connectedEditor(linked, { phase })
		await editor.disconnect(code)
		const seat = await until('the phase', () => {
			const found = bench.relay.status().editors[0]
			return found && found.phase !== phase ? found : null
		})
		expect(seat.phase).toBe(expected)
	})

	it('is gone when the editor stays away too long', async () => {
		const linkedRoom = await bench.room()
		const linked = await bench.project('Linked', linkedRoom)
		const { clock } = bench
		await bench.start({ clock })
		const phase = () => bench.relay.status().editors[0]?.phase
		const editor = await bench.connectedEditor(linked)
		await editor.disconnect(CLOSE.reloading)
		await until('the reload', () => phase() === 'reloading')
		clock.advance(DEFAULT_TIMING.reloadGraceMs - 1)
		expect(phase()).toBe('reloading')
		clock.advance(1)
		expect(phase()).toBe('gone')
	})

	it('waits for its editor after a restart of the relay', async () => {
		const linkedRoom = await bench.room()
		const linked = await bench.project('Linked', linkedRoom)
		await bench.start()
		const editor = await bench.connectedEditor(linked)
		await bench.restart({ timing: { restartGraceMs: 60_000 } })
		expect(bench.relay.status().editors[0]?.phase).toBe('reloading')
		await editor.connect(bench.relay)
		expect(bench.relay.status().editors[0]?.phase).toBe('ready')
	})
})
