import { expect, test } from 'vitest'
import { budgetOf, textsOf } from './budget-fields.ts'

test('a saved budget is shown again unchanged, and an empty field is no budget', () => {
	const budget = { usdPerDay: 2.5, usdPerMonth: null, unknownStops: true }
	expect(budgetOf(textsOf(budget))).toEqual({ ok: true, budget })
})

test.each([
	['$ 1,200.50', 1_200.5],
	['1,200', 1_200],
	['12’000', 12_000],
	['2,50', 2.5],
	['0,5', 0.5],
])('"%s" is %d dollars', (usdPerMonth, usd) => {
	expect(budgetOf({ usdPerDay: '', usdPerMonth, unknownStops: false })).toEqual({
		ok: true,
		budget: { usdPerDay: null, usdPerMonth: usd, unknownStops: false },
	})
})

test.each(['0', '-1', '0.001', '1000001', 'much', '1.200,50', '12,00,0'])(
	'"%s" dollars are refused beside the field',
	(usdPerDay) => {
		expect(budgetOf({ usdPerDay, usdPerMonth: '5', unknownStops: false })).toEqual({
			ok: false,
			issues: { usdPerDay: expect.stringContaining('from 0.01 to 1,000,000') },
		})
	},
)

test('a budget without an amount stops nothing, so unknown prices do not either', () => {
	expect(budgetOf({ usdPerDay: ' ', usdPerMonth: '', unknownStops: true })).toMatchObject({
		budget: { unknownStops: false },
	})
})
