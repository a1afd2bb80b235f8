import { expect, test } from 'vitest'
import type { ChatMessage, ChatPart } from './messages/messages.ts'
import { namesOf } from './names.ts'

const done = (toolCallId: string, result: unknown) =>
	({
		type: 'tool-unity_query',
		toolCallId,
		state: 'output-available',
		input: {},
		output: { result },
	}) as unknown as ChatPart
const answer = (id: string, ...parts: ChatPart[]): ChatMessage => ({ id, role: 'assistant', parts })

test('names found by an earlier call are known to a later one; the latest name counts', () => {
	const names = namesOf([
		answer('m1', done('c1', { objects: [{ instanceId: '7', name: 'Cube' }] })),
		answer('m2', done('c2', { gameObjectId: '9', gameObjectName: 'Lamp' })),
		answer('m3', done('c3', { instanceId: '7', name: 'Keeper', path: '/Keeper' })),
	])
	expect(Object.fromEntries(names)).toEqual({ '7': 'Keeper', '9': 'Lamp' })
})
