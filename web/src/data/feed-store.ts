/** One WebSocket to the user's feed. It brings hints; whoever is told reads what is true. */
import { CLOSE, FINAL_CLOSE_CODES } from '@fairlead/protocol/wire/close-codes'
import { FEED_LINK } from '@fairlead/protocol/wire/feed-link'
import { parseFrame } from '@fairlead/protocol/wire/json-rpc'
import { LiveSocket, type Socket } from './live-socket.ts'

/** A new session's cookie may come after the end of the old session. */
const SIGN_IN_MS = 3_000

export type FeedLink = 'connecting' | 'open' | 'reconnecting' | 'refused'

export interface FeedPorts {
	/** Something may have changed: a hint came, or may have been missed. */
	readonly onHint: () => void
	readonly onLink: (link: FeedLink) => void
	/** Asked when a dial failed, because browsers hide the status of a refused one. Never rejects. */
	readonly isSignedOut: () => Promise<boolean>
}

export class FeedStore {
	readonly #socket: LiveSocket
	readonly #ports: FeedPorts
	#closed = false
	/** The server ended the connection, and it is not known yet whether for good. */
	#doubt: ReturnType<typeof setTimeout> | undefined

	constructor(socket: Socket, ports: FeedPorts) {
		this.#ports = ports
		ports.onLink('connecting')
		this.#socket = new LiveSocket(socket, {
			pingIntervalMs: FEED_LINK.pingIntervalMs,
			onOpen: () => {
				ports.onLink('open')
				// After the socket, not before: what changes from now on is told.
				ports.onHint()
			},
			onText: (text) => {
				const frame = parseFrame(text)
				if (frame.kind === 'notification' && frame.message.method === 'needs_you.changed') {
					ports.onHint()
				}
			},
			onClose: (code, opened) => void this.#lost(code, opened),
		})
	}

	close(): void {
		this.#closed = true
		clearTimeout(this.#doubt)
		this.#socket.close()
	}

	async #lost(code: number, opened: boolean): Promise<void> {
		if (this.#doubt !== undefined) return
		if (FINAL_CLOSE_CODES.has(code)) {
			if (code === CLOSE.unauthorized && opened) this.#askLater()
			else this.#refuse()
			return
		}
		this.#ports.onLink('reconnecting')
		// A signed-out page would be rejected again and again.
		if (opened || !(await this.#ports.isSignedOut()) || this.#closed || this.#socket.opened) return
		this.#refuse()
	}

	/** The person may have signed in anew in another tab. */
	#askLater(): void {
		this.#ports.onLink('reconnecting')
		this.#socket.hangUp()
		this.#doubt = setTimeout(async () => {
			const signedOut = await this.#ports.isSignedOut()
			this.#doubt = undefined
			if (this.#closed) return
			if (signedOut) this.#refuse()
			else this.#socket.reconnect()
		}, SIGN_IN_MS)
	}

	#refuse(): void {
		this.close()
		this.#ports.onLink('refused')
		// Reading says why.
		this.#ports.onHint()
	}
}
