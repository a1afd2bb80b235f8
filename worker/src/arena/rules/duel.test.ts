import { assemble } from '@fairlead/corewar/source'
import { expect, test } from 'vitest'
import { diminishingFactor, duelResult, isSuicide, rateDuel } from './duel.ts'
import { NEW_RATING, rate } from './glicko2.ts'

const warrior = (source: string) => {
	const result = assemble(source, { coreSize: 25_200, maxLength: 5_040 })
	if (!result.ok) throw new Error(result.errors[0]?.message)
	return result.warrior
}
const NOBODY = { challenger: false, defender: false }
const duel = {
	...({ challenger: NEW_RATING, defender: NEW_RATING, result: 'challenger_win' } as const),
	factor: 1,
	suicide: NOBODY,
}

test('repeating a battle pays 1, .5, .33 … and never less than .1', () => {
	expect([0, 1, 2, 9, 500].map(diminishingFactor)).toEqual([1, 0.5, 1 / 3, 0.1, 0.1])
})

test('more rounds won wins the battle', () => {
	expect(duelResult(51, 49)).toBe('challenger_win')
	expect(duelResult(0, 1)).toBe('defender_win')
	expect(duelResult(30, 30)).toBe('tie')
})

test('only a lone DAT #0, #0 is suicide', () => {
	for (const source of ['dat #0, #0', 'dat.ab #0, #0', 'dat #CORESIZE, #0']) {
		expect(isSuicide(warrior(source)), source).toBe(true)
	}
	for (const source of ['dat 0, 0', 'dat #0, #1', 'mov 0, 1', 'dat #0, #0\ndat #0, #0']) {
		expect(isSuicide(warrior(source)), source).toBe(false)
	}
})

test('a factor scales rating, deviation and volatility: repeating a tie raises nothing that is shown', () => {
	const full = rateDuel(duel)
	const half = rateDuel({ ...duel, factor: 0.5 })
	const halved = (to: number, from: number) => from + (to - from) / 2
	expect(half.challenger.rating).toBeCloseTo(halved(full.challenger.rating, 1200), 9)
	expect(half.challenger.deviation).toBeCloseTo(halved(full.challenger.deviation, 350), 9)
	expect(half.defender.rating).toBeCloseTo(halved(full.defender.rating, 1200), 9)
})

test('against a suicide the winner gains nothing, and the loser loses all of it', () => {
	const lost = rate(NEW_RATING, [{ opponent: NEW_RATING, score: 0 }])
	const factor = 0.1
	expect(rateDuel({ ...duel, factor, suicide: { challenger: false, defender: true } })).toEqual({
		challenger: NEW_RATING,
		defender: lost,
		suicideNullified: true,
	})
	const other = { ...duel, result: 'defender_win', factor } as const
	expect(rateDuel({ ...other, suicide: { challenger: true, defender: false } })).toEqual({
		challenger: lost,
		defender: NEW_RATING,
		suicideNullified: true,
	})
	// The winner may be one: it did not lose by it.
	expect(rateDuel({ ...duel, suicide: { challenger: true, defender: false } })).toMatchObject({
		suicideNullified: false,
	})
})
