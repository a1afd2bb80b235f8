import { expect, test } from 'vitest'
import { valueText } from './label.ts'

test.each([
	[['Spin', 'Jump'], 'Spin, Jump'],
	[[1, 2.5], '(1, 2.5)'],
	[[1, 2, 3, 4, 5], '1, 2, 3, 4, 5'],
	[[], 'none'],
	[{ a: 1 }, '{"a":1}'],
])('%j reads as %s', (value, text) => {
	expect(valueText(value)).toBe(text)
})

test('a value of a megabyte does not hold the page up', () => {
	expect(valueText('x'.repeat(1_000_000)).length).toBeLessThan(2_000)
})
