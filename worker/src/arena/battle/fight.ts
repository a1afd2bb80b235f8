/** Fights a battle in slices. Pure: the same order gives the same rounds, in one slice or in many. */
import {
	assemble,
	type BattleState,
	createBattle,
	ENGINE_VERSION,
	type RoundResult,
	type Warrior,
} from '@fairlead/corewar/source'
import type { BattleSettings } from '../rules/settings.ts'

export interface BattleOrder {
	readonly settings: BattleSettings
	readonly seed: number
	/** Warriors by slot. */
	readonly warriors: readonly Warrior[]
}

export interface Slice {
	/** The state that the next slice needs. */
	readonly state: BattleState
	readonly done: number
	readonly isOver: boolean
	/** All rounds that were fought so far. */
	readonly rounds: readonly RoundResult[]
}

/**
 * Instructions of all warriors in one slice, so that each takes a fraction of a second of CPU. Counted, not
 * timed: in a Worker the clock stands still while code runs. One round is always fought; it has 504,000 at most in
 * 1v1 and 800,000 in an arena.
 */
export const SLICE_INSTRUCTIONS = 20_000_000

/** The battle can never be fought. The message is shown to players. */
export class ImpossibleBattle extends Error {}

/**
 * @param redcode by slot
 * @throws ImpossibleBattle
 */
export function warriorsOf(redcode: readonly string[], settings: BattleSettings): Warrior[] {
	return redcode.map((source, slot) => {
		const result = assemble(source, settings)
		if (result.ok) return result.warrior
		const [first] = result.errors
		throw new ImpossibleBattle(
			// The message quotes no source: it is kept when the author has left.
			`The warrior in slot ${slot} no longer assembles: see its line ${first?.line ?? 1}.`,
		)
	})
}

/** @param state of the slice before; one of another engine is dropped, so that no battle mixes two */
export function fight(
	order: BattleOrder,
	state: BattleState | undefined,
	instructions: number = SLICE_INSTRUCTIONS,
): Slice {
	const { settings, seed, warriors } = order
	const known = state?.engineVersion === ENGINE_VERSION ? state : undefined
	const battle = createBattle({ warriors, settings, seed }, known)
	let left = instructions
	do {
		for (const { cycles } of battle.run(1)) left -= cycles * settings.warriors
	} while (left > 0 && !battle.isOver)
	return {
		state: battle.save(),
		done: battle.done,
		isOver: battle.isOver,
		rounds: battle.result.rounds,
	}
}
