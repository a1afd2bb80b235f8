/** The pane beside the chat, with the tabs of each kind of project. A tab that is not listed is seen by nobody. */
import type { ProjectKind } from '@fairlead/protocol/packs/kind'
import type { ReactNode } from 'react'
import { WorkbenchPanel } from '../features/corewar/pane.tsx'
import { SidePane } from '../features/side-pane/side-pane.tsx'
import { ConsolePanel, InspectorPanel, ScenePanel } from '../features/unity/pane.tsx'
import type { PaneTab } from '../run/packs.ts'
import { Skeleton } from '../ui/feedback.tsx'
import { lazyPart } from '../ui/loading/lazy-part.tsx'

/** Its code comes with the tab. */
const Agents = lazyPart(() => import('../features/agents/pane.tsx'), {
	what: 'The list of agents',
	className: 'm-3',
})
const AgentsPanel = () => <Agents until={<Skeleton rows={6} className="p-4" />} />
const AGENTS: PaneTab = { id: 'agents', title: 'Agents', editors: true, Panel: AgentsPanel }

export const TABS: Readonly<Record<ProjectKind, readonly PaneTab[]>> = {
	unity: [
		{ id: 'scene', title: 'Scene', visitors: true, Panel: ScenePanel },
		{ id: 'inspector', title: 'Inspector', visitors: true, Panel: InspectorPanel },
		{ id: 'console', title: 'Console', Panel: ConsolePanel },
		AGENTS,
	],
	plain: [AGENTS],
	corewar: [{ id: 'workbench', title: 'Workbench', Panel: WorkbenchPanel }],
}

export default function Pane(props: { end?: ReactNode }) {
	return <SidePane tabs={TABS} end={props.end} />
}
