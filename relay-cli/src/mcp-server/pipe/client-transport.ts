/** The library's side of a client's connection: one JSON-RPC message a line, of which some are answered without it. */
import type { Duplex } from 'node:stream'
import {
	type JSONRPCMessage,
	parseJSONRPCMessage,
	type RequestId,
	serializeMessage,
	type Transport,
} from '@modelcontextprotocol/server'
import { LineSplitter } from '../../platform/lines.ts'
import { MCP_WIRE } from '../../requests/wire.ts'

/** Answers messages before the library sees them. */
export interface Shortcut {
	/**
	 * True if it takes this message, which is JSON of any kind.
	 * @param mayBegin false while the library has requests to answer: they came earlier, and calls keep their order
	 */
	take(message: unknown, mayBegin: boolean): boolean
}

const CANCELLED = 'notifications/cancelled'

export class ClientTransport implements Transport {
	onclose?: () => void
	onerror?: (error: Error) => void
	onmessage?: (message: JSONRPCMessage) => void
	readonly #socket: Duplex
	readonly #shortcut: Shortcut
	readonly #lines = new LineSplitter(MCP_WIRE.maxLineBytes)
	/** Requests that the library has not answered. */
	readonly #open = new Set<RequestId>()
	#closed = false

	constructor(socket: Duplex, shortcut: Shortcut) {
		this.#socket = socket
		this.#shortcut = shortcut
	}

	async start(): Promise<void> {
		this.#socket.on('data', (chunk: Buffer) => this.#read(chunk))
		this.#socket.on('close', () => void this.close())
	}

	/** Resolves when the socket takes more: a client that reads slowly slows its answers down. */
	async send(message: JSONRPCMessage): Promise<void> {
		if (this.#closed) throw new Error('The client is gone.')
		if (!('method' in message) && message.id !== undefined) this.#open.delete(message.id)
		if (this.#socket.write(serializeMessage(message))) return
		await new Promise<void>((resolve) => {
			const done = (): void => {
				this.#socket.off('drain', done)
				this.#socket.off('close', done)
				resolve()
			}
			this.#socket.on('drain', done)
			this.#socket.on('close', done)
		})
	}

	async close(): Promise<void> {
		if (this.#closed) return
		this.#closed = true
		this.#socket.destroy()
		this.onclose?.()
	}

	#read(chunk: Buffer): void {
		if (this.#closed) return
		try {
			for (const line of this.#lines.push(chunk)) this.#receive(line)
		} catch (error) {
			// A line that is too long: nothing after it can be understood.
			this.onerror?.(error as Error)
			void this.close()
		}
	}

	#receive(line: string): void {
		if (line === '') return
		let message: JSONRPCMessage
		try {
			const json: unknown = JSON.parse(line)
			if (this.#shortcut.take(json, this.#open.size === 0)) return
			message = parseJSONRPCMessage(json)
		} catch (error) {
			// A line that is not a message is passed over, as by the library's own transport.
			this.onerror?.(error as Error)
			return
		}
		if ('method' in message) {
			if ('id' in message) this.#open.add(message.id)
			else if (message.method === CANCELLED)
				this.#open.delete(message.params?.['requestId'] as RequestId)
		}
		this.onmessage?.(message)
	}
}
