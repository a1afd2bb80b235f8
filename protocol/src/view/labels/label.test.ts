import { expect, test } from 'vitest'
import { num, valueText } from './label.ts'

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

test.each([
	[0.0002, '0.0002'],
	[0.0123, '0.0123'],
	[-0.00045678, '-0.000457'],
	[0.05, '0.05'],
	[0.000001, '0.000001'],
	[0.00000123, '0.00000123'],
	[0.09999, '0.1'],
	[4.4e-8, '0'],
	[-4.4e-8, '0'],
	[-0, '0'],
	[0, '0'],
	[0.1, '0.1'],
	[0.30000001192092896, '0.3'],
	[0.12345, '0.123'],
	[-1.5, '-1.5'],
	[89.99999, '90'],
	[12345.6789, '12345.679'],
	[Number.NaN, 'NaN'],
	[Number.POSITIVE_INFINITY, 'Infinity'],
])('the number %s of a scene is shown as %s', (n, shown) => {
	expect(num(n)).toBe(shown)
})

test('a small change is not shown as none', () => {
	expect([valueText(0.0002), valueText([0, 0.0004, 0])]).toEqual(['0.0002', '(0, 0.0004, 0)'])
})
