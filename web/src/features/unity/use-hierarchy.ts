import type { CallError } from '@fairlead/protocol/wire/calls'
import { useCallback, useRef, useState } from 'react'
import { useRoomStore } from '../../data/room/room-context.tsx'
import { type Reading, useReading } from '../../data/room/use-read.ts'
import { type HierarchyPages, METHOD, PAGE_OBJECTS, readHierarchy } from './hierarchy-pages.ts'

export interface LiveHierarchy extends Reading<HierarchyPages> {
	/** Reads the next page, if there is one and none is being read. */
	readonly more: () => void
	readonly loadingMore: boolean
	/** Why the latest `more` brought nothing. */
	readonly moreError: CallError | null
}

/** The target editor's scene; read again, as far as it was shown, when it changes. */
export function useHierarchy(): LiveHierarchy {
	const store = useRoomStore()
	const wanted = useRef(PAGE_OBJECTS)
	const [added, setAdded] = useState<{ to: HierarchyPages; pages: HierarchyPages } | null>(null)
	const [loadingMore, setLoadingMore] = useState(false)
	const [moreError, setMoreError] = useState<CallError | null>(null)
	const reading = useReading<HierarchyPages>(
		'hierarchy',
		(room) => readHierarchy((params) => room.read(METHOD, params), wanted.current),
		['hierarchy', 'scene', 'play'],
	)
	const base = reading.data
	// Pages added to an older reading are part of the newer one, which read as many.
	const shown = base !== null && added?.to === base ? added.pages : base

	const busy = useRef(false)
	const more = useCallback(async () => {
		if (!store || base === null || shown === null || shown.nextCursor === null) return
		if (busy.current) return
		busy.current = true
		setLoadingMore(true)
		wanted.current = shown.objects.length + PAGE_OBJECTS
		const read = (params: Record<string, unknown>) => store.read(METHOD, params)
		const outcome = await readHierarchy(read, wanted.current, shown)
		busy.current = false
		setLoadingMore(false)
		if (outcome.status === 'ok') {
			setAdded({ to: base, pages: outcome.result as HierarchyPages })
			setMoreError(null)
		} else setMoreError(outcome.error)
	}, [store, base, shown])

	return { ...reading, data: shown, more, loadingMore, moreError }
}
