/** In place of `ws` in the relay: a socket over a simulated wire. */
import { EventEmitter } from 'node:events'
import { current } from '../current.ts'
import { quietly } from '../hosts/object-host.ts'
import type { WireEnd } from '../hosts/wire.ts'

const OPEN = 1
const CLOSED = 3

/** The part of `ws` that the relay uses. */
export class WireSocket extends EventEmitter {
	static readonly OPEN = OPEN
	readyState = 0
	#end: WireEnd | null = null

	attach(end: WireEnd | null): void {
		if (this.readyState === CLOSED) {
			end?.drop()
			return
		}
		if (!end) {
			this.readyState = CLOSED
			quietly(() => {
				this.emit('error', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
				this.emit('close', 1006, Buffer.alloc(0))
			})
			return
		}
		this.#end = end
		this.readyState = OPEN
		end.onFrame = (text) => quietly(() => this.emit('message', Buffer.from(text), false))
		end.onClose = (code, reason) => {
			this.readyState = CLOSED
			quietly(() => this.emit('close', code, Buffer.from(reason)))
		}
		quietly(() => this.emit('open'))
	}

	/** The server answers the upgrade with this status. */
	refuse(status: number): void {
		this.readyState = CLOSED
		quietly(() => {
			this.emit('unexpected-response', { destroy: () => undefined }, { statusCode: status })
			this.emit('close', 1006, Buffer.alloc(0))
		})
	}

	send(text: string): void {
		this.#end?.send(text)
	}

	close(code = 1000, reason = ''): void {
		this.#end?.close(code, reason)
	}

	terminate(): void {
		if (this.#end) this.#end.drop()
		else {
			this.readyState = CLOSED
			queueMicrotask(() => quietly(() => this.emit('close', 1006, Buffer.alloc(0))))
		}
	}

	/** Answered by the peer's socket thread, whatever its process does. */
	ping(): void {
		queueMicrotask(() => {
			if (this.readyState === OPEN) quietly(() => this.emit('pong'))
		})
	}

	/** The process is gone: nothing listens. */
	abandon(): void {
		this.removeAllListeners()
		this.on('error', () => undefined)
		this.readyState = CLOSED
		this.#end?.drop()
	}
}

/** The class that the relay constructs to reach its room. */
export class WebSocket extends WireSocket {
	constructor() {
		super()
		current().dialRoom(this)
	}
}
