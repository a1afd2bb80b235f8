/**
 * The Durable Object of a project: where relays and viewers meet and calls are routed. A thin
 * shell: it wires the parts together and passes the platform's events on. Everything it needs
 * after sleeping stands in its tables and in the attachments of its sockets.
 */
import { DurableObject } from 'cloudflare:workers'
import { CLOSE } from '@fairlead/protocol/close-codes'
import { RELAY_LINK } from '@fairlead/protocol/relay-link'
import { type RunChanged, VIEWER_LINK } from '@fairlead/protocol/viewer-link'
import type { Env } from '../env.ts'
import { readAdmission } from './admission.ts'
import { CallDesk } from './call-desk.ts'
import { linkConversations } from './conversations-link.ts'
import { nextAlarm } from './deadlines.ts'
import { MalformedFrames } from './frames.ts'
import { LiveReads } from './live-reads.ts'
import { PendingCalls } from './pending-calls.ts'
import { RelaySession } from './relay-session.ts'
import type { RoomContext } from './room-context.ts'
import type { DispatchReceipt, DispatchRequest, RoomPort } from './room-port.ts'
import { roomView } from './room-view.ts'
import { Seats } from './seats.ts'
import { RoomSockets, type SocketState, tokenTag, VIEWER_TAG } from './sockets.ts'
import { ViewerSession } from './viewer-session.ts'

/** Sockets on which a relay has not said hello; an honest one has at most a few. */
const MAX_GREETING_RELAYS = 32

export class ProjectRoom extends DurableObject<Env> implements RoomPort {
	readonly #sockets: RoomSockets
	readonly #seats: Seats
	readonly #calls: PendingCalls
	readonly #desk: CallDesk
	readonly #relaySession: RelaySession
	readonly #viewerSession: ViewerSession
	/** The room's state as last told, to tell it only when it changed. */
	#shown = ''
	/** When the alarm is set for; undefined: not asked yet. */
	#alarmAt: number | null | undefined

