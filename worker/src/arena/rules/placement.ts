/** Ratings after an arena: places by points, and every pair of humans as a damped game. Pure. */
import { type Rating, rate } from './glicko2.ts'

/** The place of each, from 1; equal points share a place, and the places behind it stay empty: 1, 2, 2, 4. */
export const placements = (points: readonly number[]): number[] =>
	points.map((own) => 1 + points.filter((other) => other > own).length)

/** With fewer nobody's rating changes, and the arena counts as no win, tie or loss. */
export const MIN_HUMANS = 2

/**
 * The score of a pair. One arena counts as one period with H−1 games: undamped, a single lucky arena would move a
 * rating as far as H−1 battles.
 * @param score 1: placed before the other, 0.5: the same place, 0: behind
 */
export const placementScore = (score: number, humans: number): number =>
	0.5 + (score - 0.5) / Math.sqrt(humans - 1)

export interface Placed {
	readonly rating: Rating
	readonly placement: number
}

/** The ratings after an arena, in the order given. Stock bots are not among them. */
export function rateArena(humans: readonly Placed[]): Rating[] {
	if (humans.length < MIN_HUMANS) return humans.map(({ rating }) => rating)
	return humans.map((own, i) =>
		rate(
			own.rating,
			humans.flatMap((other, j) => {
				if (i === j) return []
				const score =
					other.placement === own.placement ? 0.5 : Number(own.placement < other.placement)
				return [{ opponent: other.rating, score: placementScore(score, humans.length) }]
			}),
		),
	)
}

export type ArenaOutcome = 'win' | 'tie' | 'loss'

/** The outcome as which an arena counts: the first place is a win, a shared first place a tie. */
export function arenaOutcome(placement: number, all: readonly number[]): ArenaOutcome {
	if (placement !== 1) return 'loss'
	return all.filter((one) => one === 1).length === 1 ? 'win' : 'tie'
}
