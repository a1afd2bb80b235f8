import { expect, test } from 'vitest'
import type { ChatMessage } from '../../../run/messages/messages.ts'
import { addedDuring } from './after.ts'

const message = (id: string, role: 'user' | 'assistant', types: readonly string[]): ChatMessage =>
	({ id, role, parts: types.map((type, at) => ({ type, id: `${id}-${at}` })) }) as never

test('messages that were added while one was answered are counted, those of other answers are not', () => {
	const messages = [
		message('q1', 'user', ['text']),
		message('a1', 'assistant', ['steering-message', 'text', 'steering-message']),
		message('q2', 'user', ['text']),
		message('a2', 'assistant', ['text']),
	]
	expect(['q1', 'q2', 'a2', 'gone'].map((id) => addedDuring(messages, id))).toEqual([2, 0, 0, 0])
})
