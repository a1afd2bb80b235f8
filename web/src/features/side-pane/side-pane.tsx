/** Beside the chat: the tabs of the kind of project, and the changes of the run. */
import { Tabs } from '@base-ui/react/tabs'
import type { ProjectKind } from '@fairlead/protocol/packs/kind'
import { countChanges } from '@fairlead/protocol/view/run-changes'
import { type ReactNode, use } from 'react'
import { useMayEdit } from '../../data/person/use-role.ts'
import { SharedVisit } from '../../data/shared-visit.ts'
import { useView } from '../../data/use-view.ts'
import { Gallery } from '../../parts/pictures.tsx'
import { useShownMessages } from '../../run/messages/shown-messages.ts'
import { type PaneTab, useProjectKind } from '../../run/packs.ts'
import { picturesOf } from '../../run/pictures/pictures.ts'
import { PartBoundary } from '../../ui/loading/part-boundary.tsx'
import { changesShown } from './changes-shown.ts'
import { ChangesTab } from './changes-tab.tsx'

const CHANGES = 'changes'
const TAB =
	'relative h-10 px-2 text-line text-muted hover:text-text data-[active]:font-medium data-[active]:text-text data-[active]:after:absolute data-[active]:after:inset-x-2 data-[active]:after:bottom-0 data-[active]:after:h-0.5 data-[active]:after:rounded-full data-[active]:after:bg-text max-md:h-12 focus-inset'
const PANEL = 'flex min-h-0 flex-1 flex-col outline-none'

export function SidePane(props: {
	/** Before the tab of changes, which every kind of project has. */
	tabs: Readonly<Record<ProjectKind, readonly PaneTab[]>>
	/** Stands at the end of the tabs. */
	end?: ReactNode
}) {
	const [view, show] = useView()
	const visits = use(SharedVisit) !== null
	const kind = useProjectKind()
	const mayEdit = useMayEdit()
	const tabs = props.tabs[kind].filter(
		({ visitors, editors }) => (!visits || visitors === true) && (mayEdit || editors !== true),
	)
	// A folder without an editor shows what was done in it.
	const first = kind === 'plain' ? CHANGES : (tabs[0]?.id ?? CHANGES)
	const ids = [...tabs.map(({ id }) => id), CHANGES]
	// The address may name a tab of another kind of project.
	const tab = ids.find((id) => id === view.tab) ?? first
	const changes = useShownMessages(
		(messages) => changesShown(messages, view.answerId),
		view.answerId,
	)
	const pictures = useShownMessages(picturesOf)
	const changed = countChanges(changes.changes)
	const inspect = (id: string) => show({ tab: 'inspector', objectId: id })
	const pick = (id: string | null) => show({ objectId: id }, true)
	return (
		<Gallery pictures={pictures}>
			<Tabs.Root
				value={tab}
				onValueChange={(id: string) => show({ tab: id === first ? null : id })}
				className="flex min-h-0 flex-1 flex-col"
			>
				<div className="flex items-center border-b border-edge pr-1">
					<Tabs.List aria-label="Editor" className="flex min-w-0 flex-1 pl-1.5">
						{tabs.map(({ id, title }) => (
							<Tabs.Tab key={id} value={id} className={TAB}>
								{title}
							</Tabs.Tab>
						))}
						<Tabs.Tab value={CHANGES} className={TAB}>
							Changes
							{changed > 0 && <span className="tabular ml-1.5 text-cap text-faint">{changed}</span>}
						</Tabs.Tab>
					</Tabs.List>
					{props.end}
				</div>
				{tabs.map(({ id, title, Panel }) => (
					<Tabs.Panel key={id} value={id} className={PANEL}>
						<PartBoundary what={`The tab ${title}`} className="m-3">
							<Panel
								pictures={pictures}
								selectedId={view.objectId}
								onSelect={inspect}
								onPick={pick}
							/>
						</PartBoundary>
					</Tabs.Panel>
				))}
				<Tabs.Panel value={CHANGES} className={PANEL}>
					<PartBoundary what="The tab Changes" className="m-3">
						<ChangesTab
							of={changes}
							onSelect={inspect}
							onLatest={() => show({ answerId: null, stepId: null })}
						/>
					</PartBoundary>
				</Tabs.Panel>
			</Tabs.Root>
		</Gallery>
	)
}
