import { expect, test } from 'vitest'
import { daysBetween, queryFor, scaleEnd, shownBy } from './range.ts'

test('an address leads back to what it was made from, and an odd one to what is usual', () => {
	const shown = {
		project: 'prj_0000000001',
		days: 90,
		person: 'usr_1',
		model: 'a/b',
		measure: 'tokens',
	} as const
	expect(shownBy(queryFor(shown))).toEqual(shown)
	const usual = { project: null, days: 30, person: null, model: null, measure: null } as const
	expect(queryFor(usual).toString()).toBe('')
	expect(shownBy(new URLSearchParams('days=31&show=all'))).toEqual(usual)
})

test('days without usage have their place in the chart, also where a month ends and clocks change', () => {
	expect(daysBetween('2026-10-24', '2026-11-02')).toHaveLength(10)
	expect(daysBetween('2026-02-27', '2026-03-01')).toEqual([
		'2026-02-27',
		'2026-02-28',
		'2026-03-01',
	])
	expect(daysBetween('2026-11-22', '2026-11-22')).toEqual(['2026-11-22'])
})

test('the scale holds the highest bar', () => {
	expect([0, 0.03, 1, 1.2, 4.9, 70, 5_000_001].map(scaleEnd)).toEqual([
		1, 0.05, 1, 2, 5, 100, 10_000_000,
	])
})
