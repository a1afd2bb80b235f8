/** From the rounds of a battle and the ratings before it to everything that it changes. Pure. */
import { arenaScore } from '@fairlead/corewar/source'
import { diminishingFactor, duelResult, rateDuel } from '../rules/duel.ts'
import { NEW_RATING, type Rating, shownRating } from '../rules/glicko2.ts'
import {
	type ArenaOutcome,
	arenaOutcome,
	MIN_HUMANS,
	placements,
	rateArena,
} from '../rules/placement.ts'
import type { ArenaBattleRow } from '../store/battles.ts'
import type { Settlement } from '../store/ladder.ts'
import type { ArenaRatingRow } from '../store/players.ts'
import type { StoredRound } from '../store/schema.ts'
import type { ArenaSideRow } from '../store/sides.ts'

export interface Standing {
	readonly wins: number
	readonly losses: number
	readonly ties: number
	readonly points: number
}

/** The wins of each slot. A tie is a round that it survived with others. */
export function standingsOf(rounds: readonly StoredRound[], warriors: number): Standing[] {
	return Array.from({ length: warriors }, (_, slot) => {
		const survived = rounds.filter(({ survivors }) => survivors.includes(slot))
		const wins = survived.filter(({ survivors }) => survivors.length === 1).length
		const points = survived.reduce(
			(sum, { survivors }) => sum + arenaScore(warriors, survivors.length),
			0,
		)
		return { wins, losses: rounds.length - survived.length, ties: survived.length - wins, points }
	})
}

export interface Result {
	readonly engineVersion: number
	readonly rounds: readonly StoredRound[]
	/** Slots whose warrior is a lone `DAT #0, #0`. Told with the rounds, because the one ladder must not assemble. */
	readonly suicides: readonly number[]
}

interface Before {
	readonly battle: ArenaBattleRow
	/** Sides in the order of their slots. */
	readonly sides: readonly ArenaSideRow[]
	/** Ratings in this mode of everybody in the battle who has one. */
	readonly ratings: readonly ArenaRatingRow[]
}

interface Rated {
	readonly slot: number
	readonly before: ArenaRatingRow
	readonly after: Rating
	/** The outcome for the rating; null if the battle does not count. */
	readonly outcome: ArenaOutcome | null
}

const counted = ({ before, after, outcome }: Rated): ArenaRatingRow => ({
	...before,
	...after,
	shown: shownRating(after),
	wins: before.wins + Number(outcome === 'win'),
	losses: before.losses + Number(outcome === 'loss'),
	ties: before.ties + Number(outcome === 'tie'),
})

function settlement(
	before: Before,
	{ engineVersion, rounds }: Result,
	places: readonly number[],
	standings: readonly Standing[],
	rated: readonly Rated[],
	more: Pick<Settlement['battle'], 'result' | 'factor' | 'suicideNullified'>,
): Settlement {
	return {
		battle: { engineVersion, rounds, ...more },
		sides: before.sides.map(({ slot }) => {
			const { wins, losses, ties, points } = standings[slot] as Standing
			const rating = rated.find((one) => one.slot === slot)
			return {
				slot,
				placement: places[slot] ?? null,
				wins,
				losses,
				ties,
				points,
				ratingBefore: rating ? shownRating(rating.before) : null,
				ratingAfter: rating ? shownRating(rating.after) : null,
				deviationBefore: rating?.before.deviation ?? null,
				deviationAfter: rating?.after.deviation ?? null,
			}
		}),
		models: rated.flatMap(({ slot, outcome }) => {
			const { model = null } = before.sides.find((one) => one.slot === slot) ?? {}
			return model === null || outcome === null
				? []
				: [{ mode: before.battle.mode, model, outcome }]
		}),
		ratings: rated.map(counted),
	}
}

const ratingRow = (before: Before, playerId: number | null): ArenaRatingRow | undefined =>
	playerId === null ? undefined : before.ratings.find((row) => row.playerId === playerId)

/** @param repeats battles that the same two have finished within the window */
export function settleDuel(before: Before, result: Result, repeats: number): Settlement {
	const standings = standingsOf(result.rounds, 2)
	const [challengerWins, defenderWins] = standings.map(({ wins }) => wins) as [number, number]
	const outcome = duelResult(challengerWins, defenderWins)
	const factor = diminishingFactor(repeats)
	const [one, other] = before.sides
	const challenger = ratingRow(before, one?.playerId ?? null)
	const defender = ratingRow(before, other?.playerId ?? null)
	const after = rateDuel({
		challenger: ratingOf(challenger),
		defender: ratingOf(defender),
		result: outcome,
		factor,
		suicide: {
			challenger: result.suicides.includes(0),
			defender: result.suicides.includes(1),
		},
	})
	const won: ArenaOutcome =
		outcome === 'tie' ? 'tie' : outcome === 'challenger_win' ? 'win' : 'loss'
	const lost: ArenaOutcome = won === 'tie' ? 'tie' : won === 'win' ? 'loss' : 'win'
	const rated: Rated[] = []
	if (challenger) rated.push({ slot: 0, before: challenger, after: after.challenger, outcome: won })
	if (defender) rated.push({ slot: 1, before: defender, after: after.defender, outcome: lost })
	const places = placements([challengerWins, defenderWins])
	return settlement(before, result, places, standings, rated, {
		result: outcome,
		factor,
		suicideNullified: after.suicideNullified,
	})
}

/** A player who was deleted while the battle was fought counts as a newcomer for the other. */
const ratingOf = (row: ArenaRatingRow | undefined): Rating =>
	row ? { rating: row.rating, deviation: row.deviation, volatility: row.volatility } : NEW_RATING

export function settleArena(before: Before, result: Result): Settlement {
	const standings = standingsOf(result.rounds, before.sides.length)
	const places = placements(standings.map(({ points }) => points))
	const humans = before.sides.flatMap(({ slot, playerId }) => {
		const row = ratingRow(before, playerId)
		return row ? [{ slot, row, placement: places[slot] ?? 1 }] : []
	})
	const after = rateArena(
		humans.map(({ row, placement }) => ({ rating: ratingOf(row), placement })),
	)
	const rated = humans.map(({ slot, row, placement }, i): Rated => {
		// A lone human would collect wins against bots.
		const outcome = humans.length >= MIN_HUMANS ? arenaOutcome(placement, places) : null
		return { slot, before: row, after: after[i] ?? ratingOf(row), outcome }
	})
	const none = { result: null, factor: null, suicideNullified: false }
	return settlement(before, result, places, standings, rated, none)
}
