/** One JSON-RPC 2.0 peer over one WebSocket, for the editor link and the room link alike. */
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import {
	type JsonRpcError,
	type JsonRpcId,
	parseFrame,
	RPC_ERROR,
	rpcFailure,
	rpcNotification,
	rpcRequest,
	rpcSuccess,
} from '@fairlead/protocol/wire/json-rpc'
import type { RawData, WebSocket } from 'ws'

/** The peer answered with an error. */
export class RpcRemoteError extends Error {
	readonly rpc: JsonRpcError
	constructor(rpc: JsonRpcError) {
		super(rpc.message)
		this.rpc = rpc
	}
}

/** The socket closed before the answer came: the effect is unknown. */
export class RpcClosedError extends Error {
	constructor() {
		super('The connection closed before a response arrived.')
	}
}

/** Thrown by a request handler to answer with this error, and optionally to close the socket after it. */
export class RpcRefusal extends Error {
	readonly code: number
	readonly closeCode: number | undefined
	constructor(code: number, message: string, closeCode?: number) {
		super(message)
		this.code = code
		this.closeCode = closeCode
	}
}

/** A result with an action to run once it is sent, before anything else is sent. */
export class RpcReply {
	readonly result: unknown
	readonly sent: () => void
	constructor(result: unknown, sent: () => void) {
		this.result = result
		this.sent = sent
	}
}

export interface RpcHandlers {
	/** Returns the result or an {@link RpcReply}, or throws {@link RpcRefusal}. Anything else thrown is answered as internal. */
	request(method: string, params: unknown): Promise<unknown>
	notification(method: string, params: unknown): void
	/** Called once. */
	closed(code: number, reason: string): void
	/** A text frame that is not JSON-RPC, such as `pong`; true if it was handled. */
	text?(text: string): boolean
}

export interface RpcLimits {
	/** UTF-8 bytes. A longer frame closes the socket with 4008. */
	readonly maxFrameBytes: number
	/** Above this many, the socket is closed with 4009. */
	readonly maxMalformedFrames: number
}

interface Pending {
	resolve(result: unknown): void
	reject(error: Error): void
	readonly received: ((bytes: number) => void) | undefined
}

const OPEN = 1
const MAX_REASON_BYTES = 123

export class RpcPeer {
	readonly #socket: WebSocket
	readonly #handlers: RpcHandlers
	readonly #limits: RpcLimits
	readonly #pending = new Map<JsonRpcId, Pending>()
	#nextId = 1
	#malformed = 0
	#closed = false

	constructor(socket: WebSocket, handlers: RpcHandlers, limits: RpcLimits) {
		this.#socket = socket
		this.#handlers = handlers
		this.#limits = limits
		socket.on('message', (data, isBinary) => this.#receive(data, isBinary))
		socket.on('close', (code, reason) => this.#onClose(code, reason.toString()))
		// An error is always followed by close; without a listener it would end the process.
		socket.on('error', () => undefined)
	}

	get isOpen(): boolean {
		return !this.#closed && this.#socket.readyState === OPEN
	}

	/**
	 * Rejects with {@link RpcRemoteError} or {@link RpcClosedError}. Has no time limit of its own.
	 * @param received called before it resolves, with the bytes of the frame that brought the result
	 */
	request(method: string, params: unknown, received?: (bytes: number) => void): Promise<unknown> {
		if (!this.isOpen) return Promise.reject(new RpcClosedError())
		const id = this.#nextId++
		return new Promise((resolve, reject) => {
			this.#pending.set(id, { resolve, reject, received })
			this.#socket.send(rpcRequest(id, method, params))
		})
	}

	/** False when the socket is not open: the notification is dropped. */
	notify(method: string, params: unknown): boolean {
		if (!this.isOpen) return false
		this.#socket.send(rpcNotification(method, params))
		return true
	}

	sendText(text: string): void {
		if (this.isOpen) this.#socket.send(text)
	}

	close(code: number, reason: string): void {
		this.#socket.close(code, closeReason(reason))
	}

	/** Drops the socket without a closing handshake: for a peer that no longer answers. */
	terminate(): void {
		this.#socket.terminate()
	}

	#onClose(code: number, reason: string): void {
		if (this.#closed) return
		this.#closed = true
		const pending = [...this.#pending.values()]
		this.#pending.clear()
		this.#handlers.closed(code, reason)
		for (const one of pending) one.reject(new RpcClosedError())
	}

	#receive(data: RawData, isBinary: boolean): void {
		if (this.#closed) return
		const bytes = bytesOf(data)
		if (bytes.byteLength > this.#limits.maxFrameBytes) {
			this.#socket.close(
				CLOSE.tooLarge,
				`A frame can have at most ${this.#limits.maxFrameBytes} bytes; this one has ${bytes.byteLength}.`,
			)
			return
		}
		const text = bytes.toString('utf8')
		if (!isBinary && this.#handlers.text?.(text)) return
		const frame = isBinary
			? ({
					kind: 'malformed',
					error: { code: RPC_ERROR.invalidRequest, message: 'Frames must be text.' },
					id: null,
				} as const)
			: parseFrame(text)
		switch (frame.kind) {
			case 'request':
				void this.#answer(frame.message.id, frame.message.method, frame.message.params)
				return
			case 'notification':
				this.#handlers.notification(frame.message.method, frame.message.params)
				return
			case 'success': {
				const pending = this.#take(frame.message.id)
				pending?.received?.(bytes.byteLength)
				pending?.resolve(frame.message.result)
				return
			}
			case 'failure':
				if (frame.message.id !== null)
					this.#take(frame.message.id)?.reject(new RpcRemoteError(frame.message.error))
				return
			case 'malformed':
				this.#malformed++
				if (this.#malformed > this.#limits.maxMalformedFrames) {
					this.#socket.close(CLOSE.protocolError, 'Too many malformed frames.')
					return
				}
				this.#socket.send(rpcFailure(frame.id, frame.error))
				return
			default:
				frame satisfies never
		}
	}

	#take(id: JsonRpcId): Pending | undefined {
		const pending = this.#pending.get(id)
		this.#pending.delete(id)
		return pending
	}

	async #answer(id: JsonRpcId, method: string, params: unknown): Promise<void> {
		try {
			const reply = await this.#handlers.request(method, params)
			if (!this.isOpen) return
			this.#socket.send(rpcSuccess(id, reply instanceof RpcReply ? reply.result : reply))
			if (reply instanceof RpcReply) reply.sent()
		} catch (error) {
			if (!this.isOpen) return
			const refusal =
				error instanceof RpcRefusal
					? error
					: new RpcRefusal(RPC_ERROR.internal, 'The relay failed to handle this request.')
			this.#socket.send(rpcFailure(id, { code: refusal.code, message: refusal.message }))
			if (refusal.closeCode !== undefined)
				this.#socket.close(refusal.closeCode, closeReason(refusal.message))
		}
	}
}

/** Not copied: a frame is read at once. */
function bytesOf(data: RawData): Buffer {
	if (Array.isArray(data)) return Buffer.concat(data)
	return Buffer.isBuffer(data) ? (data as Buffer) : Buffer.from(data as ArrayBuffer)
}

/** WebSocket allows 123 bytes of reason; anything longer is an error there. */
function closeReason(text: string): string {
	let reason = text
	while (Buffer.byteLength(reason) > MAX_REASON_BYTES) reason = reason.slice(0, -1)
	return reason
}
