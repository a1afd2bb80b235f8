/**
 * Data that was sent but may not have been read. The platform's sockets do not expose their buffers, so
 * viewers confirm marks, and a relay counts as having read everything when it sends something. In memory
 * only: a room that slept has nothing under way.
 */
import { ROOM_LIMITS } from '../limits.ts'

interface Account {
	readonly kind: 'viewer' | 'relay'
	/** UTF-16 units sent since the socket opened, or since the room woke. */
	sent: number
	read: number
	/** `sent` at the last mark. */
	marked: number
}

export interface Verdict<S> {
	/** Send this mark after the frame; null: none is due. */
	readonly mark: number | null
	/** Close this socket: it, or another, is too far behind. */
	readonly shed: S | null
}

const NOTHING = { mark: null, shed: null } as const

export class Backlog<S extends object> {
	readonly #accounts = new Map<S, Account>()
	#unread = 0

	/** Notes a frame of `units`. */
	sent(socket: S, kind: Account['kind'], units: number): Verdict<S> {
		let account = this.#accounts.get(socket)
		if (!account) {
			account = { kind, sent: 0, read: 0, marked: 0 }
			this.#accounts.set(socket, account)
		}
		account.sent += units
		this.#unread += units
		const unread = account.sent - account.read
		if (kind === 'viewer' && unread > ROOM_LIMITS.maxViewerUnread) {
			return { mark: null, shed: socket }
		}
		if (this.#unread > ROOM_LIMITS.maxRoomUnread) return { mark: null, shed: this.#furthest() }
		if (kind === 'relay' || account.sent - account.marked < ROOM_LIMITS.markEvery) return NOTHING
		account.marked = account.sent
		return { mark: account.marked, shed: null }
	}

	/** A viewer has read everything up to this mark. A mark that was never sent changes nothing. */
	confirmed(socket: S, mark: number): void {
		const account = this.#accounts.get(socket)
		if (account && mark <= account.marked) this.#readUpTo(account, mark)
	}

	/** A relay spoke: what was sent before has reached it, or its next hello says what did not. */
	heard(socket: S): void {
		const account = this.#accounts.get(socket)
		if (account) this.#readUpTo(account, account.sent)
	}

	forget(socket: S): void {
		const account = this.#accounts.get(socket)
		if (!account) return
		this.#unread -= account.sent - account.read
		this.#accounts.delete(socket)
	}

	#readUpTo(account: Account, units: number): void {
		if (units <= account.read) return
		this.#unread -= units - account.read
		account.read = units
	}

	/** The viewer that is furthest behind; a relay only when no viewer is behind at all. */
	#furthest(): S | null {
		let found: { socket: S; kind: Account['kind']; unread: number } | null = null
		for (const [socket, { kind, sent, read }] of this.#accounts) {
			const unread = sent - read
			if (unread === 0) continue
			const sooner = found?.kind === 'relay' && kind === 'viewer'
			const later = found?.kind === 'viewer' && kind === 'relay'
			if (!found || sooner || (!later && unread > found.unread)) found = { socket, kind, unread }
		}
		return found?.socket ?? null
	}
}
