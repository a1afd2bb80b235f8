/** The server on 127.0.0.1: editors at /editor, MCP clients at /mcp, and what this machine's commands ask for. */
import { chmod, rm } from 'node:fs/promises'
import {
	createServer,
	type IncomingMessage,
	type Server,
	type ServerResponse,
	STATUS_CODES,
} from 'node:http'
import type { Duplex } from 'node:stream'
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import { EDITOR_LINK } from '@fairlead/protocol/wire/editor-link'
import { isNonce, newNonce, proofOf, TOKEN_PROOF } from '@fairlead/protocol/wire/token-proof'
import { WebSocketServer } from 'ws'
import type { BodyTaker } from '../agents/hooks/hook-routes.ts'
import { EditorAdmission } from '../editors/editor-admission.ts'
import { type ConnectionPorts, serveEditor } from '../editors/editor-connection.ts'
import { admit, offersSubprotocol, refusePages } from '../editors/upgrade-guard.ts'
import type { McpConnections } from '../mcp-server/connections.ts'
import { MCP_WIRE, RELAY_PROOF_PATH } from '../requests/wire.ts'

const LOOPBACK = '127.0.0.1'
/** Far above the protocol's limit: frames between the two get 4008 instead of being cut. */
const MAX_PAYLOAD_BYTES = 4 * EDITOR_LINK.maxFrameBytes
/** After this, sockets that did not finish the closing handshake are dropped. */
const CLOSE_TIMEOUT_MS = 1_000
/** Mode of the socket: for this user only, like the folder it is in. */
const SOCKET_MODE = 0o600

export interface LocalServer {
	readonly port: number
	/** The local socket on which MCP clients are served besides the port; null: none, also if one was wanted. */
	readonly mcpSocket: string | null
	/** Closes every editor socket with 4010 and frees the port. */
	close(): Promise<void>
}

export interface LocalServerOptions extends ConnectionPorts {
	/** 0: any free port. */
	readonly port: number
	readonly token: string
	/** The bodies of the commands' requests, by method and path: `GET /status`. */
	readonly answers: Readonly<Record<string, () => unknown>>
	/** Takers of the body of a `POST`, by path. */
	readonly takes: Readonly<Record<string, BodyTaker>>
	readonly mcp: McpConnections
	/** The local socket on which MCP clients of this user are to be served besides the port; null: none. */
	readonly mcpSocket: string | null
}

/** @throws when the port is taken (`EADDRINUSE`). */
export async function startLocalServer(options: LocalServerOptions): Promise<LocalServer> {
	let port = options.port
	const sockets = new WebSocketServer({
		noServer: true,
		maxPayload: MAX_PAYLOAD_BYTES,
		handleProtocols: () => EDITOR_LINK.subprotocol,
	})
	const editors = new EditorAdmission(options)
	const http = createServer((request, response) => {
		const answer = (status: number, body: unknown): void => {
			response.writeHead(status, {
				'content-type': 'application/json',
				'cache-control': 'no-store',
				connection: 'close',
			})
			response.end(JSON.stringify(body))
		}
		if (request.method === 'GET' && request.url === RELAY_PROOF_PATH) {
			prove(request, response, port, options.token)
			return
		}
		const admission = admit(request.headers, port, options.token)
		const asked = `${request.method} ${request.url}`
		if (admission.kind === 'refused') answer(admission.status, { error: admission.message })
		else if (request.url?.startsWith(`${MCP_WIRE.path}/`))
			void answerMcp(request, options.mcp).then(
				({ status, body }) => answer(status, body),
				() => answer(400, { error: 'The request could not be read.' }),
			)
		else if (request.method === 'POST' && Object.hasOwn(options.takes, request.url ?? ''))
			void take(request, response, options.takes[request.url ?? '']).then(
				({ status, body }) => answer(status, body),
				() => answer(400, { error: 'The request could not be read.' }),
			)
		else if (!Object.hasOwn(options.answers, asked))
			answer(404, {
				error: `The relay has no ${asked}. It answers its own commands, such as "status".`,
			})
		else
			Promise.resolve(options.answers[asked]?.()).then(
				(body) => answer(200, body),
				() => answer(500, { error: 'The relay failed to answer. Its log says why.' }),
			)
	})
	http.on('upgrade', (request, socket, head) => {
		const isMcp = request.url === MCP_WIRE.path && request.headers.upgrade === MCP_WIRE.upgrade
		const refusal = isMcp ? refusedPage(request, port) : refuseUpgrade(request, port)
		if (refusal) {
			refuse(socket, refusal.status, refusal.message)
			return
		}
		if (isMcp) {
			options.mcp.accept(request, socket, head)
			return
		}
		sockets.handleUpgrade(request, socket, head, (editor) =>
			editors.admit(editor, request, () => serveEditor(editor, options)),
		)
	})
	await new Promise<void>((resolve, reject) => {
		http.once('error', reject)
		http.listen(options.port, LOOPBACK, () => {
			http.off('error', reject)
			resolve()
		})
	})
	const address = http.address()
	if (address !== null && typeof address === 'object') port = address.port
	const near = await listenNearby(options, () => port)
	return {
		port,
		mcpSocket: near === null ? null : options.mcpSocket,
		async close() {
			const ended = (server: Server | null) =>
				new Promise<void>((resolve) =>
					server === null ? resolve() : server.close(() => resolve()),
				)
			const closed = Promise.all([ended(http), ended(near)])
			options.mcp.close()
			// The local socket has only MCP clients, and requests that would become clients.
			near?.closeAllConnections()
			for (const editor of sockets.clients) editor.close(CLOSE.restarting, 'The relay is stopping.')
			const drop = setTimeout(() => {
				for (const editor of sockets.clients) editor.terminate()
				http.closeAllConnections()
			}, CLOSE_TIMEOUT_MS)
			http.closeIdleConnections()
			await closed
			clearTimeout(drop)
		},
	}
}

