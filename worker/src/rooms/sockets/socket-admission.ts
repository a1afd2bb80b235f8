/** Opens the sockets of viewers and relays while the room has a place for them; closes those whose right ends. */
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import { RELAY_LINK } from '@fairlead/protocol/wire/relay-link'
import { VIEWER_LINK } from '@fairlead/protocol/wire/viewer-link'
import {
	type Admitted,
	consequenceFor,
	endsAt,
	hasExpired,
	RecentChanges,
	type RightsChange,
} from '../../access/rights-change.ts'
import type { Admission, ViewerActor } from '../../ports/admission.ts'
import { ROOM_LIMITS } from '../limits.ts'
import {
	isListener,
	type RoomSockets,
	type SocketState,
	tokenTag,
	VIEWER_TAG,
	type ViewerSocket,
} from './sockets.ts'

/** Open sockets lose a right within a second of its end. */
const LOOK_MS = 500

/** Open pages of a signed-in person; 0 for others, who have limits of their own. */
const pagesOf = (
	actor: ViewerActor,
	viewers: readonly { readonly state: Pick<ViewerSocket, 'actor'> }[],
): number =>
	actor.kind === 'session'
		? viewers.filter(
				({ state }) => state.actor.kind === 'session' && state.actor.userId === actor.userId,
			).length
		: 0

export interface SocketAdmissionPorts {
	readonly sockets: RoomSockets
	readonly now: () => number
	/** Closes a socket, with what follows for the room. */
	readonly drop: (ws: WebSocket, code: number, reason: string) => void
}

export class SocketAdmission {
	readonly #sockets: RoomSockets
	readonly #now: () => number
	/** Changes that a socket being opened may not know. */
	readonly #recent = new RecentChanges()
	readonly #drop: SocketAdmissionPorts['drop']

	constructor({ sockets, now, drop }: SocketAdmissionPorts) {
		this.#sockets = sockets
		this.#now = now
		this.#drop = drop
	}

	/** False: the right has ended since it was checked. */
	allows(who: Admitted): boolean {
		return this.#recent.allows(who, this.#now())
	}

	/** Answers 101, or why there is no place. */
	admit(who: Admission): Response {
		this.#closeLateGreetings()
		switch (who.kind) {
			case 'viewer': {
				const { projectId, actor, role, within, maxViewers } = who
				const viewers = this.#sockets.viewerSockets()
				if (maxViewers !== null && viewers.length >= maxViewers) {
					return new Response('the plan allows no more viewers', { status: 429 })
				}
				const visitors = viewers.filter(({ state }) => state.within !== null)
				const listeners = viewers.filter(({ state }) => isListener(state))
				const own = listeners.filter(({ state }) => state.actor.id === actor.id)
				if (
					viewers.length >= VIEWER_LINK.maxViewers ||
					pagesOf(actor, viewers) >= ROOM_LIMITS.maxPagesOfPerson ||
					(isListener({ actor }) &&
						(listeners.length >= ROOM_LIMITS.maxListeners ||
							own.length >= ROOM_LIMITS.maxListensOfClient)) ||
					(within !== null && visitors.length >= ROOM_LIMITS.maxVisitors)
				) {
					return new Response('the room is full', { status: 503 })
				}
				const viewerId = crypto.randomUUID()
				const opened = { viewerId, projectId, actor, role, within, openedAt: this.#now() }
				return this.#accept(
					{ kind: 'viewer_greeting', ...opened },
					[VIEWER_TAG],
					VIEWER_LINK.subprotocol,
				)
			}
			case 'relay': {
				const { actor, projectName } = who
				const { id: tokenId, name, projectId } = actor
				if (this.#sockets.relays().length >= ROOM_LIMITS.maxRelays) {
					return new Response('too many relays', { status: 503 })
				}
				this.#makePlace()
				return this.#accept(
					{
						kind: 'relay_greeting',
						tokenId,
						name,
						projectId,
						projectName,
						openedAt: this.#now(),
					},
					[tokenTag(tokenId)],
					RELAY_LINK.subprotocol,
				)
			}
			default:
				return who satisfies never
		}
	}

	/** Closes sockets whose right has ended, and makes those with a changed right reconnect. */
	rightsChanged(change: RightsChange): void {
		this.#recent.add(change, this.#now())
		if (change.kind === 'ended' && change.actor.kind === 'relay') {
			for (const ws of this.#sockets.withToken(change.actor.id)) {
				this.#drop(ws, CLOSE.unauthorized, 'the relay token was revoked')
			}
			return
		}
		if (change.kind === 'suspended' && change.suspended) {
			for (const ws of this.#sockets.relaySockets()) {
				// It comes back by itself when the project does.
				this.#drop(ws, CLOSE.restarting, 'the project is suspended')
			}
		}
		for (const { ws, state } of this.#sockets.viewerSockets()) {
			switch (consequenceFor(change, state)) {
				case 'close':
					this.#drop(ws, CLOSE.unauthorized, 'this right has ended')
					break
				case 'reopen':
					this.#drop(ws, CLOSE.restarting, 'your role has changed; reconnect')
					break
				case 'stay':
			}
		}
	}

	/** Closes viewers whose session is over. */
	closeExpired(): void {
		const now = this.#now()
		for (const { ws, state } of this.#sockets.viewerSockets()) {
			if (!hasExpired(state.actor, now)) continue
			this.#drop(ws, CLOSE.unauthorized, 'the session has ended')
		}
	}

	/**
	 * Closes them on time until `work` is done, too: an alarm that waits for other objects
	 * keeps the next one from ringing.
	 */
	async closeExpiredDuring(work: Promise<unknown>): Promise<void> {
		let timer: ReturnType<typeof setTimeout> | undefined
		const look = (): void => {
			this.closeExpired()
			timer = setTimeout(look, LOOK_MS)
		}
		look()
		try {
			await work
		} finally {
			clearTimeout(timer)
		}
	}

	/** When the rights of viewers end, in Unix milliseconds. */
	ends(): number[] {
		return this.#sockets.viewerSockets().flatMap(({ state }) => endsAt(state.actor) ?? [])
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

	/** There are no timers: the next arrival closes sockets that did not say hello in time. */
	#closeLateGreetings(): void {
		const late = this.#sockets.lateGreetings(this.#now() - RELAY_LINK.helloTimeoutMs)
		const waiting = this.#sockets.lateGreetings(Number.POSITIVE_INFINITY)
		const surplus = waiting.slice(0, Math.max(0, waiting.length - ROOM_LIMITS.maxGreetingRelays))
		const viewers = this.#sockets.lateViewers(this.#now() - RELAY_LINK.helloTimeoutMs)
		for (const ws of new Set([...late, ...surplus, ...viewers])) {
			this.#sockets.close(ws, CLOSE.handshake, 'no hello in time')
		}
	}

	/** Makes room for a relay when viewers have filled the room. */
	#makePlace(): void {
		while (this.#sockets.count >= ROOM_LIMITS.maxSockets) {
			const ws = this.#sockets.dispensableViewer()
			if (!ws) return
			this.#drop(ws, CLOSE.roomFull, 'the room is full; a relay needed the place')
		}
	}
}
