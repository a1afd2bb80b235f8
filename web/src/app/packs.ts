/** The page's side of each pack, by kind of project. What is listed nowhere here is seen by nobody. */
import type { FolderKind } from '@fairlead/protocol/editors'
import { type ComponentType, lazy } from 'react'
import { OPENING as FILES_OPENING } from '../features/files/opening.ts'
import { OPENING as UNITY_OPENING } from '../features/unity/opening.ts'
import type { PaneTab, PaneTabProps, ProjectKind } from '../run/packs.ts'

type Panel = ComponentType<PaneTabProps>

const panel = <M>(load: () => Promise<M>, of: (loaded: M) => Panel): Panel =>
	lazy(async () => ({ default: of(await load()) }))

const unityPane = () => import('../features/unity/pane.tsx')

const UNITY: readonly PaneTab[] = [
	{ id: 'scene', title: 'Scene', visitors: true, Panel: panel(unityPane, (m) => m.ScenePanel) },
	{
		id: 'inspector',
		title: 'Inspector',
		visitors: true,
		Panel: panel(unityPane, (m) => m.InspectorPanel),
	},
	{ id: 'console', title: 'Console', Panel: panel(unityPane, (m) => m.ConsolePanel) },
]

export const KINDS: Readonly<Record<FolderKind, ProjectKind>> = {
	unity: { opening: UNITY_OPENING, tabs: UNITY },
	plain: { opening: FILES_OPENING, tabs: [] },
}

/** Beside the chat, not before it: the chat paints first. The panels of most projects come along. */
export const SidePane = lazy(async () => {
	unityPane().catch(() => undefined)
	return import('../features/side-pane/side-pane.tsx')
})
