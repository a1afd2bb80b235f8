/** Nobody in the office stands in somebody else's place, loses their desk, or arrives elsewhere than where their work is. */
import { describe, expect, test } from 'vitest'
import type { Activity } from './figures.ts'
import { placeFor, planOf, spotOf, WIDTH } from './plan.ts'
import { seated, seatsFrom } from './seats.ts'
import { standing, standOf, turnedTo } from './walk.ts'

const ACTIVITIES = ['types', 'reads', 'runs', 'asks', 'waits', 'rests', 'sleeps'] as const

describe('places', () => {
	test.each(ACTIVITIES)('of ten who do the same (%s) are apart, and in the room', (activity) => {
		const plan = planOf(10)
		const places = Array.from({ length: 10 }, (_, n) => placeFor(activity, n, n, plan))
		expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(10)
		for (const { x, y } of places) {
			expect(x).toBeGreaterThan(0)
			expect(x).toBeLessThan(WIDTH)
			expect(y).toBeLessThan(plan.height)
		}
	})

	test('of different work at the same spot are taken in turn', () => {
		expect(spotOf('asks')).toBe(spotOf('waits'))
		expect(spotOf('rests')).toBe(spotOf('sleeps'))
		expect(new Set(ACTIVITIES.map(spotOf)).size).toBe(5)
	})
})

describe('a walk', () => {
	const plan = planOf(8)
	const at = (activity: Activity) => placeFor(activity, 3, 0, plan)

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
