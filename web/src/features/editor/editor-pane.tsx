/** The editor pane: scene, inspector, console, and the changes of the run; in a plain folder the changes alone. */
import { Tabs } from '@base-ui/react/tabs'
import { absenceOf } from '@fairlead/protocol/absence'
import { folderKindOf } from '@fairlead/protocol/editors'
import { countChanges } from '@fairlead/protocol/run-changes'
import { Plug, Power } from 'lucide-react'
import { type ReactNode, use } from 'react'
import { actions } from '../../actions/registry.ts'
import type { EditorTab } from '../../data/address.ts'
import { useRoom } from '../../data/room/room-context.tsx'
import { targetSeat } from '../../data/room/target-seat.ts'
import { SharedVisit } from '../../data/shared-visit.ts'
import { useView } from '../../data/use-view.ts'
import { Gallery, type Picture } from '../../parts/pictures.tsx'
import { picturesOf } from '../../run/pictures.ts'
import { useShownMessages } from '../../run/shown-messages.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, Note, Skeleton } from '../../ui/feedback.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { ChangesTab, changesShown } from './changes-tab.tsx'
import { ConsoleTab } from './console-tab.tsx'
import { DialogAnswer } from './dialog-answer.tsx'
import { InspectorTab } from './inspector-tab.tsx'
import { OutsideNote } from './outside-note.tsx'
import { SceneTab } from './scene-tab.tsx'

const TAB =
	'relative h-10 px-2.5 text-line text-muted hover:text-text data-[active]:font-medium data-[active]:text-text data-[active]:after:absolute data-[active]:after:inset-x-2.5 data-[active]:after:bottom-0 data-[active]:after:h-0.5 data-[active]:after:rounded-full data-[active]:after:bg-text max-md:h-12 focus-inset'
const PANEL = 'flex min-h-0 flex-1 flex-col outline-none'

export function EditorPane(props: {
	/** Stands at the end of the tabs. */
	end?: ReactNode
}) {
	const [view, show] = useView()
	const visits = use(SharedVisit) !== null
	const seat = targetSeat(useRoom().state)
	const hasEditor = !seat || folderKindOf(seat) === 'unity'
	const tab = !hasEditor ? 'changes' : visits && view.tab === 'console' ? 'scene' : view.tab
	const changes = useShownMessages(
		(messages) => changesShown(messages, view.answerId),
		view.answerId,
	)
	const pictures = useShownMessages(picturesOf)
	const changed = countChanges(changes.changes)
	const inspect = (id: string) => show({ tab: 'inspector', objectId: id })
	return (
		<Gallery pictures={pictures}>
			<Tabs.Root
				value={tab}
				onValueChange={(tab: EditorTab) => show({ tab })}
				className="flex min-h-0 flex-1 flex-col"
			>
				<div className="flex items-center border-b border-edge pr-1">
					<Tabs.List aria-label="Editor" className="flex min-w-0 flex-1 pl-1.5">
						{hasEditor && (
							<>
								<Tabs.Tab value="scene" className={TAB}>
									Scene
								</Tabs.Tab>
								<Tabs.Tab value="inspector" className={TAB}>
									Inspector
								</Tabs.Tab>
							</>
						)}
						{hasEditor && !visits && (
							<Tabs.Tab value="console" className={TAB}>
								Console
							</Tabs.Tab>
						)}
						<Tabs.Tab value="changes" className={TAB}>
							Changes
							{changed > 0 && <span className="tabular ml-1.5 text-cap text-faint">{changed}</span>}
						</Tabs.Tab>
					</Tabs.List>
					{props.end}
				</div>
				{hasEditor && (
					<LivePanels pictures={pictures} selectedId={view.objectId} onSelect={inspect} />
				)}
				<Tabs.Panel value="changes" className={PANEL}>
					<ChangesTab of={changes} onSelect={inspect} onLatest={() => show({ answerId: null })} />
				</Tabs.Panel>
			</Tabs.Root>
		</Gallery>
	)
}

/** What the editor shows now. Visitors have no console. */
function LivePanels(props: {
	pictures: readonly Picture[]
	selectedId: string | null
	onSelect: (id: string) => void
}) {
	const visits = use(SharedVisit) !== null
	return (
		<>
			<Tabs.Panel value="scene" className={PANEL}>
				<Live>
					<SceneTab
						picture={props.pictures.at(-1)}
						selectedId={props.selectedId}
						onSelect={props.onSelect}
					/>
				</Live>
			</Tabs.Panel>
			<Tabs.Panel value="inspector" className={PANEL}>
				<Live>
					<InspectorTab selectedId={props.selectedId} />
				</Live>
			</Tabs.Panel>
			{!visits && (
				<Tabs.Panel value="console" className={PANEL}>
					<Live>
						<ConsoleTab />
					</Live>
				</Tabs.Panel>
			)}
		</>
	)
}

/** Its children need an editor that answers; without one, the one next thing to do. */
function Live(props: { children: ReactNode }) {
	const { state, link } = useRoom()
	const seat = targetSeat(state)
	const visits = use(SharedVisit) !== null
	if (!state) {
		return link === 'refused' ? (
			<Empty title="Cannot connect to this project">Reload the page, or sign in again.</Empty>
		) : (
			<Skeleton rows={6} className="p-4" />
		)
	}
	if (!seat && state.editors.length > 1) {
		return (
			<Empty icon={<Power />} title="Several folders are linked">
				In the header, choose the one the agent should use.
			</Empty>
		)
	}
	if (!seat && state.relays.length > 0) {
		return (
			<Empty
				icon={<Power />}
				title="The relay is connected, but Unity is not"
				action={
					<Button onClick={() => actions.run('editor.connect')}>Choose a Unity project</Button>
				}
			>
				Choose one of those on {state.relays[0]?.hostName}, or open a linked one there. It appears
				here automatically.
			</Empty>
		)
	}
	if (!seat && visits) {
		return (
			<Empty icon={<Power />} title="Unity is not connected">
				The scene appears here while the project is open in Unity.
			</Empty>
		)
	}
	if (!seat) {
		return (
			<Empty
				icon={<Plug />}
				title="No editor yet"
				action={
					// Beside the chat's own, which is the primary one.
					<Button onClick={() => actions.run('editor.connect')}>Connect Unity</Button>
				}
			>
				Your Unity scene, inspector and console appear here.
			</Empty>
		)
	}
	const absence = absenceOf(seat)
	return (
		<>
			{link !== 'open' && (
				<Note level="info" title="Reconnecting" className="m-3 mb-1">
					Showing the last known state.
				</Note>
			)}
			{seat.phase === 'modal' && (
				<Note level="warning" title="A dialog is open in Unity" className="m-3 mb-1">
					<DialogAnswer seat={seat} />
				</Note>
			)}
			{absence && absence.state !== 'not_running' ? (
				<OutsideNote seat={seat} outside={absence} />
			) : seat.phase === 'gone' ? (
				<Empty icon={<Power />} title={`${seat.name} is closed`}>
					Open it in Unity again. Runs that need it will wait.
					<span className="block pt-1 text-cap text-faint">
						Last seen <RelativeTime at={seat.phaseSince} />
					</span>
				</Empty>
			) : (
				props.children
			)}
		</>
	)
}
