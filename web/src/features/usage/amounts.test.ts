import { expect, test } from 'vitest'
import { mostText } from './amounts.ts'

test('a range without cost has no day of the highest cost', () => {
	expect(mostText(0, '2026-11-22', 'price')).toBe('No cost')
	expect(mostText(0.004, '2026-11-22', 'price')).toMatch(/^Most: < .*0\.01, /)
	expect(mostText(1_250_000, '2026-11-22', 'tokens')).toMatch(/^Most: 1\.3M tokens, /)
})
