/** One WebSocket to the user's feed. It brings hints; whoever is told reads what is true. */
import { FEED_LINK } from '@fairlead/protocol/wire/feed-link'
import { parseFrame } from '@fairlead/protocol/wire/json-rpc'
import { isFinal, LiveSocket, type Socket } from './live-socket.ts'

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
		this.#socket.close()
	}

	async #lost(code: number, opened: boolean): Promise<void> {
		if (isFinal(code, opened)) {
			this.#refuse()
			return
		}
		this.#ports.onLink('reconnecting')
		// A signed-out page would be rejected again and again.
		if (opened || !(await this.#ports.isSignedOut()) || this.#closed || this.#socket.opened) return
		this.#refuse()
	}

	#refuse(): void {
		this.close()
		this.#ports.onLink('refused')
		// Reading says why.
		this.#ports.onHint()
	}
}
