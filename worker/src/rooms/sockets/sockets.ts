/**
 * The sockets of a room. State that must survive hibernation is in each socket's attachment
 * (at most 16 KiB); this class is the index over them, rebuilt when the object wakes.
 */
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import { rpcNotification } from '@fairlead/protocol/wire/json-rpc'
import { RELAY_LINK } from '@fairlead/protocol/wire/relay-link'
import type { MemberRole } from '../../access/actor.ts'
import { may } from '../../access/can.ts'
import type { PermissionOn } from '../../access/permissions.ts'
import type { ViewerActor } from '../../ports/admission.ts'
import { Backlog } from './backlog.ts'

export interface RelayState {
	readonly kind: 'relay'
	readonly relayId: string
	readonly connSeq: number
	readonly tokenId: string
	/** The label of its token: the computer's name. */
	readonly name: string
	readonly projectId: string
	readonly projectName: string
	readonly platform: string
	readonly relayVersion: string
	/** Unix milliseconds. */
	readonly connectedAt: number
}

export interface ViewerState {
	readonly kind: 'viewer'
	readonly viewerId: string
	readonly projectId: string
	/** The person or credential that opened it. Checked with the role before every request. */
	readonly actor: ViewerActor
	readonly role: MemberRole | null
	/** See {@link Admission}: a visitor's conversation; null: the whole project. */
	readonly within: string | null
	readonly conversationId: string | null
	/** On the page of agents: what is open there (null: only the cards). Absent elsewhere. */
	readonly agent?: { readonly editorKey: string; readonly agentId: string } | null
}

/** The kind of a socket. `*_greeting`: accepted, its hello has not come. `closed`: we closed it. */
export type SocketState =
	| {
			readonly kind: 'relay_greeting'
			readonly tokenId: string
			readonly name: string
			readonly projectId: string
			readonly projectName: string
			readonly openedAt: number
	  }
	| RelayState
	| (Omit<ViewerState, 'kind' | 'conversationId'> & {
			readonly kind: 'viewer_greeting'
			readonly openedAt: number
	  })
	| ViewerState
	| { readonly kind: 'closed' }

export type ViewerSocket = Extract<SocketState, { kind: 'viewer' | 'viewer_greeting' }>

/** Whether the actor of this socket has the permission in the project. */
export const viewerMay = (
	{ actor, projectId, role }: ViewerSocket,
	permission: PermissionOn<'project'>,
): boolean => may<'project'>(actor, permission, { kind: 'project', projectId, role })

/** A program that subscribes to changes, without a person at it. */
export const isListener = ({ actor }: Pick<ViewerSocket, 'actor'>): boolean =>
	actor.kind === 'token' || actor.kind === 'mcp'

/** Whether this socket gets what its link shares of the scene. */
export function seesScene({ actor, projectId, role, within }: ViewerSocket): boolean {
	if (within === null) return false
	const conversation = { kind: 'conversation', projectId, conversationId: within, role } as const
	return may<'conversation'>(actor, 'conversation.scene', conversation)
}

/** Three missed pings of a relay. It reconnects when it wakes, and says hello. */
const RELAY_SILENT_MS = 3 * RELAY_LINK.pingIntervalMs
/** One ping that is later than a slow network explains. */
const PING_OVERDUE_MS = RELAY_LINK.pingIntervalMs + 5_000

const attachedTo = (ws: WebSocket): SocketState =>
	(ws.deserializeAttachment() as SocketState | null) ?? { kind: 'closed' }

export const VIEWER_TAG = 'viewer'
export const tokenTag = (tokenId: string): string => `token:${tokenId}`

export class RoomSockets {
	readonly #ctx: DurableObjectState
	/** Cached, because reading an attachment copies it. */
	readonly #states = new Map<WebSocket, SocketState>()
	readonly #relays = new Map<string, WebSocket>()
	readonly #backlog = new Backlog<WebSocket>()
	/** When a relay last sent a frame, Unix milliseconds. Its pings do not reach this object. */
	readonly #heardAt = new WeakMap<WebSocket, number>()
	/** Called for a socket that was closed here because it read too slowly. */
	readonly #shed: (state: SocketState) => void

	constructor(ctx: DurableObjectState, shed: (state: SocketState) => void) {
		this.#ctx = ctx
		this.#shed = shed
		for (const ws of ctx.getWebSockets()) {
			this.#index(ws, attachedTo(ws))
		}
	}