/**
 * The local socket of {@link LocalServerOptions.mcpSocket}; null if the file system cannot hold one. The home folder is
 * this relay's alone, and so is what an earlier one left there.
 */
async function listenNearby(
	{ mcp, mcpSocket }: LocalServerOptions,
	port: () => number,
): Promise<Server | null> {
	if (mcpSocket === null) return null
	const server = createServer((_, response) => response.writeHead(404).end())
	server.on('upgrade', (request, socket, head) => {
		const isMcp = request.url === MCP_WIRE.path && request.headers.upgrade === MCP_WIRE.upgrade
		const page = refusedPage(request, port())
		if (page) refuse(socket, page.status, page.message)
		else if (isMcp) mcp.accept(request, socket, head)
		else refuse(socket, 404, 'Only MCP clients are served here.')
	})
	try {
		if (process.platform !== 'win32') await rm(mcpSocket, { force: true })
		await new Promise<void>((resolve, reject) => {
			server.once('error', reject)
			server.listen(mcpSocket, resolve)
		})
		if (process.platform !== 'win32') await chmod(mcpSocket, SOCKET_MODE)
		return server
	} catch {
		server.close()
		return null
	}
}

const MAX_BODY_BYTES = 128 * 1024

async function take(
	request: IncomingMessage,
	response: ServerResponse,
	taker: BodyTaker | undefined,
): Promise<{ status: number; body: unknown }> {
	const text = await textOf(request, taker?.maxBytes ?? 0)
	if (text === null) return { status: 413, body: { error: 'The body is too long.' } }
	const gone = new AbortController()
	response.on('close', () => gone.abort())
	return { status: 200, body: (await taker?.take(JSON.parse(text), gone.signal)) ?? {} }
}

/** Returns null if it is longer than that. */
async function textOf(request: IncomingMessage, maxBytes: number): Promise<string | null> {
	let text = ''
	for await (const chunk of request.setEncoding('utf8')) {
		text += String(chunk)
		if (text.length > maxBytes) return null
	}
	return text
}

async function answerMcp(
	request: IncomingMessage,
	mcp: McpConnections,
): Promise<{ status: number; body: unknown }> {
	const text = await textOf(request, MAX_BODY_BYTES)
	if (text === null) return { status: 413, body: { error: 'The body is too long.' } }
	const url = new URL(request.url ?? '/', 'http://127.0.0.1')
	return mcp.answer(request.method ?? 'GET', url, text === '' ? null : JSON.parse(text))
}

function refusedPage(
	request: IncomingMessage,
	port: number,
): { status: number; message: string } | null {
	const admission = refusePages(request.headers, port)
	return admission.kind === 'refused' ? admission : null
}

function refuseUpgrade(
	request: IncomingMessage,
	port: number,
): { status: number; message: string } | null {
	const page = refusedPage(request, port)
	if (page) return page
	// Compared unparsed: URL does not accept every target ("//" throws).
	if (request.url?.split('?', 1)[0] !== EDITOR_LINK.path)
		return { status: 404, message: `Editors must connect to ${EDITOR_LINK.path}.` }
	if (!offersSubprotocol(request.headers, EDITOR_LINK.subprotocol))
		return { status: 400, message: `Offer the subprotocol ${EDITOR_LINK.subprotocol}.` }
	return null
}

function refuse(socket: Duplex, status: number, message: string): void {
	const body = JSON.stringify({ error: message })
	socket.on('error', () => undefined)
	socket.end(
		`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
	)
}

/** Proves to a command that this is the relay, before it sends the token on this connection. */
function prove(
	{ headers }: IncomingMessage,
	response: ServerResponse,
	port: number,
	token: string,
): void {
	const page = refusePages(headers, port)
	const nonce = headers[TOKEN_PROOF.nonceHeader]
	if (page.kind === 'refused' || !isNonce(nonce)) {
		response.writeHead(page.kind === 'refused' ? page.status : 400, { connection: 'close' }).end()
		return
	}
	const relayNonce = newNonce()
	response
		.writeHead(204, {
			[TOKEN_PROOF.nonceHeader]: relayNonce,
			[TOKEN_PROOF.proofHeader]: proofOf('relay', token, nonce, relayNonce),
		})
		.end()
}
