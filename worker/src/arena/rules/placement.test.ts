import { arenaScore } from '@fairlead/corewar/source'
import { expect, test } from 'vitest'
import { NEW_RATING, rate } from './glicko2.ts'
import { arenaOutcome, placementScore, placements, rateArena } from './placement.ts'

test('a round of ten pays 90 to a lone survivor, floor(90/S) to several', () => {
	expect([1, 2, 4, 7, 10].map((survivors) => arenaScore(10, survivors))).toEqual([
		90, 45, 22, 12, 9,
	])
})

test('equal points share a place', () => {
	expect(placements([10, 40, 40, 90, 0])).toEqual([4, 2, 2, 1, 5])
})

test('the first place is a win, a shared one a tie, every other a loss', () => {
	expect([1, 2, 3].map((place) => arenaOutcome(place, [1, 2, 3]))).toEqual(['win', 'loss', 'loss'])
	expect(arenaOutcome(1, [1, 1, 3])).toBe('tie')
})

test('each pair counts as 0.5 + (s − 0.5)/√(H−1)', () => {
	expect(placementScore(1, 2)).toBe(1)
	expect(placementScore(1, 5)).toBe(0.75)
	expect(placementScore(0, 10)).toBeCloseTo(0.5 - 0.5 / 3)
	expect(placementScore(0.5, 10)).toBe(0.5)
})

test('two humans are rated as in a battle; a lone human among bots is not rated', () => {
	const [first, second] = rateArena([
		{ rating: NEW_RATING, placement: 2 },
		{ rating: NEW_RATING, placement: 7 },
	])
	expect(first).toEqual(rate(NEW_RATING, [{ opponent: NEW_RATING, score: 1 }]))
	expect(second).toEqual(rate(NEW_RATING, [{ opponent: NEW_RATING, score: 0 }]))
	expect(rateArena([{ rating: NEW_RATING, placement: 1 }])).toEqual([NEW_RATING])
})

test('the order of ten equals is the order of their places, and the sum of the ratings stays', () => {
	const humans = Array.from({ length: 10 }, (_, i) => ({ rating: NEW_RATING, placement: i + 1 }))
	const after = rateArena(humans).map(({ rating }) => rating)
	expect([...after].sort((a, b) => b - a)).toEqual(after)
	expect(after.reduce((sum, one) => sum + one, 0)).toBeCloseTo(12_000, 6)
})
