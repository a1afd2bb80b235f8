/** One connection to a room, from dialing to its end. Redialing is the room link's business. */
import { RPC_ERROR } from '@fairlead/protocol/wire/json-rpc'
import { RELAY_LINK } from '@fairlead/protocol/wire/relay-link'
import { WebSocket } from 'ws'
import type { ProjectLink } from '../home/links.ts'
import type { Clock } from '../platform/clock.ts'
import type { Timing } from '../platform/timing.ts'
import { RELAY_VERSION } from '../platform/version.ts'
import { agentFor } from '../proxy/use-proxy.ts'
import { provenAgent, UnprovenServerError } from '../requests/proven-server.ts'
import { RpcPeer, RpcRefusal } from '../rpc/rpc-peer.ts'
import type { Ending } from './ending.ts'

const MAX_MALFORMED_FRAMES = 100

export interface RoomSocketHandlers {
	opened(peer: RpcPeer): void
	request(method: string, params: unknown): Promise<unknown>
	notification(method: string, params: unknown): void
	/** Called once, whether or not it ever opened. */
	ended(ending: Ending): void
}

/** Address of the relay link: `http` becomes `ws`, `https` becomes `wss`. */
export function relayUrl(link: Pick<ProjectLink, 'server' | 'projectId'>): string {
	const url = new URL(link.server)
	url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
	url.pathname = `${url.pathname.replace(/\/+$/, '')}/api/projects/${encodeURIComponent(link.projectId)}/relay`
	url.search = ''
	url.hash = ''
	return url.href
}

/**
 * Opens the WebSocket with token and subprotocol. Redirects are not followed: they would carry the token along. A
 * server at a loopback address gets the token once it has proved itself on the same connection.
 */
export function openWebSocket(link: ProjectLink, handshakeTimeoutMs: number): WebSocket {
	const address = relayUrl(link)
	const agent = provenAgent(link) ?? agentFor(address)
	return new WebSocket(address, RELAY_LINK.subprotocol, {
		...(agent === undefined ? {} : { agent }),
		headers: {
			authorization: `Bearer ${link.token}`,
			'user-agent': `fairlead/${RELAY_VERSION}`,
		},
		handshakeTimeout: handshakeTimeoutMs,
		// Above the limit, the peer answers with 4008 instead of the library with 1009.
		maxPayload: 2 * RELAY_LINK.maxFrameBytes,
		perMessageDeflate: false,
	})
}

/** The ending of a connection whose server did not prove itself; null: the error is another. */
export function endingOfUnproven(error: Error): Ending | null {
	if (!(error instanceof UnprovenServerError)) return null
	// A refused token has no proof: whoever says so, the token was not sent.
	if (error.status === 401) return { kind: 'http', status: 401 }
	return { kind: 'unproven', message: error.message }
}

/** Dials at once. Returns a function that disconnects; after that, no handler is called. */
export function dialRoom(
	link: ProjectLink,
	clock: Clock,
	timing: Timing,
	handlers: RoomSocketHandlers,
): (code: number, reason: string) => void {
	let ended = false
	let cancelPing: () => void = () => undefined
	const end = (ending: Ending): void => {
		if (ended) return
		ended = true
		cancelPing()
		handlers.ended(ending)
	}
	const socket = openWebSocket(link, timing.roomHelloTimeoutMs)
	let heardAt = clock.now()
	let silentMs = 0
	const heard = (): void => {
		heardAt = clock.now()
		silentMs = 0
	}
	const peer = new RpcPeer(
		socket,
		{
			async request(method, params) {
				if (ended) throw new RpcRefusal(RPC_ERROR.handshake, 'The relay closed the connection.')
				return handlers.request(method, params)
			},
			notification(method, params) {
				if (!ended) handlers.notification(method, params)
			},
			closed: (code, reason) => end({ kind: 'closed', code, reason }),
			text: (text) => text === 'pong',
		},
		{ maxFrameBytes: RELAY_LINK.maxFrameBytes, maxMalformedFrames: MAX_MALFORMED_FRAMES },
	)
	const beat = (): void => {
		// Its own beats, because the time of day may be set back; and the time of day, because beats stop while the
		// machine sleeps, and the server has given up by then.
		if (Math.max(silentMs, clock.now() - heardAt) > timing.roomPongTimeoutMs) {
			end({ kind: 'silent' })
			socket.terminate()
			return
		}
		peer.sendText('ping')
		silentMs += timing.roomPingIntervalMs
		cancelPing = clock.after(timing.roomPingIntervalMs, beat)
	}
	socket.on('message', heard)
	socket.on('unexpected-response', (request, response) => {
		end({ kind: 'http', status: response.statusCode ?? 0 })
		request.destroy()
	})
	socket.on('error', (error) => {
		const unproven = endingOfUnproven(error)
		if (unproven) {
			end(unproven)
			return
		}
		const code = 'code' in error && typeof error.code === 'string' ? error.code : error.message
		if (socket.readyState === WebSocket.OPEN) return
		const refused = code === 'ERR_PROXY_TUNNEL' && 'statusCode' in error
		end(
			refused
				? { kind: 'proxy', status: Number(error.statusCode) }
				: { kind: 'unreachable', message: code },
		)
	})
	socket.on('open', () => {
		if (ended) return
		heard()
		cancelPing = clock.after(timing.roomPingIntervalMs, beat)
		handlers.opened(peer)
	})
	return (code, reason) => {
		ended = true
		cancelPing()
		if (socket.readyState === WebSocket.OPEN) peer.close(code, reason)
		else socket.terminate()
	}
}
