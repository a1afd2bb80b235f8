import {
	type EditorSeat,
	folderKindOf,
	PAUSED,
	type Phase,
} from '@fairlead/protocol/editors/editors'
import type { OutsideState } from '@fairlead/protocol/editors/outside'
import { outsideStateOf } from '@fairlead/protocol/editors/outside-state'
import { cx } from '../../ui/cx.ts'

interface PhaseLook {
	readonly word: string
	readonly dot: string
	/** Animates the dot of a phase that passes by itself. */
	readonly moves?: true
}

const PAUSED_LOOK: PhaseLook = { word: 'Paused', dot: 'bg-ok' }

const PHASES: Readonly<Record<Phase, PhaseLook>> = {
	ready: { word: 'Ready', dot: 'bg-ok' },
	playing: { word: 'Playing', dot: 'bg-ok' },
	importing: { word: 'Importing', dot: 'bg-warn', moves: true },
	compiling: { word: 'Compiling', dot: 'bg-warn', moves: true },
	reloading: { word: 'Reloading', dot: 'bg-warn', moves: true },
	busy: { word: 'Busy', dot: 'bg-warn', moves: true },
	modal: { word: 'Dialog open', dot: 'bg-danger' },
	gone: { word: 'Closed', dot: 'bg-faint' },
}

/** Looks of an editor whose package is not connected, as its relay sees it. */
const OUTSIDE: Readonly<Record<OutsideState, PhaseLook>> = {
	not_running: PHASES.gone,
	starting: { word: 'Starting', dot: 'bg-warn', moves: true },
	importing: PHASES.importing,
	compiling: PHASES.compiling,
	compile_errors: { word: 'Compile errors', dot: 'bg-danger' },
	safe_mode: { word: 'Safe Mode', dot: 'bg-danger' },
	dialog: PHASES.modal,
	crashed: { word: 'Crashed', dot: 'bg-danger' },
	unlicensed: { word: 'No license', dot: 'bg-danger' },
	no_package: { word: 'No package', dot: 'bg-warn' },
	not_connected: { word: 'Not connected', dot: 'bg-warn' },
}

/** A folder that is not a Unity project is as ready as its relay. */
const FOLDER_READY: PhaseLook = { word: 'Ready', dot: 'bg-ok' }
const FOLDER_AWAY: PhaseLook = { word: 'Offline', dot: 'bg-faint' }

/** @param away whether its relay is not connected */
export function lookOf(
	seat: Pick<EditorSeat, 'phase' | 'phaseDetail' | 'outside' | 'folderKind'>,
	away = false,
): PhaseLook {
	if (folderKindOf(seat) === 'plain') return away ? FOLDER_AWAY : FOLDER_READY
	const absence = outsideStateOf(seat)
	if (absence) return OUTSIDE[absence.state]
	const isPaused = seat.phase === 'playing' && seat.phaseDetail === PAUSED
	return isPaused ? PAUSED_LOOK : PHASES[seat.phase]
}

export const showsDialog = (seat: EditorSeat): boolean => lookOf(seat) === PHASES.modal

/**
 * @param stale the page has lost contact: the phase that it heard last may be over
 * @param away the seat's relay is not connected
 */
export function PhaseDot(props: {
	seat: EditorSeat
	stale?: boolean
	away?: boolean
	className?: string
}) {
	const { dot, moves } = props.stale ? PHASES.gone : lookOf(props.seat, props.away)
	return (
		<span
			aria-hidden
			className={cx(
				'inline-block size-2 shrink-0 rounded-full',
				dot,
				moves && 'animate-[breathe_1.8s_ease-in-out_infinite]',
				props.className,
			)}
		/>
	)
}

/** "Unity 6000.3.2f1", "Simulator 6000.3.2f1". */
export function versionOf(seat: EditorSeat): string | null {
	if (!seat.process) return null
	const { kind, unityVersion } = seat.process
	return `${kind === 'unity' ? 'Unity' : 'Simulator'} ${unityVersion}`
}
