/** The agents of a linked folder, as its relay tells them. */
import { AgentList, AgentsChanged } from '@fairlead/protocol/agents'
import type { EditorSeat } from '@fairlead/protocol/editors'
import { useEffect, useState } from 'react'
import { useRoom, useRoomStore } from '../../data/room/room-context.tsx'
import { applied } from './list.ts'

export type FolderAgents =
	| { readonly kind: 'reading' }
	/** A sentence for people. */
	| { readonly kind: 'failed'; readonly message: string }
	| { readonly kind: 'read'; readonly list: AgentList }

const READING: FolderAgents = { kind: 'reading' }

/** A linked folder on a computer that is connected. */
export interface AgentFolder {
	readonly seat: EditorSeat
	readonly computer: string
	/** Another value after the relay has reconnected. */
	readonly connectedAt: number
}

const relayOf = (editorKey: string): string => editorKey.slice(0, editorKey.lastIndexOf(':'))

/** By computer, then by name. Null: not known yet. */
export function useAgentFolders(): readonly AgentFolder[] | null {
	const { state } = useRoom()
	if (!state) return null
	return state.editors
		.flatMap((seat) => {
			const relay = state.relays.find(({ relayId }) => relayId === relayOf(seat.editorKey))
			if (!relay) return []
			return [{ seat, computer: relay.hostName, connectedAt: relay.connectedAt }]
		})
		.sort((a, b) => a.computer.localeCompare(b.computer) || a.seat.name.localeCompare(b.seat.name))
}

/** Read once, then followed; read again when the page or the relay has reconnected. */
export function useAgents({ seat, connectedAt }: AgentFolder): FolderAgents {
	const { editorKey } = seat
	const store = useRoomStore()
	const { link } = useRoom()
	const [agents, setAgents] = useState<FolderAgents>(READING)
	// biome-ignore lint/correctness/useExhaustiveDependencies: `connectedAt` says when to read again
	useEffect(() => {
		if (!store || link !== 'open') return
		let left = false
		/** Those that come before the list does. */
		let early: AgentsChanged[] | null = []
		const stop = store.on('agents.changed', (params) => {
			const told = AgentsChanged.safeParse(params)
			if (!told.success || told.data.editorKey !== editorKey) return
			if (early) early.push(told.data)
			else
				setAgents((now) =>
					now.kind === 'read' ? { kind: 'read', list: applied(now.list, told.data) } : now,
				)
		})
		void store.ask('room.agents', { of: 'folder', editorKey }).then((outcome) => {
			if (left) return
			const list = outcome.status === 'ok' ? AgentList.safeParse(outcome.result) : null
			if (list?.success) setAgents({ kind: 'read', list: (early ?? []).reduce(applied, list.data) })
			else {
				const message = outcome.status === 'ok' ? UNREADABLE : outcome.error.message
				setAgents({ kind: 'failed', message })
			}
			early = null
		})
		return () => {
			left = true
			stop()
		}
	}, [store, link, editorKey, connectedAt])
	return agents
}

const UNREADABLE = 'The relay told of its agents in a way that this page cannot read. Update both.'
