/**
 * The Durable Object of a user: the sockets of all their open pages, and the pushes to browsers without one. It stores only its
 * alarm, pushes that are under way and, for minutes, where a coding agent began to wait; it passes hints on, and pages read D1.
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
import { type AgentWait, endOfNews, newsOf, withWait } from '../push/agent-waits.ts'
import type { PushKind } from '../push/push-kinds.ts'
import { attempt, newPush, type OpenPush } from '../push/pusher.ts'
import { pusherPorts } from '../push/pusher-ports.ts'

/** In the object's storage: the push of each kind that is under way. */
const PUSH = { 'needs-you': 'push', agents: 'agent_push' } as const satisfies Record<
	PushKind,
	string
>
/** In the object's storage: the {@link AgentWait}s. */
const WAITS = 'agent_waits'

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
		await this.#beginPush('needs-you', userId, Date.now())
	}

	/** Pushes to their browsers that want it. */
	async agentBeganToWait(userId: string, projectId: string): Promise<void> {
		const now = Date.now()
		await this.ctx.storage.put(WAITS, withWait(await this.#waits(), { projectId, at: now }))
		await this.#beginPush('agents', userId, now)
	}

	/** While it is news, the newest first. */
	async agentsWaiting(): Promise<AgentWait[]> {
		return newsOf(await this.#waits(), Date.now())
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
		later.push(await this.#pushDue('needs-you', now), await this.#pushDue('agents', now))
		later.push(await this.#forgetWaits(now))
		await wakeBy(this.ctx.storage, earliest(...later))
	}

	/** @returns when it is due again; null: nothing is left to push */
	async #pushDue(kind: PushKind, now: number): Promise<number | null> {
		const { storage } = this.ctx
		const push = await storage.get<OpenPush>(PUSH[kind])
		if (push === undefined || push.at > now) return push?.at ?? null
		const ports = pusherPorts(this.env, kind, await this.#waits())
		const left = await attempt(push, ports)
		const newer = await storage.get<OpenPush>(PUSH[kind])
		// Something else began to wait meanwhile: that push is for everybody, and its alarm is set.
		if (newer?.since !== push.since) return newer?.at ?? null
		if (left === null) await storage.delete(PUSH[kind])
		else await storage.put(PUSH[kind], left)
		return left?.at ?? null
	}

	async #beginPush(kind: PushKind, userId: string, now: number): Promise<void> {
		await this.ctx.storage.put(PUSH[kind], newPush(userId, now))
		// Not here: who asked does not wait for push services, and what is under way survives the object.
		await wakeBy(this.ctx.storage, now)
	}

	async #waits(): Promise<readonly AgentWait[]> {
		return (await this.ctx.storage.get<AgentWait[]>(WAITS)) ?? []
	}

	/** @returns when the next one is no news any more */
	async #forgetWaits(now: number): Promise<number | null> {
		const waits = await this.#waits()
		const left = newsOf(waits, now)
		if (left.length === waits.length) return earliest(...left.map(endOfNews))
		if (left.length === 0) await this.ctx.storage.delete(WAITS)
		else await this.ctx.storage.put(WAITS, left)
		return earliest(...left.map(endOfNews))
	}

	#open(): { ws: WebSocket; actor: SessionActor }[] {
		return this.ctx
			.getWebSockets()
			.filter((ws) => ws.readyState === WebSocket.OPEN)
			.map((ws) => ({ ws, actor: ws.deserializeAttachment() as SessionActor }))
	}
}

const end = (ws: WebSocket, reason: string): void => ws.close(CLOSE.unauthorized, reason)
