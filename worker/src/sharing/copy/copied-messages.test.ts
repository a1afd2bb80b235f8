/** Parts of a conversation that a stranger's project must not hold. */
import type { StoredMessage } from '@fairlead/protocol/conversations/messages'
import { expect, test } from 'vitest'
import { pictureIdsIn } from '../../pictures/picture-ids.ts'
import { copiedMessages, MAX_PICTURES } from './copied-messages.ts'

const from = { projectId: 'prj_0000000000from', conversationId: 'cnv_0000000000from' }
const to = { projectId: 'prj_000000000000to', conversationId: 'cnv_000000000000to' }
let made = 0
const newId = () => `msg_${++made}`
const copied = (messages: StoredMessage[]) => copiedMessages(messages, { from, to, newId })
const url = (id: string, of = from.conversationId) => `/api/conversations/${of}/blobs/${id}`
const file = (address: string) => ({ type: 'file', mediaType: 'image/png', url: address })
const user = (...parts: Record<string, unknown>[]): StoredMessage => ({
	id: 'm',
	role: 'user',
	parts,
})

test('pictures beyond the limit, and those of other conversations, are left out and counted', () => {
	const many = Array.from({ length: MAX_PICTURES + 5 }, (_, i) => file(url(`blb_${i}`)))
	const foreign = file(url('blb_1', 'cnv_0000000other'))
	const { messages, picturesLeftOut } = copied([user(foreign, ...many, ...many)])
	expect(picturesLeftOut).toBe(6)
	const ids = pictureIdsIn(JSON.stringify(messages), to.conversationId)
	expect(new Set(ids).size).toBe(MAX_PICTURES)
	expect(JSON.stringify(messages)).not.toContain('cnv_0000000other')
})

test('a revert that stands in another answer leads to the copy of its own', () => {
	const part = (messageId: string) => ({
		type: 'data-revert',
		id: 'r',
		data: { messageId, by: {} },
	})
	const answers = ['a', 'b'].map(
		(id): StoredMessage => ({ id, role: 'assistant', parts: [part('a')] }),
	)
	const { messages } = copied(answers)
	const led = { parts: [{ data: { messageId: messages[0]?.id } }] }
	expect(messages).toMatchObject([led, led])
})

test('people are told apart, and not named', () => {
	const by = (name: string) => ({ kind: 'session', id: name, userId: null, name })
	const answered = { approved: true, scope: 'once', by: 'person', author: by('Bob'), at: 1 }
	const { messages } = copied([
		{ ...user({ type: 'text', text: 'a' }), metadata: { by: by('Ada') } },
		{
			id: 'a',
			role: 'assistant',
			metadata: { stoppedBy: by('Bob') },
			parts: [
				{ type: 'data-approval', id: 'c', data: { toolCallId: 'c', answer: answered } },
				{ type: 'data-author', id: 's', data: by('Cleo') },
				{ type: 'steering-message', id: 's', parts: [{ type: 'text', text: 'b' }] },
				{ type: 'data-revert', id: 'r', data: { messageId: 'msg_original', by: by('Dan') } },
			],
		},
	])
	const text = JSON.stringify(messages)
	expect(text).not.toMatch(/Ada|Bob|Cleo|Dan|msg_original/)
	const numbered = text.match(/"name":"Person \d"/g) ?? []
	expect(numbered).toHaveLength(5)
	expect(new Set(numbered).size).toBe(4)
})
