import type { Author } from '@fairlead/protocol/people/author'
import { expect, test } from 'vitest'
import type { ChatMessage } from '../../run/messages/messages.ts'
import { answeredFirst } from './answered-first.ts'

const ben = { name: 'Ben', userId: 'usr_ben' } as Author
const me = { name: 'Ann', userId: 'usr_ann' } as Author
const nameOf = (author: Author | undefined) =>
	author === undefined || author === me ? null : author.name

const answer = (toolCallId: string, approved: boolean, author?: Author) => ({
	type: 'data-approval',
	data: { toolCallId, answer: { approved, author } },
})
const open = (toolCallId: string) => ({ type: 'data-approval', data: { toolCallId } })
const shown = (...parts: object[]): ChatMessage[] => [
	{ id: 'm', role: 'assistant', parts: parts as ChatMessage['parts'] },
]

test('the second of two people is told who decided, and how', () => {
	expect(answeredFirst(shown(open('a')), ['a'], nameOf)).toBeUndefined()
	expect(answeredFirst(shown(answer('a', true, ben)), ['a'], nameOf)).toBe('Ben approved it first.')
	expect(answeredFirst(shown(answer('a', false, ben)), ['a'], nameOf)).toBe('Ben denied it first.')
	const both = shown(answer('a', false, ben), answer('b', true, me), answer('c', false, ben))
	expect(answeredFirst(both, ['a', 'b', 'c'], nameOf)).toBe('Ben denied 2 of them first.')
})

test('a person whose answer stands, or whose run ended, is told nothing', () => {
	expect(answeredFirst(shown(answer('a', true, me)), ['a'], nameOf)).toBeNull()
	expect(answeredFirst(shown(answer('a', false)), ['a'], nameOf)).toBeNull()
})
