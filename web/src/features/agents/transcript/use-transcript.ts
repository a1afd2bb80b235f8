/** A part of a session's transcript on screen: its end, followed while it grows, or another place in it. */
import { type TranscriptEntry, TranscriptPart } from '@fairlead/protocol/agents'
import type { CallOutcome } from '@fairlead/protocol/calls'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useRoom, useRoomStore } from '../../../data/room/room-context.tsx'

/** Entries kept on screen; of more, those at the far end are read again when they are wanted. */
const MAX_SHOWN = 2_000
/** Between two looks at the end while the agent writes. */
const FOLLOW_MS = 1_000
const UNREADABLE =
	'The relay told of the transcript in a way that this page cannot read. Update both.'

export interface ShownTranscript {
	readonly sessionId: string
	readonly entries: readonly TranscriptEntry[]
	/** 0: nothing is before the first entry. */
	readonly from: number
	readonly to: number
	readonly size: number
}

export type Read = { readonly part: TranscriptPart } | { readonly failure: string }

export function partOf(outcome: CallOutcome): Read {
	if (outcome.status !== 'ok') return { failure: outcome.error.message }
	const part = TranscriptPart.safeParse(outcome.result)
	return part.success ? { part: part.data } : { failure: UNREADABLE }
}

/** Null: the part is of another session, or does not border on what is shown. */
export function joined(
	shown: ShownTranscript,
	part: TranscriptPart,
	where: 'before' | 'after',
): ShownTranscript | null {
	if (part.sessionId !== shown.sessionId || part.size < shown.to) return null
	const { size } = part
	if (where === 'before') {
		if (part.to !== shown.from) return null
		const entries = [...part.entries, ...shown.entries]
		const kept = entries.slice(0, MAX_SHOWN)
		return { ...shown, size, entries: kept, from: part.from, to: endOf(entries, kept, shown.to) }
	}
	if (part.from !== shown.to) return null
	const entries = [...shown.entries, ...part.entries]
	const kept = entries.slice(-MAX_SHOWN)
	const from = kept.length === entries.length ? shown.from : (kept[0]?.byte ?? shown.from)
	return { ...shown, size, entries: kept, from, to: part.to }
}

/** Where to read on below, if entries were left out at the end: at the first of them. */
const endOf = (
	entries: readonly TranscriptEntry[],
	kept: readonly TranscriptEntry[],
	to: number,
): number => entries[kept.length]?.byte ?? to

/**
 * @param heardAt another value: there may be more at its end
 * @param follows whether its reader is at the end
 * @param sessionId of the card: after another value, its new transcript is shown
 */
export function useTranscript(
	of: { readonly editorKey: string; readonly agentId: string },
	sessionId: string | undefined,
	heardAt: number | undefined,
	follows: boolean,
) {
	const { editorKey, agentId } = of
	const store = useRoomStore()
	const { link } = useRoom()
	const [shown, setShown] = useState<ShownTranscript | null>(null)
	const [failure, setFailure] = useState<string | null>(null)
	/** Counts the places: an answer for an earlier one is dropped. */
	const place = useRef(0)
	const reading = useRef(false)

	const ask = useCallback(
		async (where: { before?: number; after?: number }): Promise<Read | null> => {
			if (!store) return null
			const now = place.current
			const outcome = await store.ask('room.agents', {
				of: 'transcript',
				editorKey,
				agentId,
				...where,
			})
			return now === place.current ? partOf(outcome) : null
		},
		[store, editorKey, agentId],
	)

	/** Shows another place: from `byte` on, or the end. */
	const show = useCallback(
		async (byte?: number) => {
			place.current++
			const read = await ask(byte === undefined ? {} : { after: byte })
			if (!read) return
			if ('failure' in read) setFailure(read.failure)
			else {
				setFailure(null)
				setShown(read.part)
			}
		},
		[ask],
	)

	const isOpen = link === 'open'
	useEffect(() => {
		// The entries stay on screen while the page is not connected.
		if (isOpen) void show()
		return () => {
			place.current++
		}
	}, [show, isOpen])

	/** The newest session of the card that was asked for. */
	const asked = useRef(sessionId)
	useEffect(() => {
		const before = asked.current
		asked.current = sessionId
		if (before !== undefined && sessionId !== undefined && before !== sessionId) void show()
	}, [sessionId, show])

	const readOn = useCallback(
		async (where: 'before' | 'after') => {
			if (!shown || reading.current) return
			reading.current = true
			const read = await ask(where === 'before' ? { before: shown.from } : { after: shown.to })
			reading.current = false
			if (!read) return
			if ('failure' in read) {
				setFailure(read.failure)
				return
			}
			setFailure(null)
			const next = joined(shown, read.part, where)
			if (next) setShown(next)
			// The file was written anew.
			else void show()
		},
		[shown, ask, show],
	)

	const atEnd = shown !== null && shown.to >= shown.size
	/** The value of `heardAt` at the last look at the end. */
	const seen = useRef<number | undefined>(undefined)
	useEffect(() => {
		if (!follows || !atEnd || heardAt === undefined || heardAt === seen.current) return
		if (seen.current === undefined) {
			seen.current = heardAt
			return
		}
		const timer = setTimeout(() => {
			seen.current = heardAt
			void readOn('after')
		}, FOLLOW_MS)
		return () => clearTimeout(timer)
	}, [follows, atEnd, heardAt, readOn])

	return { shown, failure, atEnd, show, readOn }
}
