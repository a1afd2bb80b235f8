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
const save = (path: string): OwnChange => ({ tool: 'unity_scene', input: { action: 'save', path } })

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
	/** A button that is off keeps the focus: it is pressed again, or is another one by then. */
	const press = (...changes: readonly OwnChange[]) => ({
		'aria-disabled': isOff || undefined,
		onClick: async () => {
			if (isOff) return
			// A failure was told already.
			for (const change of changes) await make(change).catch(() => undefined)
		},
	})
	const withFile = unsaved.filter(({ path }) => path !== '')
	if (!may && !isPlaying && unsaved.length === 0) return null
	return (
		<div
			{...({ role: may ? 'toolbar' : 'group', 'aria-label': 'The scene' } as const)}
			className="flex flex-wrap items-center gap-1 rounded-md bg-surface/85 max-md:max-w-[calc(100vw-10.5rem)]"
		>
			{may && (
				<IconButton
					label={isPlaying ? 'Stop' : 'Play'}
					className={isPlaying ? 'text-accent' : undefined}
					{...press(isPlaying ? STOP : PLAY)}
				>
					{isPlaying ? <Square fill="currentColor" /> : <Play />}
				</IconButton>
			)}
			{may && !isPlaying && (
				<>
					<IconButton label="Undo" {...press(UNDO)}>
						<Undo2 />
					</IconButton>
					<IconButton label="Redo" {...press(REDO)}>
						<Redo2 />
					</IconButton>
					{withFile.length > 0 && (
						<IconButton
							label={withFile.length === 1 ? 'Save the scene' : 'Save the scenes'}
							{...press(...withFile.map(({ path }) => save(path)))}
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
					{withFile.length === unsaved.length ? 'Not saved' : 'Not saved, no file yet'}
				</span>
			)}
		</div>
	)
}
