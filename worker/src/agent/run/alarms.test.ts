import { describe, expect, it } from 'vitest'
import { computeNextAlarm, OVERDUE_MS, WATCHDOG_MS } from './alarms.ts'
import type { Run, ToolCall } from './run-state.ts'

const now = 1_000
const run = (state: Run['state'], nextAt: number | null = null) =>
	({ state, nextAt }) as unknown as Run
const call = (state: ToolCall['state'], nextAt: number | null) =>
	({ state, nextAt }) as unknown as ToolCall
const at = (r: Run | null, calls: ToolCall[] = [], outboxAt: number | null = null) =>
	computeNextAlarm({ run: r, calls, leaving: [], queued: 0, outboxAt, now })

describe('the next alarm', () => {
	it('is not set while a person decides: waiting is free', () => {
		expect(at(run('waiting_approval'), [call('awaiting_approval', null)])).toBeNull()
	})
	it('is not set when there is nothing to do', () => {
		expect(at(null)).toBeNull()
		expect(at(run('completed'))).toBeNull()
	})
	it('checks on an active run, so that an eviction does not strand it', () => {
		expect(at(run('running'))).toBe(now + WATCHDOG_MS)
		expect(at(run('queued'))).toBe(now + WATCHDOG_MS)
	})
	it('wakes only for the earliest deadline while the editor compiles', () => {
		const calls = [call('dispatched', 9_000), call('dispatched', 5_000), call('settled', 2_000)]
		expect(at(run('waiting_editor'), calls)).toBe(5_000)
	})
	it('wakes when the provider may be retried', () => {
		expect(at(run('waiting_retry', 4_000))).toBe(4_000)
	})
	it('does not ring without a pause while a slow call to the room delays overdue work', () => {
		const calls = [call('approved', 900), call('dispatched', 9_000)]
		expect(at(run('waiting_editor'), calls)).toBe(now + OVERDUE_MS)
		expect(at(run('completed'), [], 10)).toBe(now + OVERDUE_MS)
	})
	it('is the earliest of all deadlines, and never in the past', () => {
		expect(at(run('waiting_retry', 4_000), [], 2_500)).toBe(2_500)
		expect(at(run('completed'), [], 10)).toBeGreaterThanOrEqual(now)
	})
	it('begins the next run with queued messages, also after an eviction', () => {
		const view = { calls: [], leaving: [], outboxAt: null, now }
		expect(computeNextAlarm({ ...view, run: run('completed'), queued: 1 })).toBe(now + OVERDUE_MS)
		// While a run waits for a person the queue waits with it, and costs nothing.
		expect(computeNextAlarm({ ...view, run: run('waiting_approval'), queued: 1 })).toBeNull()
	})
	it('checks on calls that a stopped run left in the room, until their deadlines pass', () => {
		const leaving = [call('leaving', now + 9_000)]
		const view = { run: run('cancelled'), calls: [], queued: 0, outboxAt: null, now }
		expect(computeNextAlarm({ ...view, leaving })).toBe(now + 9_000)
		expect(computeNextAlarm({ ...view, leaving: [call('leaving', now + 600_000)] })).toBe(
			now + WATCHDOG_MS,
		)
	})
})
