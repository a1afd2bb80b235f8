/** One WebSocket to the user's feed. It brings hints; whoever is told reads what is true. */
import { FINAL_CLOSE_CODES } from '@fairlead/protocol/close-codes'
import { FEED_LINK } from '@fairlead/protocol/feed-link'
import { parseFrame } from '@fairlead/protocol/json-rpc'
import type { RoomSocket } from './room/room-store.ts'

/** A network that vanished closes no socket: after this many unanswered pings the peer counts as gone. */
const MAX_UNANSWERED_PINGS = 2

export type FeedLink = 'connecting' | 'open' | 'reconnecting' | 'refused'

export interface FeedPorts {
	/** Something may have changed: a hint came, or may have been missed. */
	readonly onHint: () => void
	readonly onLink: (link: FeedLink) => void
	/** Asked when a dial failed, because browsers hide the status of a refused one. Never rejects. */
	readonly isSignedOut: () => Promise<boolean>
}

export class FeedStore {
	readonly #socket: RoomSocket
	readonly #ports: FeedPorts
	readonly #heartbeat: ReturnType<typeof setInterval>
	/** The socket has opened since it was last dialled. */
	#opened = false
	#unanswered = 0
	#closed = false

	constructor(socket: RoomSocket, ports: FeedPorts) {
		this.#socket = socket
		this.#ports = ports
		ports.onLink('connecting')
		socket.onopen = () => {
			this.#opened = true
			this.#unanswered = 0
			ports.onLink('open')
			// After the socket, not before: what changes from now on is told.
			ports.onHint()
		}
		socket.onclose = ({ code }) => void this.#lost(code)
		socket.onmessage = ({ data }) => {
			this.#unanswered = 0
			if (typeof data !== 'string' || data === 'pong') return
			const frame = parseFrame(data)
			if (frame.kind === 'notification' && frame.message.method === 'needs_you.changed') {
				ports.onHint()
			}
		}
		this.#heartbeat = setInterval(() => this.#beat(), FEED_LINK.pingIntervalMs)
	}

	close(): void {
		this.#closed = true
		clearInterval(this.#heartbeat)
		this.#socket.onopen = this.#socket.onclose = this.#socket.onmessage = null
		this.#socket.close()
	}

	#beat(): void {
		if (!this.#opened) return
		if (this.#unanswered >= MAX_UNANSWERED_PINGS) {
			this.#socket.reconnect()
			return
		}
		this.#unanswered++
		this.#socket.send('ping')
	}

	async #lost(code: number): Promise<void> {
		const opened = this.#opened
		this.#opened = false
		if (FINAL_CLOSE_CODES.has(code)) {
			this.#refuse()
			return
		}
		this.#ports.onLink('reconnecting')
		// A signed-out page would be rejected again and again.
		if (opened || !(await this.#ports.isSignedOut()) || this.#closed || this.#opened) return
		this.#refuse()
	}

	#refuse(): void {
		this.close()
		this.#ports.onLink('refused')
		// Reading says why.
		this.#ports.onHint()
	}
}
