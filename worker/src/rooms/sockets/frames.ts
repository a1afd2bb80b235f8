/** Rules for every socket of a room: size, text, well-formedness. */
import { CLOSE, type CloseCode } from '@fairlead/protocol/wire/close-codes'

/** Malformed frames after which a socket is closed; a working client sends none. */
const MAX_MALFORMED_FRAMES = 20

/** True if the text is longer than `maxBytes` in UTF-8. */
export function isTooLong(text: string, maxBytes: number): boolean {
	// A UTF-16 unit is one to three bytes: only in between must they be counted.
	if (text.length > maxBytes) return true
	if (text.length * 3 <= maxBytes) return false
	return new TextEncoder().encode(text).byteLength > maxBytes
}

/** Counts malformed frames per socket, in memory: a room that slept starts over. */
export class MalformedFrames {
	readonly #counts = new WeakMap<WebSocket, number>()

	/** The code to close the socket with, or null to go on. */
	add(ws: WebSocket): CloseCode | null {
		const count = (this.#counts.get(ws) ?? 0) + 1
		this.#counts.set(ws, count)
		return count > MAX_MALFORMED_FRAMES ? CLOSE.protocolError : null
	}
}
