/**
 * The Durable Object of a user: the sockets of all their open pages, and the push to browsers without one. It knows nothing of
 * what waits for them, and stores only its alarm and a push that is under way; it passes hints on, and pages read D1.
 */
import { DurableObject } from 'cloudflare:workers'
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import { FEED_LINK } from '@fairlead/protocol/wire/feed-link'
import { rpcNotification } from '@fairlead/protocol/wire/json-rpc'
import type { SessionActor } from '../access/actor.ts'
import {
	consequenceFor,
	endsAt,
	hasExpired,
	RecentChanges,
	type RightsChange,
} from '../access/rights-change.ts'
import type { Env } from '../env.ts'
import { earliest, wakeBy } from '../platform/alarm.ts'
import { watcherOf } from '../ports/feed.ts'
import { attempt, newPush, type OpenPush } from '../push/pusher.ts'
import { pusherPorts } from '../push/pusher-ports.ts'

/** The push that is under way, in the object's storage. */
const PUSH = 'push'

export class UserFeed extends DurableObject<Env> {
	/** Ends of sessions that a socket which is just being opened may not know. */
	readonly #recent = new RecentChanges()

	constructor(ctx: DurableObjectState, env: Env) {
		super(ctx, env)
		// Heartbeats are answered by the platform while the feed sleeps.
		ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'))
	}

	/** The approvals that wait for this user have changed. */
	async needsYouChanged(): Promise<void> {
		const frame = rpcNotification('needs_you.changed', {})
		for (const { ws } of this.#open()) {
			try {
				ws.send(frame)
			} catch {
				// It has just ended. The page comes back and reads.
			}
		}
	}

	/** Something began to wait for this user: their subscribed browsers are pushed to, at once, and again where that fails. */
	async push(userId: string): Promise<void> {
		const now = Date.now()
		await this.ctx.storage.put(PUSH, newPush(userId, now))
		// Not here: who asked does not wait for push services, and what is under way survives the object.
		await wakeBy(this.ctx.storage, now)
	}

	/** Closes the sockets of a session that has ended. */
	async rightsChanged(change: RightsChange): Promise<void> {
		this.#recent.add(change, Date.now())
		for (const { ws, actor } of this.#open()) {
			// The feed belongs to no project: a role in one changes what the page reads, not who may listen.
			const consequence = consequenceFor(change, { actor, role: null })
			if (change.kind === 'ended' && consequence === 'close') end(ws, 'this session has ended')
		}
	}

	override async fetch(request: Request): Promise<Response> {
		const actor = watcherOf(request)
		if (!this.#recent.allows({ actor, role: null }, Date.now())) {
			return new Response('the session has just ended', { status: 401 })
		}
		if (this.#open().length >= FEED_LINK.maxSockets) {
			return new Response('too many pages are open', { status: 503 })
		}
		const { 0: client, 1: server } = new WebSocketPair()
		this.ctx.acceptWebSocket(server)
		server.serializeAttachment(actor)
		await wakeBy(this.ctx.storage, endsAt(actor))
		return new Response(null, {
			status: 101,
			webSocket: client,
			headers: { 'sec-websocket-protocol': FEED_LINK.subprotocol },
		})
	}

	override async webSocketMessage(ws: WebSocket): Promise<void> {
		ws.close(CLOSE.protocolError, 'this socket only takes pings')
	}

	override async webSocketClose(ws: WebSocket): Promise<void> {
		ws.close(1000, 'bye')
	}

	override async alarm(): Promise<void> {
		const now = Date.now()
		const later: (number | null)[] = []
		for (const { ws, actor } of this.#open()) {
			if (hasExpired(actor, now)) end(ws, 'the session has ended')
			else later.push(endsAt(actor))
		}
		later.push(await this.#pushDue(now))
		await wakeBy(this.ctx.storage, earliest(...later))
	}

	/** @returns when it is due again; null: nothing is left to push */
	async #pushDue(now: number): Promise<number | null> {
		const push = await this.ctx.storage.get<OpenPush>(PUSH)
		if (push === undefined || push.at > now) return push?.at ?? null
		const left = await attempt(push, pusherPorts(this.env))
		const newer = await this.ctx.storage.get<OpenPush>(PUSH)
		// Something else began to wait meanwhile: that push is for everybody, and its alarm is set.
		if (newer?.since !== push.since) return newer?.at ?? null
		if (left === null) await this.ctx.storage.delete(PUSH)
		else await this.ctx.storage.put(PUSH, left)
		return left?.at ?? null
	}

	#open(): { ws: WebSocket; actor: SessionActor }[] {
		return this.ctx
			.getWebSockets()
			.filter((ws) => ws.readyState === WebSocket.OPEN)
			.map((ws) => ({ ws, actor: ws.deserializeAttachment() as SessionActor }))
	}
}

const end = (ws: WebSocket, reason: string): void => ws.close(CLOSE.unauthorized, reason)
