/** One round of a battle as a film: any moment of it, as a picture of the core. */
import { NOBODY, type Simulator } from '@fairlead/corewar/source'
import { prepare, Refused } from '../battle/fight.ts'
import type { BattleSetup } from '../battle/setup.ts'
import { EMPTY, LOOK, lookOf } from './palette.ts'

/** Cycles for which a touched cell shows that it was. */
const HOT_CYCLES = 40
const WARM_CYCLES = 400

/** The part of a replay that is certain before the first frame. */
export interface Opened {
	readonly round: number
	readonly coreSize: number
	/** Whole cycles of the round. */
	readonly cycles: number
	/** The moment to go to for the end: a round may end within a cycle. */
	readonly end: number
	readonly winner: number | null
	readonly survivors: readonly number[]
	readonly names: readonly string[]
}

export interface Frame {
	readonly cycle: number
	readonly isOver: boolean
	/** Whose turn is next. */
	readonly turn: number
	/** The colour index (`palette.ts`) of each cell. */
	readonly looks: Uint8Array<ArrayBuffer>
	/** Numbers of processes, by warrior. */
	readonly processes: readonly number[]
	/** Numbers of cells, by warrior. */
	readonly owned: readonly number[]
	/** The dead, in the order in which they died. */
	readonly deaths: readonly number[]
	/** The executed cell, if the last move was a step. */
	readonly executed: number | null
}

export interface CellInfo {
	readonly address: number
	/** The instruction in the form of a load file. */
	readonly text: string
	readonly owner: number | null
	/** The cycle in which it was touched last, from 1; null: not yet. */
	readonly touched: number | null
	readonly isExecuted: boolean
	/** Warriors with a process that continues here. */
	readonly processes: readonly number[]
}

/** A move to the beginning of a cycle, by some cycles, or by one instruction. */
export type Move =
	| { readonly kind: 'cycle'; readonly cycle: number }
	| { readonly kind: 'on'; readonly cycles: number }
	| { readonly kind: 'step' }

export class Replay {
	readonly opened: Opened
	readonly #simulator: Simulator
	#executed: number | null = null

	/** @throws Refused for a battle that cannot be fought, or a round that it does not have */
	constructor(setup: BattleSetup, round: number) {
		const battle = prepare(setup)
		try {
			this.#simulator = battle.replay(round, { trace: true })
			// Without a trace, the end is found many times faster.
			const end = battle.remembers ? this.#simulator : battle.replay(round)
			end.run()
			const { cycle: cycles, winner, survivors } = end
			this.opened = {
				round,
				coreSize: battle.settings.coreSize,
				cycles,
				winner,
				survivors,
				end: Math.min(battle.settings.maxCycles, cycles + 1),
				names: setup.warriors.map(({ name }) => name),
			}
			this.#simulator.seek(0)
		} catch (error) {
			if (error instanceof RangeError) throw new Refused(error.message)
			throw error
		}
	}

	move(to: Move): void {
		this.#executed = null
		if (to.kind === 'cycle') this.#simulator.seek(to.cycle)
		else if (to.kind === 'on') this.#simulator.run(to.cycles)
		else this.#executed = this.#simulator.step()?.address ?? null
	}

	get frame(): Frame {
		const simulator = this.#simulator
		const { cycle, isOver, turn, warriors } = simulator
		const heads = warriors.map((_, w) => simulator.processes(w))
		const { looks, owned } = this.#looks()
		for (const [w, queue] of heads.entries()) {
			const next = queue[0]
			if (next !== undefined) looks[next] = lookOf(w, LOOK.PROCESS)
		}
		return {
			cycle,
			isOver,
			turn,
			looks,
			owned,
			processes: heads.map(({ length }) => length),
			deaths: [...simulator.deaths],
			executed: this.#executed,
		}
	}

	#looks(): Pick<Frame, 'looks' | 'owned'> {
		const { cycle, territory, warriors, settings } = this.#simulator
		const looks = new Uint8Array(settings.coreSize)
		const owned = warriors.map(() => 0)
		if (territory === null) return { looks, owned }
		const { owners, touched } = territory
		for (let at = 0; at < looks.length; at++) {
			const owner = owners[at] ?? NOBODY
			if (owner === NOBODY) {
				looks[at] = EMPTY
				continue
			}
			owned[owner] = (owned[owner] ?? 0) + 1
			const since = touched[at] === 0 ? Number.POSITIVE_INFINITY : cycle - (touched[at] ?? 0)
			const look = since < HOT_CYCLES ? LOOK.HOT : since < WARM_CYCLES ? LOOK.WARM : LOOK.REST
			looks[at] = lookOf(owner, look)
		}
		return { looks, owned }
	}

	/** @throws RangeError for an address outside of the core */
	cell(address: number): CellInfo {
		const { text } = this.#simulator.cell(address)
		const { territory, warriors } = this.#simulator
		const owner = territory?.owners[address] ?? NOBODY
		const touched = territory?.touched[address] ?? 0
		return {
			address,
			text,
			owner: owner === NOBODY ? null : owner,
			touched: touched === 0 ? null : touched,
			isExecuted: territory?.executed[address] === 1,
			processes: warriors.flatMap((_, w) =>
				this.#simulator.processes(w).includes(address) ? [w] : [],
			),
		}
	}
}
