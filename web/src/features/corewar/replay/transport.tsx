/** Play, step, seek, speed. */
import { Pause, Play, SkipBack, SkipForward, StepForward } from 'lucide-react'
import { useId } from 'react'
import { Choices } from '../../../ui/form/choices.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { Frame, Opened } from './replay.ts'
import { type ReplayDesk, SPEEDS } from './use-replay.ts'

export function Transport(props: {
	readonly desk: ReplayDesk
	readonly opened: Opened
	readonly frame: Frame
}) {
	const { desk, opened, frame } = props
	const id = useId()
	const seek = (cycle: number) => {
		desk.setPlaying(false)
		desk.move({ kind: 'cycle', cycle })
	}
	const at = frame.isOver ? opened.end : frame.cycle
	const play = () => {
		// At the end, it plays again.
		if (!desk.isPlaying && frame.isOver) desk.move({ kind: 'cycle', cycle: 0 })
		desk.setPlaying(!desk.isPlaying)
	}
	return (
		<div className="flex shrink-0 flex-col gap-2">
			<div className="flex items-center gap-3">
				<input
					type="range"
					aria-label="Cycle"
					aria-valuetext={`Cycle ${frame.cycle} of ${opened.cycles}`}
					min={0}
					max={opened.end}
					value={at}
					onChange={(event) => seek(Number(event.target.value))}
					className="core-check min-h-8 min-w-0 flex-1 max-md:min-h-11"
				/>
				<span className="tabular shrink-0 text-right text-line text-muted">
					{frame.cycle.toLocaleString()} / {opened.cycles.toLocaleString()}
				</span>
			</div>
			<div className="flex flex-wrap items-center gap-2">
				<IconButton label="To the beginning" onClick={() => seek(0)}>
					<SkipBack />
				</IconButton>
				<IconButton label={desk.isPlaying ? 'Pause' : 'Play'} onClick={play}>
					{desk.isPlaying ? <Pause /> : <Play />}
				</IconButton>
				<IconButton
					label="One instruction on"
					disabled={frame.isOver}
					onClick={() => {
						desk.setPlaying(false)
						desk.move({ kind: 'step' })
					}}
				>
					<StepForward />
				</IconButton>
				<IconButton label="To the end" onClick={() => seek(opened.end)}>
					<SkipForward />
				</IconButton>
				<div className="flex min-w-0 flex-1 flex-wrap items-center justify-end gap-2">
					<span id={id} className="pr-1 text-cap text-muted">
						Cycles a picture
					</span>
					<Choices
						label="Cycles a picture"
						name={`speed-${id}`}
						value={String(desk.speed)}
						choices={SPEEDS.map((speed) => ({
							value: String(speed),
							label: speed.toLocaleString(),
						}))}
						onChoose={(speed) => desk.setSpeed(Number(speed))}
					/>
				</div>
			</div>
		</div>
	)
}
