/** The server side of WebSockets as a Durable Object sees them: they outlive a hibernating instance. */
import type { WireEnd } from './wire.ts'

export class ServerSocket {
	attachment: unknown = null
	end: WireEnd | null = null
	tags: readonly string[] = []
	/** When the platform last answered a heartbeat on it. */
	answeredAt: number | null = null
	/** Connects it to its client's wire. */
	attachTo: (end: WireEnd) => void = (end) => end.drop()

	serializeAttachment(value: unknown): void {
		this.attachment = structuredClone(value)
	}

	deserializeAttachment(): unknown {
		return structuredClone(this.attachment)
	}

	send(text: string): void {
		if (!this.end?.open) throw new Error('The socket is closed.')
		this.end.send(text)
	}

	close(code: number, reason: string): void {
		this.end?.close(code, reason)
	}
}

/** The result of `new WebSocketPair()`: only the server's half does anything here. */
export class SocketPair {
	readonly 1 = new ServerSocket()
	/** The client's half, which links a request's answer to the other half. */
	readonly 0 = { peer: this[1] }
}

export class AutoResponse {}

/** Allows status 101 with a socket, as only workerd's Response does. */
export class UpgradeResponse extends Response {
	override readonly webSocket: WebSocket | null

	constructor(body?: BodyInit | null, init: ResponseInit = {}) {
		super(body, init.status === 101 ? { headers: init.headers ?? {} } : init)
		this.webSocket = init.webSocket ?? null
	}
}
