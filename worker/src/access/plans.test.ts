import { expect, test } from 'vitest'
import type { Allowance } from './actor.ts'
import { countersOf, defaultPlan, endOf, limitsOf, planOfPerson } from './plans.ts'

const NOW = Date.parse('2026-12-31T23:59:59Z')
const NEW_YEAR = Date.parse('2027-01-01T00:00:00Z')
const allowance = (more: Partial<Allowance>): Allowance => ({
	plan: null,
	limits: null,
	suspendedAt: null,
	suspendedFor: null,
	...more,
})

test('a self-hosted server counts nothing unless its operator says so', () => {
	const plan = defaultPlan(undefined)
	for (const of of ['person', 'project'] as const) {
		expect(countersOf(limitsOf(of, plan, null), NOW)).toEqual([])
	}
	expect(() => defaultPlan('gold')).toThrow('unlimited, free, team, trial')
})

test('the owner stays unlimited and a trial a trial, whatever the plan of the installation', () => {
	expect(planOfPerson('owner', null, 'free')).toBe('unlimited')
	expect(planOfPerson('owner', allowance({ plan: 'team' }), 'free')).toBe('team')
	expect(planOfPerson('member', null, 'free')).toBe('free')
	expect(planOfPerson('trial', allowance({ plan: 'unlimited' }), 'free')).toBe('trial')
})

test('the operator’s limits replace those of the plan; null takes one away', () => {
	const set = allowance({ limits: { runs_per_day: 2, runs_per_month: null } })
	expect(limitsOf('person', 'free', set)).toMatchObject({ runs_per_day: 2, projects: 3 })
	expect(limitsOf('person', 'free', set)).not.toHaveProperty('runs_per_month')
	expect(countersOf({ runs_per_day: 2, model_tokens_per_month: 9 }, NOW)).toEqual([
		{ period: '2026-12-31', runs: 2, tokens: null },
		{ period: '2026-12', runs: null, tokens: 9 },
	])
})

test('periods end with the day and the month of UTC, also at the end of the year', () => {
	expect([endOf('2026-12-31'), endOf('2026-12'), endOf('all')]).toEqual([NEW_YEAR, NEW_YEAR, null])
	expect(endOf('2026-02-28')).toBe(Date.parse('2026-03-01T00:00:00Z'))
})
