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

test('a message of somebody else comes in at the end', () => {
	expect(ids(mergePage([message('a', '')], [message('a', ''), message('theirs', '')]))).toEqual([
		'a',
		'theirs',
	])
})

test('an empty conversation takes the page as it is', () => {
	expect(ids(mergePage([], [message('a', ''), message('b', '')]))).toEqual(['a', 'b'])
})

describe('what became of a revert', () => {
	const revert = (state: 'running' | 'done') => ({
		revertId: 'rev_0000000000abcd',
		messageId: 'a1',
		state,
		text: null,
		items: [],
		counts: { ready: 0, conflicts: 0, impossible: 0, reverted: 0, skipped: 0 },
		truncated: false,
		userId: 'usr_1',
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
