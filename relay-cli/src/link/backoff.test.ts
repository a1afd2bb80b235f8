import { describe, expect, it } from 'vitest'
import { redialDelayMs } from './backoff.ts'

describe('reconnecting', () => {
	it('doubles up to the limit', () => {
		const delays = [0, 1, 2, 3, 10, 10_000].map((attempt) => redialDelayMs(attempt, 250, 10_000, 1))
		expect(delays).toEqual([250, 500, 1_000, 2_000, 10_000, 10_000])
	})

	it('is spread, so that relays do not reconnect to a restarted server in step', () => {
		expect(redialDelayMs(6, 250, 10_000, 0)).toBe(5_000)
		expect(redialDelayMs(6, 250, 10_000, 0.5)).toBe(7_500)
	})
})
