/** A round that is open: where it is, and the ways to move in it. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { BattleSetup } from '../battle/setup.ts'
import { Engine, EngineError } from '../engine/engine.ts'
import type { CoreLayout } from './layout.ts'
import type { CellInfo, Frame, Move, Opened } from './replay.ts'

export interface Shown {
	readonly setup: BattleSetup
	readonly round: number
}

export type ReplayState =
	| { readonly kind: 'none' }
	| { readonly kind: 'opening' }
	| { readonly kind: 'failed'; readonly message: string }
	| { readonly kind: 'open'; readonly opened: Opened; readonly frame: Frame }

export interface ReplayDesk {
	readonly state: ReplayState
	readonly isPlaying: boolean
	readonly setPlaying: (playing: boolean) => void
	/** Cycles between two pictures. */
	readonly speed: number
	readonly setSpeed: (cycles: number) => void
	/** Moves; the last of several that come while one is under way counts. */
	readonly move: (to: Move) => void
	readonly cell: CellInfo | null
	/** null: none. */
	readonly look: (address: number | null) => void
	/** @throws EngineError */
	readonly film: (
		layout: CoreLayout,
		colours: readonly number[],
		onShare: (share: number) => void,
	) => Promise<Blob>
}

export const SPEEDS = [1, 10, 100, 1_000] as const

export function useReplay(shown: Shown | null): ReplayDesk {
	const engine = useMemo(() => new Engine(), [])
	const [state, setState] = useState<ReplayState>({ kind: 'none' })
	const [isPlaying, setPlaying] = useState(false)
	const [speed, setSpeed] = useState<number>(SPEEDS[1])
	const [cell, setCell] = useState<CellInfo | null>(null)
	const looked = useRef<number | null>(null)
	const moving = useRef<{ isBusy: boolean; next: Move | null }>({ isBusy: false, next: null })

	const failed = (error: unknown): void => {
		if (error instanceof EngineError && error.kind === 'closed') return
		setPlaying(false)
		setState({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
	}

	const look = (address: number | null): void => {
		looked.current = address
		if (address === null) setCell(null)
		else {
			engine.ask('cell', { address }).then(
				(info) => looked.current === address && setCell(info),
				() => undefined,
			)
		}
	}

	// biome-ignore lint/correctness/useExhaustiveDependencies: a round is opened once
	useEffect(() => {
		moving.current = { isBusy: false, next: null }
		setPlaying(false)
		setCell(null)
		looked.current = null
		if (shown === null) {
			setState({ kind: 'none' })
			return
		}
		setState({ kind: 'opening' })
		engine.ask('open', shown).then(({ opened, frame }) => {
			setState({ kind: 'open', opened, frame })
		}, failed)
		return () => engine.close()
	}, [shown])

	const move = (to: Move): void => {
		if (moving.current.isBusy) {
			moving.current.next = to
			return
		}
		const mine = moving.current
		mine.isBusy = true
		engine.ask('move', { to }).then(
			(frame) => {
				// Another round was opened meanwhile.
				if (moving.current !== mine) return
				mine.isBusy = false
				setState((now) => (now.kind === 'open' ? { ...now, frame } : now))
				if (frame.isOver) setPlaying(false)
				if (looked.current !== null) look(looked.current)
				const { next } = mine
				mine.next = null
				if (next !== null) move(next)
			},
			(error: unknown) => moving.current === mine && failed(error),
		)
	}

	// biome-ignore lint/correctness/useExhaustiveDependencies: begins anew with the speed only
	useEffect(() => {
		if (!isPlaying) return
		let frame = requestAnimationFrame(function tick() {
			if (!moving.current.isBusy) move({ kind: 'on', cycles: speed })
			frame = requestAnimationFrame(tick)
		})
		return () => cancelAnimationFrame(frame)
	}, [isPlaying, speed])

	const film: ReplayDesk['film'] = (layout, colours, onShare) => {
		setPlaying(false)
		const backTo = state.kind === 'open' ? state.frame.cycle : 0
		return engine.ask('film', { layout, colours, backTo }, onShare)
	}
	return { state, isPlaying, setPlaying, speed, setSpeed, move, cell, look, film }
}
