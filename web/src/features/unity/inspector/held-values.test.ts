import { describe, expect, test } from 'vitest'
import { type Held, type HeldValues, settled, valuesAt } from './held-values.ts'

const [before, meanwhile, after] = [{}, {}, {}]
const sent = (value: unknown): Held => ({ value, until: null })
const x = sent(1)
const held: HeldValues = new Map([['x', x]])

describe('a value that was set', () => {
	test('is shown while its call is on its way, whatever was read meanwhile', () => {
		expect([...valuesAt(held, before)]).toEqual([['x', 1]])
		expect([...valuesAt(held, meanwhile)]).toEqual([['x', 1]])
	})

	test('gives way to what the editor tells after the call', () => {
		const done = settled(held, 'x', x, meanwhile)
		expect([...valuesAt(done, meanwhile)]).toEqual([['x', 1]])
		expect([...valuesAt(done, after)]).toEqual([])
	})

	test('is no longer shown if its call failed, and takes no other with it', () => {
		const both = new Map(held).set('y', sent(2))
		expect([...valuesAt(settled(both, 'x', x, null), before)]).toEqual([['y', 2]])
	})

	test('that was set again stays when the earlier call ends', () => {
		const again = new Map(held).set('x', sent(3))
		expect([...valuesAt(settled(again, 'x', x, null), before)]).toEqual([['x', 3]])
		expect([...valuesAt(settled(again, 'x', x, meanwhile), after)]).toEqual([['x', 3]])
	})
})
