import { describe, expect, test } from 'vitest'
import { type KeyStore, OpenKeys } from './use-kept-open.ts'

function memory(first?: string) {
	let value: string | null = first ?? null
	const store: KeyStore = {
		getItem: () => value,
		setItem: (_key, next) => {
			value = next
		},
	}
	return { store, read: () => value }
}

describe('an unfolded element', () => {
	test('is unfolded after a reload; what was folded again is not', () => {
		const { store } = memory()
		const before = new OpenKeys(() => store)
		before.set('a', true)
		before.set('b', true)
		before.set('a', false)
		const after = new OpenKeys(() => store)
		expect([after.has('a'), after.has('b')]).toEqual([false, true])
	})

	test('forgets the oldest when there are too many, so that storage never overflows', () => {
		const { store, read } = memory()
		const keys = new OpenKeys(() => store)
		for (let i = 0; i < 1_000; i++) keys.set(`call-${i}`, true)
		expect([keys.has('call-999'), keys.has('call-0')]).toEqual([true, false])
		expect(JSON.parse(read() ?? '')).toHaveLength(400)
	})

	test.each([['not json'], ['{"a":1}'], ['[1,2]']])('%s in storage does no harm', (stored) => {
		const keys = new OpenKeys(() => memory(stored).store)
		keys.set('a', true)
		expect(keys.has('a')).toBe(true)
	})

	test('a browser that blocks storage still unfolds', () => {
		const keys = new OpenKeys(() => {
			throw new Error('denied')
		})
		keys.set('a', true)
		expect(keys.has('a')).toBe(true)
	})
})
