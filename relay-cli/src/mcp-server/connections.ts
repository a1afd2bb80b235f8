/** The relay's side of `/mcp`: proves itself, reads the hello, and serves MCP on the socket. */
import type { IncomingMessage } from 'node:http'
import { type Duplex, duplexPair } from 'node:stream'
import {
	isNonce,
	isProof,
	newNonce,
	proofOf,
	TOKEN_PROOF,
} from '@fairlead/protocol/wire/token-proof'
import * as z from 'zod/mini'
import { RELAY_VERSION } from '../platform/version.ts'
import { UnprovenSockets } from '../requests/unproven-sockets.ts'
import { type Introduction, MCP_WIRE, type McpHello, type McpWelcome } from '../requests/wire.ts'
import { RelayClosingError } from './calls/relay-closing-error.ts'
import type { McpSessions } from './mcp-sessions.ts'

const Hello = z.object({
	version: z.int(),
	proof: z.string().check(z.maxLength(128)),
	session: z.string().check(z.regex(/^[A-Za-z0-9_-]{8,40}$/)),
	folder: z.nullable(z.string().check(z.minLength(1), z.maxLength(4_096))),
	mode: z.enum(['ask', 'auto', 'read-only']),
	allow: z.array(z.enum(['write', 'destructive', 'execute'])).check(z.maxLength(3)),
	page: z.optional(z.boolean()),
	local: z.optional(z.boolean()),
	agent: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
	pid: z.int(),
})

const Limit = z.int().check(z.minimum(1), z.maximum(1_000))
const RevertRequest = z.object({
	callIds: z.array(z.string().check(z.maxLength(128))).check(z.maxLength(500)),
	force: z.boolean(),
})

/** Clients of one user; each has an MCP server in the relay. */
const MAX_CLIENTS = 32

export class McpConnections {
	readonly #desk: McpSessions
	readonly #token: string
	readonly #alone: boolean
	readonly #unproven = new UnprovenSockets()
	readonly #clients = new Set<Duplex>()
	#isClosed = false

	/** @param alone the relay serves this machine only, and ends with the client that started it */
	constructor(desk: McpSessions, token: string, alone: boolean) {
		this.#desk = desk
		this.#token = token
		this.#alone = alone
	}

