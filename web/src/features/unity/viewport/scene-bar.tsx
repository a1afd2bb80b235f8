/** Play, Stop, Undo, Redo and Save, by hand. */
import { PHASES_TAKING_CALLS } from '@fairlead/protocol/editors/editors'
import { Play, Redo2, Save, Square, Undo2 } from 'lucide-react'
import { useRoom } from '../../../data/room/room-context.tsx'
import { targetSeat } from '../../../data/room/target-seat.ts'
import { type OwnChange, useMayChange, useOwnCall } from '../../../data/room/use-own-call.ts'
import { IconButton } from '../../../ui/icon-button.tsx'

const PLAY = { tool: 'unity_play', input: { action: 'enter' } }
const STOP = { tool: 'unity_play', input: { action: 'exit' } }
const UNDO = { tool: 'unity_undo', input: { action: 'undo' } }
const REDO = { tool: 'unity_undo', input: { action: 'redo' } }
/** One without a file yet: the editor says what to do. */
const save = (path: string): OwnChange => ({
	tool: 'unity_scene',
	input: { action: 'save', ...(path === '' ? {} : { path }) },
})

/** @param props.unsaved the open scenes that are not saved */
export function SceneBar(props: {
	unsaved: readonly { readonly name: string; readonly path: string }[]
}) {
	const { unsaved } = props
	const may = useMayChange()
	const { make, isBusy, isAway } = useOwnCall()
	const phase = targetSeat(useRoom().state)?.phase
	const isPlaying = phase === 'playing'
	const isOff = isBusy || isAway || !phase || !PHASES_TAKING_CALLS.has(phase)
	// A failure was told already.
	const press = (change: OwnChange) => () => void make(change).catch(() => undefined)
	const saveAll = async () => {
		for (const { path } of unsaved) await make(save(path))
	}
	return (
		<div
			role="toolbar"
			aria-label="The scene"
			className="flex items-center gap-1 rounded-md bg-surface/85"
		>
			{may && isPlaying && (
				<IconButton label="Stop" disabled={isOff} className="text-accent" onClick={press(STOP)}>
					<Square fill="currentColor" />
				</IconButton>
			)}
			{may && !isPlaying && (
				<>
					<IconButton label="Play" disabled={isOff} onClick={press(PLAY)}>
						<Play />
					</IconButton>
					<IconButton label="Undo" disabled={isOff} onClick={press(UNDO)}>
						<Undo2 />
					</IconButton>
					<IconButton label="Redo" disabled={isOff} onClick={press(REDO)}>
						<Redo2 />
					</IconButton>
					{unsaved.length > 0 && (
						<IconButton
							label="Save the scene"
							disabled={isOff}
							onClick={() => void saveAll().catch(() => undefined)}
						>
							<Save />
						</IconButton>
					)}
				</>
			)}
			{isPlaying && <span className="px-2 text-cap font-medium text-accent">Play mode</span>}
			{!isPlaying && unsaved.length > 0 && (
				<span
					className="px-2 text-cap font-medium text-warn"
					title={unsaved.map(({ name }) => name).join(', ')}
				>
					Not saved
				</span>
			)}
		</div>
	)
}
