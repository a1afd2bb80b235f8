/** A battle from sources to standings. Pure: the engine's Web Worker and tests in Node run the same code. */
import {
	assemble,
	type Battle,
	createBattle,
	type RoundResult,
	type Standing,
	type Warrior,
} from '@fairlead/corewar/source'
import type { BattleSetup } from './setup.ts'

export interface Progress {
	/** Rounds that are over since the last report. */
	readonly rounds: readonly RoundResult[]
	/** Standings of all rounds so far, by warrior. */
	readonly standings: readonly Standing[]
	readonly done: number
	readonly total: number
}

/** The battle cannot be fought; the message says why, for a person. */
export class Refused extends Error {}

/** @throws Refused for a warrior that does not assemble, and for settings that cannot be */
export function prepare(setup: BattleSetup): Battle {
	const { settings, rounds, seed } = setup
	const counts = { warriors: setup.warriors.length, rounds }
	try {
		const warriors = setup.warriors.map(({ name, source }): Warrior => {
			const result = assemble(source, { ...settings, ...counts })
			if (result.ok) return result.warrior
			const [first] = result.errors
			throw new Refused(
				`${name} does not assemble with these settings: line ${first?.line}, ${first?.message}`,
			)
		})
		return createBattle({ settings, warriors, rounds, seed })
	} catch (error) {
		if (error instanceof RangeError) throw new Refused(error.message)
		throw error
	}
}

/**
 * Fights a battle, and reports in between.
 * @param pauseMs how long rounds are run before each report
 * @throws Refused
 */
export function* fight(
	setup: BattleSetup,
	pauseMs: number,
	now: () => number,
): Generator<Progress, void> {
	const battle = prepare(setup)
	const total = battle.settings.rounds
	while (!battle.isOver) {
		const rounds: RoundResult[] = []
		const until = now() + pauseMs
		do rounds.push(...battle.run(1))
		while (!battle.isOver && now() < until)
		yield { rounds, standings: battle.result.standings, done: battle.done, total }
	}
}
