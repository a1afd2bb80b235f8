/**
 * The call of an MCP client as a part of a conversation's message. Only the server writes such a part: the schema of
 * messages that people send does not have it, so nobody's words are read as a call. Pure.
 */

export interface ClientCall {
	/** The id of both the message and the tool call. */
	readonly id: string
	/** A tool's name. */
	readonly name: string
	readonly input: unknown
}

export interface ClientCallPart {
	readonly type: 'data-client-call'
	readonly data: ClientCall
}

export const clientCallPart = (data: ClientCall): ClientCallPart => ({
	type: 'data-client-call',
	data,
})

/** The call in words, for a model that reads the conversation later and for the search. */
export const clientCallText = ({ name, input }: ClientCall): string =>
	`${name} ${JSON.stringify(input)}`

/** Returns null for somebody's own words. @param parts of a stored message */
export function clientCallIn(parts: readonly object[]): ClientCall | null {
	const part = parts.find((one) => (one as { type?: unknown }).type === 'data-client-call')
	return part ? (part as ClientCallPart).data : null
}
