/** The page's side of the packs: what each kind of project brings. `app/welcomes.ts` and `app/panes.tsx` fill it. */
import { type FolderKind, folderKindOf } from '@fairlead/protocol/editors'
import { type ComponentType, createContext, use } from 'react'
import { useRoom } from '../data/room/room-context.tsx'
import { targetSeat } from '../data/room/target-seat.ts'
import type { Picture } from '../parts/pictures.tsx'

/** Above an empty conversation. */
export interface Welcome {
	readonly title: string
	readonly how: string
	/** Requests to choose from. */
	readonly suggestions: readonly string[]
}

export interface PaneTabProps {
	/** Those of the conversation, the oldest first. */
	readonly pictures: readonly Picture[]
	/** The object that the address names. */
	readonly selectedId: string | null
	readonly onSelect: (id: string) => void
}

/** A tab beside the chat. */
export interface PaneTab {
	/** In the address: lower-case letters and hyphens. */
	readonly id: string
	readonly title: string
	/** Visitors of a share link see it. Absent: they do not. */
	readonly visitors?: true
	readonly Panel: ComponentType<PaneTabProps>
}

export const WelcomesContext = createContext<Readonly<Record<FolderKind, Welcome>> | null>(null)

/** The kind of the folder that the project's runs work in; Unity until there is one. */
export function useFolderKind(): FolderKind {
	const seat = targetSeat(useRoom().state)
	return seat ? folderKindOf(seat) : 'unity'
}

export function useWelcome(): Welcome {
	const welcomes = use(WelcomesContext)
	if (!welcomes) throw new Error('WelcomesContext has no value')
	return welcomes[useFolderKind()]
}
