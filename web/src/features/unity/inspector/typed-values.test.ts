import { describe, expect, test } from 'vitest'
import { hexOf, numberFrom, withHex } from './typed-values.ts'

test.each([
	['1.5', 1.5],
	[' -2 ', -2],
	['0,25', 0.25],
	['1e3', 1000],
	['', null],
	['two', null],
	['1.000,5', null],
	['Infinity', null],
])('%j is read as %j', (text, value) => {
	expect(numberFrom(text)).toBe(value)
})

describe('a picked colour', () => {
	test('is shown as the picker writes it, and brighter light as white', () => {
		expect(hexOf([0.8, 0.2, 0.1, 1])).toBe('#cc331a')
		expect(hexOf([4, 1, -1])).toBe('#ffff00')
	})

	test('keeps how opaque it was, and has no more channels than before', () => {
		expect(withHex([0, 0, 0, 0.5], '#ff8000')).toEqual([1, 0.502, 0, 0.5])
		expect(withHex([0, 0, 0], '#ffffff')).toEqual([1, 1, 1])
	})
})
