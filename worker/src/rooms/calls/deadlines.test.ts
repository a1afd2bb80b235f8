import { describe, expect, test } from 'vitest'
import { expiredOutcome, nextAlarm, OVERDUE_MS, retryDelayMs } from './deadlines.ts'

describe('the alarm', () => {
	test.each([
		{ due: null, current: null, leads: null },
		{ due: null, current: 500, leads: null },
		{ due: 900, current: null, leads: 900 },
		{ due: 900, current: 1_000, leads: 900 },
		// Rings early, finds nothing, and is set again: no write per call.
		{ due: 900, current: 500, leads: null },
		{ due: 900, current: 900, leads: null },
	])('due $due, set for $current: $leads', ({ due, current, leads }) => {
		expect(nextAlarm(due, current, 100)).toBe(leads)
	})

	test('a call whose outcome is being handed over does not ring the room without a pause', () => {
		expect(nextAlarm(900, null, 2_000)).toBe(2_000 + OVERDUE_MS)
		expect(nextAlarm(900, 2_500, 2_000)).toBeNull()
	})
})

test('a Conversation that is down is retried less and less often, at most ten minutes apart', () => {
	expect([1, 2, 3, 4].map(retryDelayMs)).toEqual([1_000, 2_000, 4_000, 8_000])
	expect(retryDelayMs(49)).toBe(600_000)
})

describe('the outcome of a call that took too long', () => {
	test.each([
		{ sent: false, replay: 'once', code: 'deadline_exceeded', says: 'Nothing was done' },
		{ sent: false, replay: 'safe', code: 'deadline_exceeded', says: 'Nothing was done' },
		{ sent: true, replay: 'safe', code: 'deadline_exceeded', says: 'only reads' },
		{ sent: true, replay: 'once', code: 'effect_unknown', says: 'Look at the current state' },
	] as const)('sent: $sent, $replay: $code', ({ sent, replay, code, says }) => {
		for (const reason of [null, 'The relay is offline']) {
			const outcome = expiredOutcome({ sent, replay }, reason)
			expect(outcome).toMatchObject({ error: { code, hint: expect.stringContaining(says) } })
			if (reason) expect(JSON.stringify(outcome)).toContain(reason)
		}
	})
})
