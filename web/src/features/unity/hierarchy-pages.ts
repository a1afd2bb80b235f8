/** The scene's objects over several reads: pages are joined until enough are there. */

import type { HierarchyNode, SceneSummary } from '@fairlead/protocol/tools'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'

/** One read's objects: small enough to be answered at once. The tool takes at most 200. */
export const PAGE_OBJECTS = 100
/** More than this is not readable as a tree, and slow to render. */
export const MAX_OBJECTS = 2_000
/** Deep enough for any scene that a person can still read. */
const DEPTH = 20

export interface HierarchyPages {
	readonly scenes: readonly SceneSummary[]
	/** Depth-first; parents come before their children, over pages too. */
	readonly objects: readonly HierarchyNode[]
	readonly total: number
	/** null at the end, also at the display limit. */
	readonly nextCursor: string | null
}

export const METHOD = 'unity_query'
type Read = (params: Record<string, unknown>) => Promise<CallOutcome>

const paramsOf = (cursor: string | null) => ({
	action: 'hierarchy',
	max_depth: DEPTH,
	limit: PAGE_OBJECTS,
	...(cursor === null ? {} : { cursor }),
})

/**
 * Puts the next page behind what is there. An object that comes twice, because the scene changed
 * between two reads, stands where it was first.
 */
function appendPage(before: HierarchyPages | null, page: HierarchyPages): HierarchyPages {
	const known = new Set(before?.objects.map((object) => object.instanceId))
	const added = page.objects.filter((object) => !known.has(object.instanceId))
	const objects = [...(before?.objects ?? []), ...added]
	const full = objects.length >= MAX_OBJECTS
	return { ...page, objects, nextCursor: full ? null : page.nextCursor }
}

/**
 * Reads on from `from` until `wanted` objects are there or the scene ends. A page that fails after
 * the first keeps what was read; its cursor is still there to try again.
 */
export async function readHierarchy(
	read: Read,
	wanted: number,
	from: HierarchyPages | null = null,
): Promise<CallOutcome> {
	let pages = from
	do {
		const outcome = await read(paramsOf(pages?.nextCursor ?? null))
		if (outcome.status !== 'ok') {
			return pages === null || pages === from ? outcome : { status: 'ok', result: pages }
		}
		pages = appendPage(pages, outcome.result as HierarchyPages)
	} while (pages.nextCursor !== null && pages.objects.length < wanted)
	return { status: 'ok', result: pages }
}
