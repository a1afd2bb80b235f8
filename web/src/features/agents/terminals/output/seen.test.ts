import { TERMINAL_LIMITS } from '@fairlead/protocol/agents/terminals'
import { beforeEach, expect, test } from 'vitest'
import { Seen } from './seen.ts'

let told: number[]
let idle: (() => void) | null
let seen: Seen
beforeEach(() => {
	told = []
	idle = null
	seen = new Seen({
		tell: (to) => told.push(to),
		after: (_, then) => {
			idle = then
			return () => {
				idle = null
			}
		},
	})
})

test('a flood is confirmed long before the relay stops, and not for each part', () => {
	seen.shown(0)
	const size = 1_000
	for (let to = size; to <= 2 * TERMINAL_LIMITS.unseen; to += size) seen.shown(to)
	const gaps = told.map((to, at) => to - (told[at - 1] ?? 0))
	expect(Math.max(...gaps)).toBeLessThan(TERMINAL_LIMITS.unseen / 4)
	expect(told.length).toBeLessThan(30)
})

test('the rest is confirmed when nothing more comes, once', () => {
	seen.shown(10)
	seen.shown(12)
	seen.shown(15)
	expect(told).toEqual([10])
	idle?.()
	expect(told).toEqual([10, 15])
	expect(idle).toBeNull()
})

test('another screen is confirmed at once, so that the relay goes on', () => {
	seen.shown(500)
	seen.shown(20)
	expect(told).toEqual([500, 20])
})

test('nothing is confirmed after the end', () => {
	seen.shown(1)
	seen.shown(2)
	seen.end()
	expect(idle).toBeNull()
})
