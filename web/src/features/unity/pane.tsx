/** Unity's tabs beside the chat: what the editor shows now. */
import type { EditorSeat } from '@fairlead/protocol/editors/editors'
import { outsideStateOf } from '@fairlead/protocol/editors/outside-state'
import { Plug, Power } from 'lucide-react'
import { type ReactNode, use } from 'react'
import { actions } from '../../actions/registry.ts'
import { useRoom } from '../../data/room/room-context.tsx'
import { targetSeat } from '../../data/room/target-seat.ts'
import { SharedVisit } from '../../data/shared-visit.ts'
import type { PaneTabProps } from '../../run/packs.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, Note, Skeleton } from '../../ui/feedback.tsx'
import { RelativeTime } from '../../ui/text/time.tsx'
import { ConsoleTab } from './console-tab.tsx'
import { DialogAnswer } from './dialog-answer.tsx'
import { InspectorTab } from './inspector/inspector-tab.tsx'
import { OutsideNote } from './outside-note.tsx'
import { SceneTab } from './scene-tab.tsx'

export const ScenePanel = ({ pictures, selectedId, onSelect, onPick }: PaneTabProps) => (
	<Live>
		<SceneTab
			picture={pictures.at(-1)}
			selectedId={selectedId}
			onSelect={onSelect}
			onPick={onPick}
		/>
	</Live>
)

export const InspectorPanel = ({ selectedId }: PaneTabProps) => (
	<Live>
		<InspectorTab selectedId={selectedId} />
	</Live>
)

export const ConsolePanel = () => (
	<Live>
		<ConsoleTab />
	</Live>
)

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
	const absence = outsideStateOf(seat)
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
				<Closed seat={seat} />
			) : (
				props.children
			)}
		</>
	)
}

function Closed({ seat }: { seat: EditorSeat }) {
	const isNew = seat.process === undefined
	return (
		<Empty icon={<Power />} title={`${seat.name} is ${isNew ? 'not connected yet' : 'closed'}`}>
			{isNew ? 'Open it in Unity, with the package installed.' : 'Open it in Unity again.'} Runs
			that need it will wait.
			{!isNew && (
				<span className="block pt-1 text-cap text-faint">
					Last seen <RelativeTime at={seat.phaseSince} />
				</span>
			)}
		</Empty>
	)
}
