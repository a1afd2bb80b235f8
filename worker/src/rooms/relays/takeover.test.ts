import { expect, test } from 'vitest'
import { decideTakeover } from './takeover.ts'

test.each([
	[null, 0, 'accept'],
	[null, 7, 'accept'],
	[7, 8, 'supersede'],
	[7, 7, 'refuse'],
	[7, 6, 'refuse'],
	[0, 0, 'refuse'],
] as const)('connSeq %s in place, %s comes: %s', (current, incoming, then) => {
	expect(decideTakeover(current, incoming)).toBe(then)
})
