/** Nobody in the office stands in somebody else's place, loses their desk, or arrives elsewhere than where their work is. */
import { describe, expect, test } from 'vitest'
import type { Activity } from './figures.ts'
import { placeFor, planOf, scaleOf, spotOf, WIDTH } from './plan.ts'
import { seated, seatsFrom } from './seats.ts'
import { BUBBLE, PERSON_HEIGHT, PERSON_WIDTH } from './sprites.ts'
import { standing, standOf, turnedTo } from './walk.ts'

const ACTIVITIES = ['types', 'reads', 'runs', 'asks', 'waits', 'rests', 'sleeps'] as const

describe('places', () => {
	test.each(ACTIVITIES)(
		'are apart for twelve who do the same (%s), with room for their names',
		(activity) => {
			for (let of = 1; of <= 12; of++) {
				const plan = planOf(of, of)
				const places = Array.from({ length: of }, (_, at) =>
					placeFor(activity, at, { at, of }, plan),
				)
				for (const [at, one] of places.entries()) {
					expect(one.x - one.room / 2).toBeGreaterThanOrEqual(0)
					expect(one.x + one.room / 2).toBeLessThanOrEqual(WIDTH)
					expect(one.y).toBeLessThan(plan.height)
					expect(one.room).toBeGreaterThan(2 * PERSON_WIDTH)
					for (const other of places.slice(0, at)) {
						const isBeside = Math.abs(one.x - other.x) >= (one.room + other.room) / 2 - 0.01
						expect(isBeside || Math.abs(one.y - other.y) > PERSON_HEIGHT + BUBBLE.asks.length).toBe(
							true,
						)
					}
				}
			}
		},
	)

	test('have the whole width for the name of one who waits', () => {
		const [alone, third] = [1, 3].map((of) => placeFor('waits', 0, { at: 0, of }, planOf(of, of)))
		expect(alone?.room).toBeCloseTo(3 * (third?.room ?? 0))
	})

	test('are taken in turn for different work at the same spot', () => {
		expect(spotOf('asks')).toBe(spotOf('waits'))
		expect(spotOf('rests')).toBe(spotOf('sleeps'))
		expect(new Set(ACTIVITIES.map(spotOf)).size).toBe(5)
	})
})

describe('a walk', () => {
	const plan = planOf(8, 1)
	const at = (activity: Activity) => placeFor(activity, 3, { at: 0, of: 1 }, plan)

	test('ends where the work is, and never leaves the ways', () => {
		const walk = turnedTo(standing(at('types'), 0), at('asks'), 1_000)
		expect(standOf(walk, 1_000)).toMatchObject({ x: at('types').x, walks: true })
		for (let now = 1_000; now < 20_000; now += 50) {
			const before = standOf(walk, now)
			const after = standOf(walk, now + 50)
			// Straight, at a person's pace.
			expect(Math.abs(after.x - before.x) + Math.abs(after.y - before.y)).toBeLessThan(5)
		}
		const { x, y, facing } = at('asks')
		expect(standOf(walk, 60_000)).toEqual({ x, y, facing, walks: false })
	})

	test('that is turned on the way continues from there', () => {
		const walk = turnedTo(standing(at('types'), 0), at('asks'), 0)
		const there = standOf(walk, 1_500)
		const turned = turnedTo(walk, at('reads'), 1_500)
		expect(standOf(turned, 1_500)).toMatchObject({ x: there.x, y: there.y })
		expect(standOf(turned, 60_000)).toMatchObject({ x: at('reads').x, y: at('reads').y })
	})
})

describe('the picture', () => {
	const { height } = planOf(12, 4)

	test('is as large as the box allows with all of it in view', () => {
		expect(scaleOf({ width: 1_000, height: 4 * height }, height, 1)).toBe(3)
		expect(scaleOf({ width: 1_000, height: 2.9 * height }, height, 1)).toBe(2)
		expect(scaleOf({ width: 1_000, height: 2.9 * height }, height, 2)).toBe(2.5)
	})

	test('is scrolled before its people are too small', () => {
		expect(scaleOf({ width: 1_000, height: height / 2 }, height, 1)).toBe(2)
		expect(scaleOf({ width: 100, height }, height, 1)).toBe(1)
	})
})

describe('desks', () => {
	test('are kept while others come and go, also over a reload', () => {
		const first = seated({}, ['a', 'b', 'c'])
		expect(first).toEqual({ a: 0, b: 1, c: 2 })
		const second = seated(seatsFrom(JSON.stringify(first)), ['c', 'd'])
		expect(second).toMatchObject({ c: 2, d: 0 })
		expect(seated(second, ['b', 'c', 'd'])).toMatchObject({ b: 1, c: 2, d: 0 })
	})

	test('are never shared, whatever the browser has kept', () => {
		const damaged = seatsFrom('{"a":1,"b":1,"c":-4,"d":"x","e":1e9}')
		const seats = seated(damaged, ['a', 'b', 'c', 'd', 'e'])
		const taken = ['a', 'b', 'c', 'd', 'e'].map((id) => seats[id])
		expect(new Set(taken).size).toBe(5)
		expect(seatsFrom('nonsense')).toEqual({})
		expect(seatsFrom('null')).toEqual({})
	})
})
