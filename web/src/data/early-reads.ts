/**
 * Reads that begin with the page's first script, before the code that checks and shows their answers has arrived.
 * Imports nothing, so that it can run first.
 */

/** Messages of one page of history. */
const MESSAGE_PAGE_SIZE = 30

export const conversationPath = (conversationId: string): string =>
	`/api/conversations/${conversationId}`

/** @param before the cursor of an older page; null: the newest page. */
export function messagesPath(conversationId: string, before: string | null): string {
	const query = new URLSearchParams({ limit: String(MESSAGE_PAGE_SIZE) })
	if (before !== null) query.set('before', before)
	return `${conversationPath(conversationId)}/messages?${query}`
}

/** The conversation that an address of the page names; null: it names none. */
export const conversationOf = (pathname: string): string | null =>
	/^\/p\/[^/]+\/c\/([^/]+)\/?$/.exec(pathname)?.[1] ?? null

const begun = new Map<string, Promise<Response>>()

/** Asks for what the address shows. Each answer is kept until {@link takeEarly} takes it. */
export function beginReads(pathname: string): void {
	const conversationId = conversationOf(pathname)
	if (conversationId === null) return
	for (const path of [messagesPath(conversationId, null), conversationPath(conversationId)]) {
		const answer = fetch(path, {
			credentials: 'same-origin',
			headers: { accept: 'application/json' },
		})
		// The one who takes it sees the failure.
		answer.catch(() => undefined)
		begun.set(path, answer)
	}
}

/** The answer to a read that has begun, once; undefined: ask. */
export function takeEarly(path: string): Promise<Response> | undefined {
	const answer = begun.get(path)
	begun.delete(path)
	return answer
}
