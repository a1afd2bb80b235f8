import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AwakeTime } from './awake-time.ts'

const HOUR_MS = 3_600_000

describe('time awake', () => {
	let sleptMs = 0
	let time: AwakeTime
	let began: number
	beforeEach(() => {
		vi.useFakeTimers()
		sleptMs = 0
		time = new AwakeTime(() => Date.now() + sleptMs)
		began = time.read()
	})
	afterEach(() => vi.useRealTimers())

	it('runs with the clock, however seldom it is asked', () => {
		vi.advanceTimersByTime(90_000)
		expect(time.read() - began).toBe(90_000)
	})

	it('leaves out the time in which the computer slept', () => {
		vi.advanceTimersByTime(10_000)
		sleptMs = 8 * HOUR_MS
		expect(time.read() - began).toBeLessThan(12_000)
		vi.advanceTimersByTime(10_000)
		expect(time.read() - began).toBeLessThan(22_000)
	})

	it('never goes back when the clock is set back', () => {
		vi.advanceTimersByTime(10_000)
		sleptMs = -HOUR_MS
		expect(time.read() - began).toBe(10_000)
		vi.advanceTimersByTime(10_000)
		expect(time.read() - began).toBeGreaterThanOrEqual(19_000)
	})
})
