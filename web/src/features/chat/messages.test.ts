import { expect, test } from 'vitest'
import { type ChatMessage, mergePage } from './messages.ts'

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
