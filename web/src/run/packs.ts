/** The page's side of the packs: what each kind of project brings. `app/welcomes.ts` and `app/panes.tsx` fill it. */
import { folderKindOf } from '@fairlead/protocol/editors/editors'
import type { MadeKind, ProjectKind } from '@fairlead/protocol/packs/kind'
import { type ComponentType, createContext, use } from 'react'
import { useRoom } from '../data/room/room-context.tsx'
import { targetSeat } from '../data/room/target-seat.ts'
import type { Picture } from '../parts/pictures.tsx'

/** Above an empty conversation. */
export interface Welcome {
	readonly title: string
	readonly how: string
	/** Its runs work in a linked folder: until there is one, nothing can be asked for. */
	readonly inFolder: boolean
	/** Requests to choose from. */
	readonly suggestions: readonly string[]
}

export interface PaneTabProps {
	/** Those of the conversation, the oldest first. */
	readonly pictures: readonly Picture[]
	/** The object that the address names. */
	readonly selectedId: string | null
	/** Shows an object's values. */
	readonly onSelect: (id: string) => void
	/** Selects an object, or none, and stays in the tab. */
	readonly onPick: (id: string | null) => void
}

/** A tab beside the chat. */
export interface PaneTab {
	/** In the address: lower-case letters and hyphens. */
	readonly id: string
	readonly title: string
	/** Visitors of a share link see it. Absent: they do not. */
	readonly visitors?: true
	/** Only people who may change the project see it. */
	readonly editors?: true
	readonly Panel: ComponentType<PaneTabProps>
}

export const WelcomesContext = createContext<Readonly<Record<ProjectKind, Welcome>> | null>(null)
/** The kind as which the project was made; null: its folder decides. */
export const MadeKindContext = createContext<MadeKind | null>(null)

/** That of the folder that its runs work in if it was made as no other; Unity until there is one. */
export function useProjectKind(): ProjectKind {
	const seat = targetSeat(useRoom().state)
	return use(MadeKindContext) ?? (seat ? folderKindOf(seat) : 'unity')
}

export function useWelcome(): Welcome {
	const welcomes = use(WelcomesContext)
	if (!welcomes) throw new Error('WelcomesContext has no value')
	return welcomes[useProjectKind()]
}
