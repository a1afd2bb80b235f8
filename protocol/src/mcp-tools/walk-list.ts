/** Reads a list of tools page by page, up to a bound: the official client's own walk fails at its bound. */

/** Hostile servers have no last page. */
const MAX_PAGES = 10

interface Page {
	readonly tools: readonly unknown[]
	readonly nextCursor?: string | undefined
}

/** The tools as the server describes them. */
export async function walkList(
	page: (cursor: string | undefined) => Promise<Page>,
	maxTools: number,
): Promise<unknown[]> {
	const all: unknown[] = []
	let cursor: string | undefined
	for (let read = 0; read < MAX_PAGES && all.length <= maxTools; read++) {
		const { tools, nextCursor } = await page(cursor)
		all.push(...tools)
		if (nextCursor === undefined || nextCursor === cursor) break
		cursor = nextCursor
	}
	return all
}
