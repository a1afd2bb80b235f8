import { describe, expect, it } from 'vitest'
import { nodeDatabase } from '../../test/machine-kit.ts'
import { ConversationStore } from '../conversations/conversation-store.ts'
import { history, withImages } from './transcript.ts'
import type { ModelMessage } from './types.ts'

function conversation(turns: number, charsPerMessage: number): ConversationStore {
	const store = new ConversationStore(nodeDatabase())
	for (let i = 0; i < turns; i++) {
		for (const role of ['user', 'assistant'] as const) {
			const id = `${role}${i}`
			const text = `${id} ${'x'.repeat(charsPerMessage)}`
			store.insertMessage({
				id,
				role,
				ui: { id, role, parts: [{ type: 'text', text }] },
				model: [{ role, parts: [{ type: 'text', text }] }],
				runId: `run${i}`,
				createdAt: i,
			})
		}
	}
	return store
}
const first = (messages: readonly ModelMessage[]) => JSON.stringify(messages[0])

describe('what the model is sent of a long conversation', () => {
	it('sends all of a short one', () => {
		expect(history(conversation(3, 100))).toHaveLength(6)
	})

	it('drops old turns whole, begins with a user, and says so', () => {
		const messages = history(conversation(40, 8_000))
		expect(messages.length).toBeLessThan(40)
		expect(first(messages)).toContain('left out')
		expect(messages[1]?.role).toBe('user')
		expect(JSON.stringify(messages.at(-1))).toContain('assistant39')
	})

	it('keeps its beginning from turn to turn, so that the provider can cache it', () => {
		const store = conversation(40, 8_000)
		const before = history(store)
		const id = 'user40'
		store.insertMessage({
			id,
			role: 'user',
			ui: { id, role: 'user', parts: [] },
			model: [{ role: 'user', parts: [{ type: 'text', text: 'next' }] }],
			runId: 'run40',
			createdAt: 40,
		})
		expect(history(store).slice(0, before.length)).toEqual(before)
	})

	it('never touches what is stored', () => {
		const store = conversation(40, 8_000)
		history(store)
		expect(store.newestMessages(100)).toHaveLength(80)
	})

	it('shows the newest pictures and names the older ones', () => {
		const store = new ConversationStore(nodeDatabase())
		const messages = Array.from({ length: 5 }, (_, i): ModelMessage => {
			store.putBlob({ id: `b${i}`, mediaType: 'image/png', bytes: new Uint8Array([i]) })
			return {
				role: 'user',
				parts: [
					{
						type: 'tool-result',
						callId: `c${i}`,
						name: 'unity_screenshot',
						isError: false,
						content: [{ type: 'image', mediaType: 'image/png', blobId: `b${i}` }],
					},
				],
			}
		})
		const kinds = withImages(store, messages).map((m) => {
			const part = m.parts[0]
			return part?.type === 'tool-result' ? part.content[0] : null
		})
		expect(kinds.map((k) => k?.type)).toEqual(['text', 'text', 'image', 'image', 'image'])
		expect(kinds[4]).toMatchObject({ base64: 'BA==' })
	})
})
