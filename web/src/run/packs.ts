/** The page's side of the packs: what each kind of project brings. `app/packs.ts` fills it. */
import { type FolderKind, folderKindOf } from '@fairlead/protocol/editors'
import { type ComponentType, createContext, use } from 'react'
import { useRoom } from '../data/room/room-context.tsx'
import { targetSeat } from '../data/room/target-seat.ts'
import type { Picture } from '../parts/pictures.tsx'

/** Above an empty conversation. */
export interface Opening {
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

export interface ProjectKind {
	readonly opening: Opening
	/** Before the tab of changes, which every kind has. */
	readonly tabs: readonly PaneTab[]
}

export const KindsContext = createContext<Readonly<Record<FolderKind, ProjectKind>> | null>(null)

/** That of the folder which the project's runs work in; a Unity project while there is none. */
export function useProjectKind(): ProjectKind {
	const kinds = use(KindsContext)
	if (!kinds) throw new Error('KindsContext has no value')
	const seat = targetSeat(useRoom().state)
	return kinds[seat ? folderKindOf(seat) : 'unity']
}
