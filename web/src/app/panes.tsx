/** The pane beside the chat, with the tabs of each kind of project. A tab that is not listed is seen by nobody. */
import type { FolderKind } from '@fairlead/protocol/editors'
import type { ReactNode } from 'react'
import { SidePane } from '../features/side-pane/side-pane.tsx'
import { ConsolePanel, InspectorPanel, ScenePanel } from '../features/unity/pane.tsx'
import type { PaneTab } from '../run/packs.ts'

export const TABS: Readonly<Record<FolderKind, readonly PaneTab[]>> = {
	unity: [
		{ id: 'scene', title: 'Scene', visitors: true, Panel: ScenePanel },
		{ id: 'inspector', title: 'Inspector', visitors: true, Panel: InspectorPanel },
		{ id: 'console', title: 'Console', Panel: ConsolePanel },
	],
	plain: [],
}

export default function Pane(props: { end?: ReactNode }) {
	return <SidePane tabs={TABS} end={props.end} />
}