	/** Takes a socket that asked for {@link MCP_WIRE.upgrade}. Its request was not from a web page. */
	accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
		socket.on('error', () => socket.destroy())
		// The HTTP server's sockets stay half open otherwise, and the client would count as connected forever.
		socket.on('end', () => socket.destroy())
		// The connection may be older than the relay's end.
		if (this.#isClosed) {
			socket.destroy()
			return
		}
		const clientNonce = request.headers[TOKEN_PROOF.nonceHeader]
		if (!isNonce(clientNonce)) {
			refuse(socket, `Send ${TOKEN_PROOF.nonceHeader}.`)
			return
		}
		this.#unproven.add(socket)
		socket.once('close', () => this.#clients.delete(socket))
		const relayNonce = newNonce()
		const proof = proofOf('relay', this.#token, clientNonce, relayNonce)
		socket.write(
			`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${MCP_WIRE.upgrade}\r\n${TOKEN_PROOF.nonceHeader}: ${relayNonce}\r\n${TOKEN_PROOF.proofHeader}: ${proof}\r\n\r\n`,
		)
		const expected = proofOf('client', this.#token, clientNonce, relayNonce)
		void this.#greet(socket, head, expected).catch(() => socket.destroy())
	}

	/** The client's end of a connection for the client in this process, which needs no proof. @throws {RelayClosingError} */
	async join(hello: Introduction): Promise<Duplex> {
		const { serveMcp } = await import('./server.ts')
		if (this.#isClosed) throw new RelayClosingError()
		const [here, there] = duplexPair()
		this.#clients.add(here)
		for (const [one, other] of [
			[here, there],
			[there, here],
		] as const) {
			one.on('error', () => one.destroy())
			one.once('close', () => other.destroy())
		}
		here.once('close', () => this.#clients.delete(here))
		serveMcp(here, this.#desk.session(hello))
		return there
	}

	/** `GET /mcp/log?limit=`, `POST /mcp/revert`: the commands of these names. The token was checked. */
	async answer(
		method: string,
		url: URL,
		body: unknown,
	): Promise<{ status: number; body: unknown }> {
		if (method === 'GET' && url.pathname === '/mcp/log') {
			const limit = Limit.safeParse(Number(url.searchParams.get('limit')))
			return limit.success
				? { status: 200, body: this.#desk.log(limit.data) }
				: { status: 400, body: { error: 'limit must be 1 to 1000.' } }
		}
		if (method === 'POST' && url.pathname === '/mcp/revert') {
			const asked = RevertRequest.safeParse(body)
			return asked.success
				? { status: 200, body: await this.#desk.revert(asked.data.callIds, asked.data.force) }
				: { status: 400, body: { error: 'Send callIds (at most 500) and force.' } }
		}
		return {
			status: 404,
			body: { error: 'Not found. Set up MCP clients with "npm run fairlead -- mcp install".' },
		}
	}

	close(): void {
		this.#isClosed = true
		this.#unproven.close()
		for (const socket of this.#clients) socket.destroy()
	}

	async #greet(socket: Duplex, head: Buffer, expected: string): Promise<void> {
		const line = await firstLine(socket, head)
		const said = (welcome: McpWelcome): string => `${JSON.stringify(welcome)}\n`
		const hello = line === null ? null : helloIn(line)
		if (hello === null || !isProof(hello.proof, expected)) {
			const error = 'The first line is not the hello of someone who knows the token of relay.json.'
			socket.end(said({ ok: false, error }))
			return
		}
		if (hello.version !== MCP_WIRE.version) {
			const error = `The relay (version ${RELAY_VERSION}) and the client's MCP server are of different versions. Restart the relay with "npm run fairlead -- restart", then the client.`
			socket.end(said({ ok: false, error }))
			return
		}
		if (this.#clients.size >= MAX_CLIENTS) {
			const error = `At most ${MAX_CLIENTS} MCP clients can be connected. Close one, and try again.`
			socket.end(said({ ok: false, error }))
			return
		}
		if (socket.destroyed) return
		this.#unproven.proved(socket)
		this.#clients.add(socket)
		// Loaded with the first client: a relay without one does not need the library.
		const { serveMcp } = await import('./server.ts')
		if (socket.destroyed) return
		const [version, alone] = [MCP_WIRE.version, this.#alone]
		socket.write(said({ ok: true, version, relayVersion: RELAY_VERSION, alone }))
		serveMcp(socket, this.#desk.session(hello))
	}
}

function helloIn(line: string): McpHello | null {
	try {
		const hello = Hello.safeParse(JSON.parse(line))
		return hello.success ? hello.data : null
	} catch {
		return null
	}
}

/** The rest stays in the stream. Null if none comes in time, or it is too long. */
function firstLine(socket: Duplex, head: Buffer): Promise<string | null> {
	return new Promise((resolve) => {
		let read = Buffer.alloc(0)
		const finish = (line: string | null): void => {
			clearTimeout(timer)
			socket.off('data', take)
			socket.off('close', closed)
			socket.pause()
			resolve(line)
		}
		const take = (chunk: Buffer): void => {
			read = Buffer.concat([read, chunk])
			const end = read.indexOf('\n')
			if (end === -1) {
				if (read.length > MCP_WIRE.maxHelloBytes) finish(null)
				return
			}
			const rest = read.subarray(end + 1)
			finish(read.subarray(0, end).toString('utf8'))
			if (rest.length > 0) socket.unshift(rest)
		}
		const closed = (): void => finish(null)
		const timer = setTimeout(closed, MCP_WIRE.helloTimeoutMs)
		socket.on('data', take)
		socket.on('close', closed)
		if (head.length > 0) take(head)
	})
}

function refuse(socket: Duplex, error: string): void {
	const body = JSON.stringify({ error })
	socket.end(
		`HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
	)
}
