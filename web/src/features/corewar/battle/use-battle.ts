/** The battle of the page: under way, or the last one. */
import type { RoundResult, Standing } from '@fairlead/corewar/source'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Engine, EngineError } from '../engine/engine.ts'
import type { BattleSetup } from './setup.ts'

export interface Results {
	readonly setup: BattleSetup
	readonly rounds: readonly RoundResult[]
	/** Indexed by warrior. */
	readonly standings: readonly Standing[]
}

export type BattleState =
	| { readonly kind: 'none' }
	| ({ readonly kind: 'running' } & Results)
	/** Stopped before its last round: what was fought counts. */
	| ({ readonly kind: 'stopped' } & Results)
	| ({ readonly kind: 'over' } & Results)
	| { readonly kind: 'failed'; readonly message: string }

export interface BattleDesk {
	readonly state: BattleState
	readonly start: (setup: BattleSetup) => void
	readonly stop: () => void
}

export function useBattle(): BattleDesk {
	const [state, setState] = useState<BattleState>({ kind: 'none' })
	const engine = useMemo(() => new Engine(), [])
	useEffect(() => () => engine.close(), [engine])
	const latest = useRef(0)
	const start = (setup: BattleSetup): void => {
		const mine = ++latest.current
		engine.close()
		let results: Results = { setup, rounds: [], standings: [] }
		setState({ kind: 'running', ...results })
		engine
			.ask('fight', { setup }, ({ rounds, standings }) => {
				results = { setup, rounds: [...results.rounds, ...rounds], standings }
				setState({ kind: 'running', ...results })
			})
			.then(
				() => setState({ kind: 'over', ...results }),
				(error: unknown) => {
					// Another battle has begun.
					if (mine !== latest.current) return
					if (!(error instanceof EngineError) || error.kind !== 'closed') {
						const message = error instanceof Error ? error.message : String(error)
						setState({ kind: 'failed', message })
					} else if (results.rounds.length === 0) setState({ kind: 'none' })
					else setState({ kind: 'stopped', ...results })
				},
			)
	}
	return { state, start, stop: () => engine.close() }
}
