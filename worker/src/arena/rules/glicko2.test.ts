import { expect, test } from 'vitest'
import { isProvisional, NEW_RATING, rate, shownRating } from './glicko2.ts'

test("the example of Glickman's paper comes out as printed there", () => {
	const after = rate({ rating: 1500, deviation: 200, volatility: 0.06 }, [
		{ opponent: { rating: 1400, deviation: 30 }, score: 1 },
		{ opponent: { rating: 1550, deviation: 100 }, score: 0 },
		{ opponent: { rating: 1700, deviation: 300 }, score: 0 },
	])
	expect(after.rating).toBeCloseTo(1464.06, 1)
	expect(after.deviation).toBeCloseTo(151.52, 1)
	expect(after.volatility).toBeCloseTo(0.059_99, 4)
})

test('a newcomer is shown with 500 and is provisional until the deviation is 200', () => {
	expect(shownRating(NEW_RATING)).toBe(500)
	expect(isProvisional(NEW_RATING)).toBe(true)
	expect(isProvisional({ deviation: 200 })).toBe(false)
})

test('between equals one gains as much as the other loses; a tie moves nobody; no game changes nothing', () => {
	const won = rate(NEW_RATING, [{ opponent: NEW_RATING, score: 1 }])
	const lost = rate(NEW_RATING, [{ opponent: NEW_RATING, score: 0 }])
	expect(won.rating - NEW_RATING.rating).toBeCloseTo(NEW_RATING.rating - lost.rating, 6)
	const tied = rate(NEW_RATING, [{ opponent: NEW_RATING, score: 0.5 }])
	expect(tied.rating).toBeCloseTo(NEW_RATING.rating, 6)
	expect(tied.deviation).toBeLessThan(NEW_RATING.deviation)
	expect(rate(NEW_RATING, [])).toBe(NEW_RATING)
})

test('a sensation raises the volatility, and extremes stay finite', () => {
	const sure = { rating: 1200, deviation: 40, volatility: 0.06 }
	const upset = rate(sure, [{ opponent: { rating: 2600, deviation: 30 }, score: 1 }])
	expect(upset.volatility).toBeGreaterThan(sure.volatility)
	for (const rating of [-4000, 6000]) {
		const after = rate(sure, [{ opponent: { rating, deviation: 350 }, score: rating > 0 ? 1 : 0 }])
		expect(Object.values(after).every(Number.isFinite)).toBe(true)
	}
})
