/** Reads the current state that a change would replace, in full: a long file comes in several pages. */

import type { PreviewRead } from '@fairlead/protocol/conversations/stream-parts'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { bag, number, text } from '@fairlead/protocol/wire/safe-read'
import { useEffect, useState } from 'react'
import type { RoomStore } from '../../../data/room/room-store.ts'

/** Pages of one file; the longest file the tools take has fewer. */
const MAX_PAGES = 16
/** An editor that has not answered by then is not waited for: the question is shown without its answer. */
export const READ_LIMIT_MS = 2_000

/**
 * @param editorKey the seat that the call is bound to; undefined: the target.
 * @returns the read's outcome; `result` is null if it does not exist yet.
 */
export async function readNow(
	room: RoomStore,
	read: PreviewRead,
	editorKey: string | undefined,
): Promise<CallOutcome> {
	const first = await room.read(read.method, read.params, editorKey)
	if (first.status === 'error') {
		return first.error.code === 'not_found' ? { status: 'ok', result: null } : first
	}
	if (read.shows !== 'file' && read.shows !== 'source') return first
	let content = text(bag(first.result)['content']) ?? ''
	let page = bag(first.result)
	let lineCount = number(page['lineCount']) ?? 0
	for (let pages = 1; pages < MAX_PAGES; pages++) {
		const next = (number(page['firstLine']) ?? 1) + (number(page['lineCount']) ?? 0)
		if (next > (number(page['totalLines']) ?? 0)) break
		const more = await room.read(read.method, { ...read.params, offset: next }, editorKey)
		if (more.status === 'error') return more
		page = bag(more.result)
		content += text(page['content']) ?? ''
		lineCount += number(page['lineCount']) ?? 0
	}
	return { status: 'ok', result: { ...bag(first.result), content, lineCount } }
}

export function useIsLate(afterMs: number): boolean {
	const [isLate, setLate] = useState(false)
	useEffect(() => {
		const timer = setTimeout(() => setLate(true), afterMs)
		return () => clearTimeout(timer)
	}, [afterMs])
	return isLate
}
