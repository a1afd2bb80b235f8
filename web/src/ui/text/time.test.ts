import { expect, test } from 'vitest'
import { duration } from './time.tsx'

test.each([
	[40, '40 ms'],
	[400, '0.4 s'],
	[59_900, '59 s'],
	[185_000, '3:05 min'],
	[94_200_000, '26:10 h'],
])('%d ms reads as %s', (ms, text) => {
	expect(duration(ms)).toBe(text)
})
