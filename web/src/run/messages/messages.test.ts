import { describe, expect, test } from 'vitest'
import { type ChatMessage, mergePage, withRevert } from './messages.ts'

const message = (id: string, text: string): ChatMessage => ({
	id,
	role: 'assistant',
	parts: [{ type: 'text', text }],
})
const ids = (messages: readonly ChatMessage[]) => messages.map((m) => m.id)

test('a page read again updates what is shown and keeps what is newer', () => {
	const shown = [message('old', ''), message('a', 'half'), message('optimistic', '')]
	const merged = mergePage(shown, [message('a', 'whole'), message('b', '')])
	expect(ids(merged)).toEqual(['old', 'a', 'b', 'optimistic'])
	expect(merged[1]?.parts).toEqual([{ type: 'text', text: 'whole' }])
})

test('a message from someone else is added at the end', () => {
	expect(ids(mergePage([message('a', '')], [message('a', ''), message('theirs', '')]))).toEqual([
		'a',
		'theirs',
	])
})

describe('after a sleep, with nothing in common', () => {
	const at = (id: string, createdAt?: number): ChatMessage => ({
		...message(id, ''),
		...(createdAt === undefined ? {} : { metadata: { createdAt } }),
	})
	const page = [at('m8', 80), at('m9', 90)]

	test('newer messages do not land above older ones: what is older goes, and is loaded from above', () => {
		expect(ids(mergePage([at('m1', 10), at('m2', 20)], page))).toEqual(['m8', 'm9'])
	})

	test('an answer that the stream brought over the gap does not hide it', () => {
		expect(ids(mergePage([at('m1', 10), at('m9', 90)], page))).toEqual(['m8', 'm9'])
	})

	test('a message that is being sent stays, at the end', () => {
		const sending: ChatMessage = { id: 'mine', role: 'user', parts: [] }
		expect(ids(mergePage([at('m1', 10), sending], page))).toEqual(['m8', 'm9', 'mine'])
	})

	test('an answer that streams since then stays, at the end', () => {
		expect(ids(mergePage([at('m1', 10), at('streams', 99)], page))).toEqual(['m8', 'm9', 'streams'])
	})
})

test('a message that is read again unchanged stays the same value, so that it is not drawn again', () => {
	const shown = [message('a', 'one'), message('b', 'two')]
	expect(mergePage(shown, structuredClone(shown))).toBe(shown)
	const [first, second, third] = mergePage(shown, [
		structuredClone(shown[0] as ChatMessage),
		message('b', 'three'),
		message('c', ''),
	])
	expect(first).toBe(shown[0])
	expect(second).toEqual(message('b', 'three'))
	expect(third?.id).toBe('c')
})

test('an empty conversation takes the page as it is', () => {
	expect(ids(mergePage([], [message('a', ''), message('b', '')]))).toEqual(['a', 'b'])
})

describe('the outcome of a revert', () => {
	const revert = (state: 'running' | 'done') => ({
		revertId: 'rev_0000000000abcd',
		messageId: 'a1',
		state,
		text: null,
		items: [],
		counts: { ready: 0, conflicts: 0, impossible: 0, reverted: 0, skipped: 0 },
		truncated: false,
		by: { kind: 'session' as const, id: 'usr_1', userId: 'usr_1', name: 'Me' },
		createdAt: 1,
	})
	const answer = (id: string): ChatMessage => ({ id, role: 'assistant', parts: [] })

	test('stands in its own message, once', () => {
		const begun = withRevert([answer('a1'), answer('a2')], revert('running'))
		const ended = withRevert(begun, revert('done'))
		expect(ended[0]?.parts).toEqual([
			{ type: 'data-revert', id: 'rev_0000000000abcd', data: revert('done') },
		])
		expect(ended[1]?.parts).toEqual([])
	})
})
