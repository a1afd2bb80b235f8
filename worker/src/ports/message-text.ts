/** The words of a message: what search and titles read. Pure. */

import { clientCallIn, clientCallText } from '@fairlead/protocol/wire/client-call'

/** With the message itself, it must fit a row of D1. */
const MAX_SEARCH_BYTES = 100_000

export function plainText(parts: readonly Record<string, unknown>[]): string {
	const call = clientCallIn(parts)
	if (call) return clientCallText(call)
	return parts
		.filter((part) => part['type'] === 'text')
		.map((part) => String(part['text']))
		.join('\n')
}

/** The searchable text of a message, cut at a whole character. `ui`: the message as JSON. */
export function searchText(ui: string): string {
	const text = plainText((JSON.parse(ui) as { parts: Record<string, unknown>[] }).parts)
	const bytes = new TextEncoder().encode(text)
	if (bytes.byteLength <= MAX_SEARCH_BYTES) return text
	return new TextDecoder().decode(bytes.slice(0, MAX_SEARCH_BYTES), { stream: true })
}
