import { ENGINE_VERSION } from '@fairlead/corewar/source'
import { expect, test } from 'vitest'
import { SETTINGS } from '../rules/settings.ts'
import type { ArenaBattleRow, StoredBattle } from '../store/battles.ts'
import { settleArena } from './settle.ts'

/** An arena of ten in which the first slots are players. */
function arena(humans: number) {
	const battle = {
		...({ id: 1, mode: 'arena', status: 'running', settings: SETTINGS.arena } as const),
	} as unknown as ArenaBattleRow
	const sides = Array.from({ length: 10 }, (_, slot) => ({
		slot,
		playerId: slot < humans ? slot + 1 : null,
		isStockBot: slot >= humans,
	})) as unknown as StoredBattle['sides']
	const ratings = Array.from({ length: humans }, (_, i) => ({
		...({
			playerId: i + 1,
			mode: 'arena',
			rating: 1200,
			deviation: 350,
			volatility: 0.06,
		} as const),
		shown: 500,
		wins: 3,
		losses: 2,
		ties: 1,
	}))
	return { battle, sides, ratings }
}
const WON = {
	engineVersion: ENGINE_VERSION,
	rounds: [{ round: 1, seed: 7, survivors: [0] }],
	suicides: [],
}

test('a lone human who beats the bots has no win by it, and the place is kept', () => {
	const { ratings, sides } = settleArena(arena(1), WON)
	expect(ratings).toEqual(arena(1).ratings)
	expect(sides[0]).toMatchObject({ placement: 1, wins: 1, ratingBefore: 500, ratingAfter: 500 })
})

test('one of two humans wins, and the other loses', () => {
	const { ratings } = settleArena(arena(2), WON)
	expect(ratings.map(({ wins, losses }) => [wins, losses])).toEqual([
		[4, 2],
		[3, 3],
	])
})
