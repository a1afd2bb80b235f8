import { expect, test } from 'vitest'
import { isTooLong } from './frames.ts'

test.each([
	['abcd', 4, false],
	['abcde', 4, true],
	// Four characters, but eight bytes.
	['üüüü', 8, false],
	['üüüü', 7, true],
	// A surrogate pair is four bytes.
	['😀', 4, false],
	['😀', 3, true],
])('%s within %i bytes: too long is %s', (text, maxBytes, tooLong) => {
	expect(isTooLong(text, maxBytes)).toBe(tooLong)
})
