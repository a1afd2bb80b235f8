import { callsOf } from '@fairlead/protocol/view/call-view'
import {
	idsIn,
	type Names,
	NO_NAMES,
	namesIn,
	sameNames,
} from '@fairlead/protocol/view/labels/names'
import { createContext, type ReactNode, use, useMemo, useRef } from 'react'
import type { RoomStore } from '../data/room/room-store.ts'
import { useReading } from '../data/room/use-read.ts'
import type { ChatMessage } from './messages/messages.ts'
import { namesOf } from './names.ts'

/** Objects that are looked up for one question; a batch may name a hundred. */
const MAX_LOOKUPS = 10

const NamesContext = createContext<Names>(NO_NAMES)
export const useNames = (): Names => use(NamesContext)

/** Names for the calls below: from the conversation, and from the editor for what a person is asked. */
export function NamesOf(props: { messages: readonly ChatMessage[]; children: ReactNode }) {
	const { messages } = props
	const newest = messages.at(-1)
	const asked =
		newest?.role === 'assistant'
			? callsOf(newest).flatMap((call) => (call.state === 'asking' ? idsIn(call.input) : []))
			: []
	const ids = [...new Set(asked)].slice(0, MAX_LOOKUPS)
	// The editor's own word: a person may have renamed the object since a tool spoke of it.
	const live = useReading<Names>(
		ids.length === 0 ? null : `names of ${ids.join(' ')}`,
		(room) => lookUp(room, ids),
		['hierarchy', 'scene'],
	).data
	const told = useMemo(() => namesOf(messages), [messages])
	const known = useRef(NO_NAMES)
	const names = live === null ? told : new Map([...told, ...live])
	// The same map while nothing in it changes: answers are not drawn again for each streamed word.
	if (!sameNames(known.current, names)) known.current = names
	return <NamesContext value={known.current}>{props.children}</NamesContext>
}

async function lookUp(room: RoomStore, ids: readonly string[]) {
	const outcomes = await Promise.all(
		ids.map((id) =>
			room.read('unity_query', {
				action: 'inspect_object',
				instance_id: id,
				component_type: 'Transform',
			}),
		),
	)
	const found = outcomes.map((outcome) => (outcome.status === 'ok' ? outcome.result : null))
	return { status: 'ok' as const, result: namesIn(found) }
}
