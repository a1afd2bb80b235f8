import { expect, test } from 'vitest'
import { budgetOf, textsOf } from './limits.ts'

test('saved limits are shown again unchanged; an empty field is the default', () => {
	const budget = { steps: 20, costUsd: 0.5 }
	expect(budgetOf(textsOf(budget))).toEqual({ ok: true, budget })
	expect(budgetOf(textsOf(undefined))).toEqual({ ok: true, budget: null })
})

test('thousands may be set apart', () => {
	expect(budgetOf({ steps: '', tokens: '1,000 000', costUsd: '' })).toEqual({
		ok: true,
		budget: { tokens: 1_000_000 },
	})
})

test.each(['0', '501', '2.5', 'many'])('"%s" model calls are refused beside the field', (steps) => {
	const wanted = budgetOf({ steps, tokens: '', costUsd: '' })
	expect(wanted).toMatchObject({
		ok: false,
		issues: { steps: expect.stringContaining('1 to 500') },
	})
})
