import { describe, expect, test } from 'vitest'
import { chunksOf, sameMessages } from './chunks.ts'
import type { ChatMessage } from './messages.ts'

const messages = (from: number, to: number): ChatMessage[] =>
	Array.from({ length: to - from }, (_, n) => ({ id: `m${from + n}`, role: 'user', parts: [] }))
const ids = (list: readonly ChatMessage[], firstId: string | undefined) =>
	chunksOf(list, firstId, 3).map((chunk) => [chunk.key, chunk.messages.map((m) => m.id).join(' ')])

describe('groups of messages', () => {
	test('all messages are in one group each, in order', () => {
		expect(ids(messages(10, 15), 'm10')).toEqual([
			[0, 'm10 m11 m12'],
			[1, 'm13 m14'],
		])
		expect(chunksOf([], undefined)).toEqual([])
	})

	test('an older page above moves no message into another group', () => {
		expect(ids(messages(6, 15), 'm10')).toEqual([
			[-2, 'm6'],
			[-1, 'm7 m8 m9'],
			[0, 'm10 m11 m12'],
			[1, 'm13 m14'],
		])
	})

	test('the first message is counted from where the one to count from is gone', () => {
		expect(ids(messages(0, 4), 'gone')).toEqual([
			[0, 'm0 m1 m2'],
			[1, 'm3'],
		])
	})

	test('a message that was replaced makes its group another one', () => {
		const [a, b] = [messages(0, 2), messages(0, 2)]
		expect(sameMessages(a, [...a])).toBe(true)
		expect(sameMessages(a, b)).toBe(false)
		expect(sameMessages(a, a.slice(1))).toBe(false)
	})
})
