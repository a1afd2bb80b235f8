/** The agents of a linked folder, as its relay tells them. */
import { AgentList, AgentsChanged } from '@fairlead/protocol/agents/agents'
import { useEffect, useMemo, useState } from 'react'
import { useRoom, useRoomStore } from '../../data/room/room-context.tsx'
import type { RoomStore } from '../../data/room/room-store.ts'
import { type AgentFolder, knownFolders } from './folders/known-folders.ts'
import { applied } from './list.ts'

export type FolderAgents =
	| { readonly kind: 'reading' }
	/** A sentence for people. */
	| { readonly kind: 'failed'; readonly message: string }
	| { readonly kind: 'read'; readonly list: AgentList }

const READING: FolderAgents = { kind: 'reading' }

/** The folders that a page has seen, for as long as it is open: a room forgets computers that are not connected. */
const seen = new WeakMap<RoomStore, readonly AgentFolder[]>()

/** Linked folders on the computers that this page has seen; null: not known yet. */
export function useKnownFolders(): readonly AgentFolder[] | null {
	const store = useRoomStore()
	const { state } = useRoom()
	return useMemo(() => {
		if (!store || !state) return null
		const known = knownFolders(seen.get(store) ?? [], state)
		seen.set(store, known)
		return known
	}, [store, state])
}

/** Linked folders on the computers that are connected; null: not known yet. */
export function useAgentFolders(): readonly AgentFolder[] | null {
	const known = useKnownFolders()
	return known?.filter(({ isConnected }) => isConnected) ?? null
}

/** The agents of a folder: read once, then followed; read again when the page or the relay has reconnected. */
export function useAgents({ seat, connectedAt }: AgentFolder): FolderAgents {
	const { editorKey } = seat
	const store = useRoomStore()
	const { link } = useRoom()
	const [agents, setAgents] = useState<FolderAgents>(READING)
	// biome-ignore lint/correctness/useExhaustiveDependencies: `connectedAt` says when to read again
	useEffect(() => {
		if (!store || link !== 'open') return
		let left = false
		/** Changes that come before the list does. */
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
