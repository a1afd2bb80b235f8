/** Ratings of two players after a battle. Pure. */
import { instructionText, type Warrior } from '@fairlead/corewar/source'
import { type Rating, rate } from './glicko2.ts'

/** Battles of the same two within it are worth less and less. */
export const REPEAT_WINDOW_MS = 120_000
const SMALLEST_FACTOR = 0.1
/** It dies in its first cycle: only somebody who wants to lose fights with it. */
const SUICIDE = /^DAT\.\w+#0,#0$/

export type DuelResult = 'challenger_win' | 'defender_win' | 'tie'

export const duelResult = (challengerWins: number, defenderWins: number): DuelResult => {
	if (challengerWins === defenderWins) return 'tie'
	return challengerWins > defenderWins ? 'challenger_win' : 'defender_win'
}

/** 1, 1/2, 1/3 … 0.1. @param before battles of the same two within {@link REPEAT_WINDOW_MS} */
export const diminishingFactor = (before: number): number =>
	Math.max(1 / (before + 1), SMALLEST_FACTOR)

/** A lone `DAT #0, #0`. */
export function isSuicide({ code, coreSize }: Warrior): boolean {
	if (code.words.length !== 1) return false
	const text = instructionText(code.words[0] ?? 0, code.a[0] ?? 0, code.b[0] ?? 0, coreSize)
	return SUICIDE.test(text.replaceAll(' ', ''))
}

export interface Duel {
	readonly challenger: Rating
	readonly defender: Rating
	readonly result: DuelResult
	/** See {@link diminishingFactor}. */
	readonly factor: number
	/** Whether the warriors are a lone `DAT #0, #0`. */
	readonly suicide: { readonly challenger: boolean; readonly defender: boolean }
}

export interface DuelRatings {
	readonly challenger: Rating
	readonly defender: Rating
	/** The loser's warrior was a lone `DAT #0, #0`, so the winner gained nothing. */
	readonly suicideNullified: boolean
}

/**
 * The deviation and the volatility change by the same part as the rating: otherwise, a pair that repeats its
 * battle would raise what is shown (rating − 2 deviations) by the deviation alone.
 */
const partly = (before: Rating, after: Rating, factor: number): Rating => {
	const between = (from: number, to: number): number => from + (to - from) * factor
	return {
		rating: between(before.rating, after.rating),
		deviation: between(before.deviation, after.deviation),
		volatility: between(before.volatility, after.volatility),
	}
}

const SCORE: Record<DuelResult, number> = { challenger_win: 1, tie: 0.5, defender_win: 0 }

/** Both ratings after the battle. Both are computed from those before it. */
export function rateDuel({ challenger, defender, result, factor, suicide }: Duel): DuelRatings {
	const score = SCORE[result]
	const full = {
		challenger: rate(challenger, [{ opponent: defender, score }]),
		defender: rate(defender, [{ opponent: challenger, score: 1 - score }]),
	}
	if (result === 'challenger_win' && suicide.defender) {
		return { challenger, defender: full.defender, suicideNullified: true }
	}
	if (result === 'defender_win' && suicide.challenger) {
		return { challenger: full.challenger, defender, suicideNullified: true }
	}
	return {
		challenger: partly(challenger, full.challenger, factor),
		defender: partly(defender, full.defender, factor),
		suicideNullified: false,
	}
}
