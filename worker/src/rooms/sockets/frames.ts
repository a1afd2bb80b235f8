/** Rules for every socket of a room: size, text, well-formedness. */
import { issueText } from '@fairlead/protocol/http/issue-text'
import { CLOSE, type CloseCode } from '@fairlead/protocol/wire/close-codes'
import { type JsonRpcId, RPC_ERROR, rpcFailure } from '@fairlead/protocol/wire/json-rpc'
import * as z from 'zod'
import type { RoomSockets } from './sockets.ts'

/** Malformed frames after which a socket is closed; a working client sends none. */
const MAX_MALFORMED_FRAMES = 20

/** True if the text is longer than `maxBytes` in UTF-8. */
export function isTooLong(text: string, maxBytes: number): boolean {
	// A UTF-16 unit is one to three bytes: only in between must they be counted.
	if (text.length > maxBytes) return true
	if (text.length * 3 <= maxBytes) return false
	return new TextEncoder().encode(text).byteLength > maxBytes
}

export function invalidParams(error: z.core.$ZodError): { code: number; message: string } {
	const first = error.issues[0]
	const where = first?.path.join('.') || 'params'
	return {
		code: RPC_ERROR.invalidParams,
		message: `${where}: ${first ? issueText(first) : 'It is not valid.'}`,
	}
}

/** The parameters of a request, which gets an error if they are wrong. */
export function paramsOf<S extends z.core.$ZodType>(
	sockets: Pick<RoomSockets, 'send'>,
	ws: WebSocket,
	id: JsonRpcId,
	schema: S,
	params: unknown,
): z.output<S> | undefined {
	const parsed = z.safeParse(schema, params)
	if (parsed.success) return parsed.data
	sockets.send(ws, rpcFailure(id, invalidParams(parsed.error)))
	return undefined
}

/** Counts malformed frames per socket, in memory: a room that slept starts over. */
export class MalformedFrames {
	readonly #counts = new WeakMap<WebSocket, number>()
	readonly #drop: (ws: WebSocket, code: CloseCode, reason: string) => void

	constructor(drop: (ws: WebSocket, code: CloseCode, reason: string) => void) {
		this.#drop = drop
	}

	/** Closes the socket if they are too many. */
	add(ws: WebSocket): void {
		const count = (this.#counts.get(ws) ?? 0) + 1
		this.#counts.set(ws, count)
		if (count > MAX_MALFORMED_FRAMES)
			this.#drop(ws, CLOSE.protocolError, 'too many malformed frames')
	}

	/** The params of a notification; undefined if it was malformed, which is counted. */
	told<S extends z.core.$ZodType>(
		ws: WebSocket,
		schema: S,
		params: unknown,
	): z.output<S> | undefined {
		const parsed = z.safeParse(schema, params)
		if (parsed.success) return parsed.data
		this.add(ws)
		return undefined
	}
}