	accept(ws: WebSocket, state: SocketState, tags: string[]): void {
		this.#ctx.acceptWebSocket(ws, tags)
		this.set(ws, state)
	}

	stateOf(ws: WebSocket): SocketState {
		return this.#states.get(ws) ?? { kind: 'closed' }
	}

	/** Remembers what a socket is from now on, across hibernation. */
	set(ws: WebSocket, state: SocketState): void {
		ws.serializeAttachment(state)
		this.#index(ws, state)
	}

	#index(ws: WebSocket, state: SocketState): void {
		const before = this.#states.get(ws)
		if (before?.kind === 'relay' && this.#relays.get(before.relayId) === ws) {
			this.#relays.delete(before.relayId)
		}
		if (state.kind === 'closed') this.#states.delete(ws)
		else this.#states.set(ws, state)
		if (state.kind === 'relay') this.#relays.set(state.relayId, ws)
	}

	/** Takes a socket out and closes it; returns what it was. Safe on one that is closed already. */
	close(ws: WebSocket, code: number, reason: string): SocketState {
		const state = this.#states.get(ws) ?? this.#unlisted(ws)
		this.#index(ws, { kind: 'closed' })
		this.#backlog.forget(ws)
		try {
			ws.serializeAttachment({ kind: 'closed' } satisfies SocketState)
			ws.close(code, reason)
		} catch {
			// It was closed already.
		}
		return state
	}

	/** A socket whose end wakes the room: the platform no longer lists it. Its relay may be back already. */
	#unlisted(ws: WebSocket): SocketState {
		const state = attachedTo(ws)
		return state.kind === 'relay' && this.#relays.has(state.relayId) ? { kind: 'closed' } : state
	}

	relay(relayId: string): { ws: WebSocket; state: RelayState } | null {
		const ws = this.#relays.get(relayId)
		const state = ws && this.#states.get(ws)
		return ws && state?.kind === 'relay' ? { ws, state } : null
	}

	/** Whether a relay is connected. One that sleeps with its machine sends no close, but stops its pings. */
	hasRelay(relayId: string): boolean {
		return this.#silence(relayId) < RELAY_SILENT_MS
	}

	/**
	 * Ends the connection of a relay that was silent for too long. If it still runs (its
	 * machine slept, or the clock jumped) it reconnects, and its hello wakes the room: pings do not.
	 */
	dropSilent(relayId: string): void {
		const relay = this.relay(relayId)
		if (relay === null || this.hasRelay(relayId)) return
		this.#shed(this.close(relay.ws, CLOSE.restarting, 'not heard of for too long'))
	}

	/** Whether a ping is overdue: reason enough not to give up sent calls. */
	isDoubtful(relayId: string): boolean {
		return this.#silence(relayId) > PING_OVERDUE_MS
	}

	/** Milliseconds since the relay was heard; infinite when it has no socket. */
	#silence(relayId: string): number {
		const relay = this.relay(relayId)
		if (!relay) return Number.POSITIVE_INFINITY
		const pinged = this.#ctx.getWebSocketAutoResponseTimestamp(relay.ws)?.getTime() ?? 0
		const heard = this.#heardAt.get(relay.ws) ?? 0
		return Date.now() - Math.max(pinged, heard, relay.state.connectedAt)
	}

	relays(): RelayState[] {
		return [...this.#states.values()].filter((state) => state.kind === 'relay')
	}

	/** Sockets of relays, with and without hello. */
	relaySockets(): WebSocket[] {
		return [...this.#states]
			.filter(([, { kind }]) => kind === 'relay' || kind === 'relay_greeting')
			.map(([ws]) => ws)
	}

	/** Viewers, with and without hello. */
	viewerSockets(): { ws: WebSocket; state: ViewerSocket }[] {
		const found: { ws: WebSocket; state: ViewerSocket }[] = []
		for (const [ws, state] of this.#states) {
			if (state.kind === 'viewer' || state.kind === 'viewer_greeting') found.push({ ws, state })
		}
		return found
	}

	viewers(): { ws: WebSocket; state: ViewerState }[] {
		const found: { ws: WebSocket; state: ViewerState }[] = []
		for (const [ws, state] of this.#states) {
			if (state.kind === 'viewer') found.push({ ws, state })
		}
		return found
	}

	all(): WebSocket[] {
		return [...this.#states.keys()]
	}

	withToken(tokenId: string): WebSocket[] {
		return this.#ctx.getWebSockets(tokenTag(tokenId))
	}

	/** Gives relays with this token another name. */
	nameRelays(tokenId: string, name: string): void {
		for (const ws of this.withToken(tokenId)) {
			const state = this.stateOf(ws)
			if (state.kind === 'relay' || state.kind === 'relay_greeting')
				this.set(ws, { ...state, name })
		}
	}

	/** Sockets of this token whose hello should have come by `before`. */
	lateGreetings(before: number): WebSocket[] {
		return [...this.#states]
			.filter(([, s]) => s.kind === 'relay_greeting' && s.openedAt < before)
			.map(([ws]) => ws)
	}

	/** Same as {@link lateGreetings}, for viewers. */
	lateViewers(before: number): WebSocket[] {
		return [...this.#states]
			.filter(([, s]) => s.kind === 'viewer_greeting' && s.openedAt < before)
			.map(([ws]) => ws)
	}

	/** False if the socket is gone; its close event follows. */
	send(ws: WebSocket, frame: string): boolean {
		try {
			ws.send(frame)
		} catch {
			return false
		}
		const isViewer = this.stateOf(ws).kind === 'viewer'
		const { mark, shed } = this.#backlog.sent(ws, isViewer ? 'viewer' : 'relay', frame.length)
		if (mark !== null) this.send(ws, rpcNotification('room.mark', { mark }))
		// Queued, because the caller may be iterating over all sockets.
		if (shed) queueMicrotask(() => this.#dropSlow(shed))
		return true
	}

	/** A viewer has read everything up to this mark. */
	confirmed(ws: WebSocket, mark: number): void {
		this.#backlog.confirmed(ws, mark)
	}

	/** A relay sent something. */
	heard(ws: WebSocket): void {
		this.#heardAt.set(ws, Date.now())
		this.#backlog.heard(ws)
	}

	#dropSlow(ws: WebSocket): void {
		if (this.stateOf(ws).kind === 'closed') return
		this.#shed(this.close(ws, CLOSE.tooSlow, 'what was sent was not read; reconnect'))
	}

	/** The socket to close when a relay needs a place: first one without hello, then the role viewer, then the newest. */
	dispensableViewer(): WebSocket | null {
		const rank = (state: ViewerSocket): number =>
			state.kind === 'viewer_greeting' ? 2 : !viewerMay(state, 'room.set_target') ? 1 : 0
		let found: { ws: WebSocket; rank: number } | null = null
		for (const [ws, state] of this.#states) {
			if (state.kind !== 'viewer' && state.kind !== 'viewer_greeting') continue
			if (!found || rank(state) >= found.rank) found = { ws, rank: rank(state) }
		}
		return found?.ws ?? null
	}

	get count(): number {
		return this.#states.size
	}

	/** False if this relay is not connected. */
	sendToRelay(relayId: string, frame: string): boolean {
		const ws = this.#relays.get(relayId)
		return ws !== undefined && this.send(ws, frame)
	}

	notifyRelays(method: string, params: unknown): void {
		const frame = rpcNotification(method, params)
		for (const ws of this.#relays.values()) this.send(ws, frame)
	}

	/** Members only: visitors of a conversation are told by {@link notifyVisitors}. */
	notifyMembers(method: string, params: unknown): void {
		this.#notify(method, params, ({ within }) => within === null)
	}

	/** Notifies members whose role allows it; with `pages`, only those pages of theirs. */
	notifyPermitted(
		permission: PermissionOn<'project'>,
		method: string,
		params: unknown,
		pages?: ReadonlySet<string>,
	): void {
		this.#notify(
			method,
			params,
			(state) =>
				(pages?.has(state.viewerId) ?? true) &&
				state.within === null &&
				viewerMay(state, permission),
		)
	}

	/** Notifies visitors with a share link whom the news concerns. */
	notifyVisitors(method: string, params: unknown, concerns: (state: ViewerState) => boolean): void {
		this.#notify(method, params, (state) => state.within !== null && concerns(state))
	}

	/** News of a conversation, for members and for its visitors. */
	notifyOf(conversationId: string, method: string, params: unknown): void {
		this.#notify(method, params, ({ within }) => within === null || within === conversationId)
	}

	#notify(method: string, params: unknown, concerns: (state: ViewerState) => boolean): void {
		const frame = rpcNotification(method, params)
		for (const { ws, state } of this.viewers()) if (concerns(state)) this.send(ws, frame)
	}
}