	constructor(ctx: DurableObjectState, env: Env) {
		super(ctx, env)
		const now = () => Date.now()
		const wakeId = crypto.randomUUID()
		let reads = 0
		const background = (work: Promise<unknown>) => ctx.waitUntil(work)
		// Heartbeats are answered by the platform while the room sleeps.
		ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'))
		const sockets = new RoomSockets(ctx)
		this.#sockets = sockets
		this.#seats = new Seats(ctx.storage.sql)
		this.#calls = new PendingCalls(ctx.storage.sql)
		this.#desk = new CallDesk({
			seats: this.#seats,
			sockets,
			calls: this.#calls,
			conversations: linkConversations((id) => env.CONVERSATION.getByName(id), background),
			now,
			reschedule: () => background(this.#reschedule()),
			background,
		})
		const context: RoomContext = {
			sockets,
			seats: this.#seats,
			desk: this.#desk,
			reads: new LiveReads({
				sendToRelay: (relayId, frame) => sockets.sendToRelay(relayId, frame),
				send: (ws, frame) => sockets.send(ws, frame),
				now,
				// Unique also after the object woke again, without asking for randomness each time.
				randomId: () => `${wakeId}.${++reads}`,
			}),
			malformed: new MalformedFrames(),
			now,
			showState: (except) => this.#showState(except),
		}
		this.#relaySession = new RelaySession(context)
		this.#viewerSession = new ViewerSession(context)
	}

	// RPC

	/** See {@link RoomPort.dispatch}. */
	async dispatch(request: DispatchRequest): Promise<DispatchReceipt> {
		const receipt = this.#desk.dispatch(request)
		// Before the answer: a call without an alarm could wait for ever.
		await this.#reschedule()
		return receipt
	}

	/** See {@link RoomPort.cancel}. */
	async cancel(callIds: readonly string[]): Promise<void> {
		this.#desk.cancel(callIds)
	}

	/** See {@link RoomPort.runChanged}. */
	async runChanged(change: RunChanged): Promise<void> {
		this.#sockets.notifyViewers('run.changed', change)
	}

	/** A conversation was made, renamed or deleted: tells the viewers. */
	async conversationsChanged(conversationId: string): Promise<void> {
		this.#sockets.notifyViewers('conversations.changed', { conversationId })
	}

	/** Closes the connections that were made with this token. */
	async revokeRelayToken(tokenId: string): Promise<void> {
		for (const ws of this.#sockets.withToken(tokenId)) {
			const state = this.#sockets.close(ws, CLOSE.unauthorized, 'the relay token was revoked')
			this.#relaySession.onGone(state)
		}
	}

	/** The project is deleted: closes every socket and forgets everything. Irreversible. */
	async destroy(): Promise<void> {
		for (const ws of this.#sockets.all()) {
			this.#sockets.close(ws, CLOSE.unlinked, 'the project was deleted')
		}
		await this.ctx.storage.deleteAlarm()
		await this.ctx.storage.deleteAll()
	}

	// Sockets

	override async fetch(request: Request): Promise<Response> {
		const who = readAdmission(request)
		switch (who.kind) {
			case 'viewer': {
				if (this.#sockets.viewerSocketCount() >= VIEWER_LINK.maxViewers) {
					return new Response('the room is full', { status: 503 })
				}
				const viewerId = crypto.randomUUID()
				const { name, maySteer } = who
				return this.#accept(
					{ kind: 'viewer_greeting', viewerId, name, maySteer },
					[VIEWER_TAG],
					VIEWER_LINK.subprotocol,
				)
			}
			case 'relay': {
				const { tokenId, projectName } = who
				this.#closeLateGreetings()
				return this.#accept(
					{ kind: 'relay_greeting', tokenId, projectName, openedAt: Date.now() },
					[tokenTag(tokenId)],
					RELAY_LINK.subprotocol,
				)
			}
			default:
				return who satisfies never
		}
	}

	#accept(state: SocketState, tags: string[], subprotocol: string): Response {
		const { 0: client, 1: server } = new WebSocketPair()
		this.#sockets.accept(server, state, tags)
		return new Response(null, {
			status: 101,
			webSocket: client,
			headers: { 'sec-websocket-protocol': subprotocol },
		})
	}

	/** Without timers, the next arrival closes who did not say hello in time. */
	#closeLateGreetings(): void {
		const late = this.#sockets.lateGreetings(Date.now() - RELAY_LINK.helloTimeoutMs)
		const waiting = this.#sockets.lateGreetings(Number.POSITIVE_INFINITY)
		const surplus = waiting.slice(0, Math.max(0, waiting.length - MAX_GREETING_RELAYS))
		for (const ws of new Set([...late, ...surplus])) {
			this.#sockets.close(ws, CLOSE.handshake, 'no hello in time')
		}
	}

	override async webSocketMessage(ws: WebSocket, message: string | ArrayBuffer): Promise<void> {
		const state = this.#sockets.stateOf(ws)
		// Both wires are JSON; bytes are answered like any other text that is none.
		const text = typeof message === 'string' ? message : ''
		switch (state.kind) {
			case 'viewer':
			case 'viewer_greeting':
				this.#viewerSession.onFrame(ws, state, text)
				return
			case 'relay':
			case 'relay_greeting':
				await this.#relaySession.onFrame(ws, state, text)
				return
			case 'closed':
				return
			default:
				state satisfies never
		}
	}

	override async webSocketClose(ws: WebSocket): Promise<void> {
		this.#gone(ws)
	}

	override async webSocketError(ws: WebSocket): Promise<void> {
		this.#gone(ws)
	}

	#gone(ws: WebSocket): void {
		const state = this.#sockets.close(ws, 1000, 'bye')
		this.#relaySession.onGone(state)
		this.#viewerSession.onGone(state)
	}

	#showState(except?: WebSocket): void {
		const state = roomView(this.#sockets, this.#seats)
		const text = JSON.stringify(state)
		if (text === this.#shown) return
		this.#shown = text
		this.#sockets.notifyViewers('room.state', state, except)
	}

	// Time

	override async alarm(): Promise<void> {
		this.#alarmAt = null
		await this.#desk.wake()
		await this.#reschedule()
	}

	async #reschedule(): Promise<void> {
		this.#alarmAt ??= await this.ctx.storage.getAlarm()
		const wanted = nextAlarm(this.#calls.earliestDue(), this.#alarmAt, Date.now())
		if (wanted === null) return
		this.#alarmAt = wanted
		await this.ctx.storage.setAlarm(wanted)
	}
}
