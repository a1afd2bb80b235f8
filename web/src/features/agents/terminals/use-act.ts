/** Acts of this person on terminals, and where they lead. */
import {
	TerminalId,
	TerminalOpened,
	type TerminalSize,
	type ViewerTerminalAct,
} from '@fairlead/protocol/agents/terminals'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { agentsPath } from '../../../data/address.ts'
import { useRoomStore } from '../../../data/room/room-context.tsx'
import type { RoomStore } from '../../../data/room/room-store.ts'
import { layoutNow } from '../../../ui/layout.ts'

const NOT_CONNECTED = 'The page is not connected to the project.'
const UNREADABLE = 'The relay answered in a way that this page cannot read. Update both.'

/** @throws a sentence for people */
async function carriedOut(store: RoomStore | null, act: ViewerTerminalAct): Promise<unknown> {
	const outcome = await store?.ask('room.terminals', act)
	if (outcome?.status !== 'ok') throw new Error(outcome?.error.message ?? NOT_CONNECTED)
	return outcome.result
}

/** Carries out acts on terminals. The mutation's error is a sentence for people. */
export function useAct(onDone?: (result: unknown) => void) {
	const store = useRoomStore()
	return useMutation({
		mutationFn: (act: ViewerTerminalAct) => carriedOut(store, act),
		...(onDone && { onSuccess: onDone }),
	})
}

/** Terminals that this page has opened and not shown yet: their person wants to type in them. */
export const openedHere = new Set<string>()

type Opening = Extract<ViewerTerminalAct, { act: 'open_agent' | 'open_shell' }>
/** How it is begun is said here. */
type Opened<T> = T extends unknown ? Omit<T, 'size' | 'editorKey'> : never

/**
 * Opens a terminal of a folder, and shows it.
 *
 * @param hasScreen false: only the transcript of its agent is there to be shown
 */
export function useOpen(editorKey: string, hasScreen: boolean) {
	const store = useRoomStore()
	const navigate = useNavigate()
	const { projectId = '' } = useParams()
	return useMutation({
		mutationFn: async (opening: Opened<Opening>): Promise<TerminalOpened> => {
			const act = { ...opening, editorKey, size: firstSize() } as Opening
			const opened = TerminalOpened.safeParse(await carriedOut(store, act))
			if (!opened.success) throw new Error(UNREADABLE)
			return opened.data
		},
		onSuccess: ({ agentId, terminalId }) => {
			const place = placePath(projectId, editorKey, agentId ?? terminalId)
			const isAgent = agentId !== undefined
			openedHere.add(terminalId)
			return navigate(isAgent && hasScreen ? `${place}?view=terminal` : place)
		},
	})
}

/** The size of a new terminal, until the page that types fits it to its box. */
const firstSize = (): TerminalSize =>
	layoutNow() === 'narrow' ? { columns: 48, rows: 32 } : { columns: 120, rows: 32 }

/** @param id of an agent; or of a terminal, which no agent has */
export const placePath = (projectId: string, editorKey: string, id: string): string =>
	`${agentsPath(projectId)}/${encodeURIComponent(editorKey)}/${id}`

export const isTerminalId = (id: string): boolean => TerminalId.safeParse(id).success
