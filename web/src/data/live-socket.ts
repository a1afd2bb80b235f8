/**
 * A socket that notices when its peer has silently gone: it pings, and dials again if nothing comes back. A page that
 * the browser keeps for its Back button has none: the server would see a person there who has left.
 */

import { CLOSE, FINAL_CLOSE_CODES } from '@fairlead/protocol/wire/close-codes'

/** The interface of a socket: a WebSocket, or partysocket's reconnecting one. */
export interface Socket {
	send(data: string): void
	close(): void
	/** Gives the connection up, tells `onclose`, and dials again. */
	reconnect(): void
	onopen: ((event: never) => void) | null
	onclose: ((event: { code: number }) => void) | null
	onmessage: ((event: { data: unknown }) => void) | null
}

export interface LiveSocketPorts {
	readonly pingIntervalMs: number
	readonly onOpen: () => void
	readonly onText: (text: string) => void
	/** @param opened whether it had opened since it was last dialled */
	readonly onClose: (code: number, opened: boolean) => void
}

/**
 * Whether a page must not dial again. A session that ends may have been replaced in another tab: the next dial has its
 * cookie, or is refused.
 */
export const isFinal = (code: number, opened: boolean): boolean =>
	FINAL_CLOSE_CODES.has(code) && !(opened && code === CLOSE.unauthorized)

/** A network that vanished closes no socket: after this many unanswered pings the peer counts as gone. */
const MAX_UNANSWERED_PINGS = 2

export class LiveSocket {
	readonly #socket: Socket
	readonly #heartbeat: ReturnType<typeof setInterval>
	/** Ends the listening to the page. */
	readonly #leave = new AbortController()
	#hungUp = false
	#unanswered = 0
	#opened = false

	constructor(socket: Socket, { pingIntervalMs, onOpen, onText, onClose }: LiveSocketPorts) {
		this.#socket = socket
		socket.onopen = () => {
			this.#opened = true
			this.#unanswered = 0
			onOpen()
		}
		socket.onclose = ({ code }) => {
			const opened = this.#opened
			this.#opened = false
			onClose(code, opened)
		}
		socket.onmessage = ({ data }) => {
			// Any frame shows that the server is there.
			this.#unanswered = 0
			if (typeof data === 'string' && data !== 'pong') onText(data)
		}
		this.#heartbeat = setInterval(() => this.#beat(), pingIntervalMs)
		const { signal } = this.#leave
		const page: EventTarget | undefined = globalThis.window
		page?.addEventListener('pagehide', () => socket.close(), { signal })
		page?.addEventListener(
			'pageshow',
			(event) => {
				if ((event as PageTransitionEvent).persisted && !this.#hungUp) socket.reconnect()
			},
			{ signal },
		)
		// The browser knows sooner than the pings. Where the server is on this machine, it answers at once.
		for (const type of ['offline', 'online']) {
			page?.addEventListener(
				type,
				() => {
					if (!this.#hungUp) socket.reconnect()
				},
				{ signal },
			)
		}
	}

	/** It has opened since it was last dialled. */
	get opened(): boolean {
		return this.#opened
	}

	send(text: string): void {
		this.#socket.send(text)
	}

	reconnect(): void {
		this.#hungUp = false
		this.#socket.reconnect()
	}

	/** Dials no more; `onClose` may still come. */
	hangUp(): void {
		this.#hungUp = true
		this.#socket.close()
	}

	/** Ends everything: nothing is told afterwards. */
	close(): void {
		clearInterval(this.#heartbeat)
		this.#leave.abort()
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
}
