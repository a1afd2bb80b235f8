import { expect, test } from 'vitest'
import { isTooDeep, MAX_JSON_DEPTH } from './json-depth.ts'

const lists = (levels: number, leaf = ''): unknown =>
	JSON.parse('['.repeat(levels) + leaf + ']'.repeat(levels))
const objects = (levels: number): unknown =>
	JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)

test('exactly so many levels are allowed, whatever the innermost one holds', () => {
	for (const deep of [lists(MAX_JSON_DEPTH), lists(MAX_JSON_DEPTH, '1'), objects(MAX_JSON_DEPTH)])
		expect(isTooDeep(deep)).toBe(false)
	for (const deep of [
		lists(MAX_JSON_DEPTH + 1),
		lists(MAX_JSON_DEPTH + 1, '1'),
		objects(MAX_JSON_DEPTH + 1),
		[1, { a: lists(MAX_JSON_DEPTH - 1) }],
		lists(100_000),
	])
		expect(isTooDeep(deep)).toBe(true)
	for (const flat of [1, 'x', null, [], {}]) expect(isTooDeep(flat)).toBe(false)
})
