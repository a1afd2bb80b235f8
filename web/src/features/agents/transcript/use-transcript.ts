/** A part of a session's transcript on screen: its end, followed while it grows, or another place in it. */
import type { AgentCard } from '@fairlead/protocol/agents/agents'
import { useEffect, useRef, useState } from 'react'
import { useRoom, useRoomStore } from '../../../data/room/room-context.tsx'
import { type Reading, TranscriptReader } from './reader.ts'

/** Between two looks at the end while the agent writes. */
const FOLLOW_MS = 1_000
const NOTHING: Reading = { shown: null, failure: null }

/** Whether the agent is there and has not written anything, so that nothing is wrong. */
export const beginsLater = ({ shown, failure }: Reading, card: AgentCard | undefined): boolean =>
	!shown && failure?.missing === true && card !== undefined && card.status.kind !== 'ended'

/**
 * @param card another one: there may be more at the transcript's end, or a first transcript; of another session, its new one is shown
 * @param connectedAt another value after the relay has reconnected
 * @param follows whether its reader is at the end
 */
export function useTranscript(
	of: { readonly editorKey: string; readonly agentId: string },
	card: AgentCard | undefined,
	connectedAt: number,
	follows: boolean,
) {
	const { editorKey, agentId } = of
	const store = useRoomStore()
	const { link } = useRoom()
	const [reading, setReading] = useState(NOTHING)
	const [reader, setReader] = useState<TranscriptReader | null>(null)
	useEffect(() => {
		if (!store) return
		const made = new TranscriptReader({
			ask: (where) => store.ask('room.agents', { of: 'transcript', editorKey, agentId, ...where }),
			onChange: setReading,
		})
		setReading(NOTHING)
		setReader(made)
		return () => made.leave()
	}, [store, editorKey, agentId])

	const isOpen = link === 'open'
	// biome-ignore lint/correctness/useExhaustiveDependencies: the card and `connectedAt` say when to read again
	useEffect(() => {
		if (isOpen) reader?.heal()
	}, [reader, isOpen, card, connectedAt])

	useEffect(() => {
		// The entries stay on screen while the page is not connected.
		if (isOpen) void reader?.show()
		return () => reader?.leave()
	}, [reader, isOpen])

	/** The newest session of the card that was asked for. */
	const asked = useRef(card?.sessionId)
	const sessionId = card?.sessionId
	useEffect(() => {
		const before = asked.current
		asked.current = sessionId
		if (before !== undefined && sessionId !== undefined && before !== sessionId) void reader?.show()
	}, [sessionId, reader])

	const { shown, failure } = reading
	const heardAt = card?.heardAt
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
			void reader?.readOn('after')
		}, FOLLOW_MS)
		return () => clearTimeout(timer)
	}, [follows, atEnd, heardAt, reader])

	return {
		shown,
		failure,
		atEnd,
		show: async (byte?: number) => reader?.show(byte),
		readOn: async (where: 'before' | 'after') => reader?.readOn(where),
	}
}
