/** Removes a deleted person from stored JSON: their messages stay, without their name and id. Pure. */

/** Replaces a deleted person's id. */
export const FORMER_ID = 'deleted'
export const FORMER_NAME = 'Deleted user'

function without(value: unknown, userId: string): unknown {
	if (value === userId) return FORMER_ID
	if (Array.isArray(value)) return value.map((item) => without(item, userId))
	if (typeof value !== 'object' || value === null) return value
	const { kind, id, userId: person } = value as Record<string, unknown>
	/** An `Author`: of a session, its id is the person's; otherwise it is a token's, and means nobody. */
	const isAuthor = person === userId || (kind === 'session' && id === userId)
	const rest = Object.entries(value).map(([key, item]) => [key, without(item, userId)])
	return {
		...Object.fromEntries(rest),
		...(isAuthor && 'userId' in value ? { userId: null } : {}),
		...(isAuthor && 'name' in value ? { name: FORMER_NAME } : {}),
	}
}

/** `text`: JSON, or text that contains the id. */
export function withoutPerson(text: string, userId: string): string {
	if (!text.includes(userId)) return text
	try {
		// An id may also stand inside a text, such as a tool's result.
		return JSON.stringify(without(JSON.parse(text), userId)).replaceAll(userId, FORMER_ID)
	} catch {
		return text.replaceAll(userId, FORMER_ID)
	}
}
