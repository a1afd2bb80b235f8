/** The header's word on the editor, and the choice between several. */
import { PAUSED } from '@fairlead/protocol/editors/editors'
import { ChevronDown, Plug, Stethoscope } from 'lucide-react'
import { actions } from '../../actions/registry.ts'
import { useOtherPerson } from '../../data/person/use-other-person.ts'
import { useMayEdit } from '../../data/person/use-role.ts'
import { useRoom, useRoomStore } from '../../data/room/room-context.tsx'
import { isAway, targetSeat } from '../../data/room/target-seat.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Menu, MenuChoices, MenuItem, MenuLine } from '../../ui/overlays/menu.tsx'
import { toasts } from '../../ui/overlays/toasts.ts'
import { lookOf, PhaseDot, versionOf } from './phase.tsx'

/** The browser knows whether it has a network at all. */
const lostWord = (): string => (navigator.onLine ? 'Reconnecting' : 'Offline')

export function EditorStatus(props: { compact: boolean }) {
	const room = useRoom()
	const store = useRoomStore()
	const seat = targetSeat(room.state)
	const chooser = useOtherPerson(room.state?.targetBy)
	const mayEdit = useMayEdit()
	const { state } = room
	const editors = state?.editors ?? []

	if (!state) {
		return (
			<span role="status" className="appear-late text-line text-faint">
				{room.link === 'refused' ? 'No access' : 'Connecting'}
			</span>
		)
	}
	if (editors.length === 0) {
		return (
			<Button
				look="quiet"
				className="text-line !px-2"
				onClick={() => actions.run('editor.connect')}
			>
				<Plug /> {props.compact ? 'No editor' : 'Connect an editor'}
			</Button>
		)
	}
	const choose = async (editorKey: string) => {
		const reason = await store?.setTarget(editorKey)
		if (reason) toasts.add({ title: 'Could not switch editors.', description: reason })
	}
	const stale = room.link !== 'open'
	const phase = seat ? lookOf(seat, isAway(state, seat)).word : 'Choose a folder'
	return (
		<Menu
			className="w-72"
			trigger={
				<button type="button" className={buttonClass('quiet', '!px-2 text-line min-w-0')}>
					<span className="sr-only">Editor: {props.compact ? seat?.name : ''}</span>
					{seat && <PhaseDot seat={seat} stale={stale} away={isAway(state, seat)} />}
					{seat && !props.compact && (
						<span className="max-w-40 truncate font-medium text-text">{seat.name}</span>
					)}
					{seat && !props.compact && (
						<span className="text-faint max-lg:hidden">{versionOf(seat)}</span>
					)}
					<span aria-live="polite">
						{!stale ? phase : room.link === 'refused' ? 'No access' : lostWord()}
					</span>
					<ChevronDown className="!size-3.5" />
				</button>
			}
		>
			<p className="px-2.5 pb-1 pt-1.5 text-cap text-faint">
				The agent works in{chooser !== null && `, chosen by ${chooser}`}
			</p>
			<MenuChoices
				value={state.target}
				onChoose={choose}
				choices={editors.map((editor) => ({
					value: editor.editorKey,
					label: (
						<span className="flex items-center gap-2">
							<PhaseDot seat={editor} stale={stale} away={isAway(state, editor)} />
							<span className="truncate">{editor.name}</span>
						</span>
					),
					hint: (
						<span className={cx('block truncate')} title={editor.projectPath}>
							{lookOf(editor, isAway(state, editor)).word}
							{editor.phaseDetail && editor.phaseDetail !== PAUSED && `: ${editor.phaseDetail}`}
							{versionOf(editor) && ` · ${versionOf(editor)}`}
						</span>
					),
				}))}
			/>
			<MenuLine />
			<MenuItem onSelect={() => actions.run('editor.connect')} icon={<Plug />}>
				Connect another folder
			</MenuItem>
			{mayEdit && (
				<MenuItem onSelect={() => actions.run('editor.check')} icon={<Stethoscope />}>
					Check the connection
				</MenuItem>
			)}
		</Menu>
	)
}
