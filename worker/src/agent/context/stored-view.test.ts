import { describe, expect, it } from 'vitest'
import { nodeDatabase } from '../../../test/machine-kit.ts'
import {
	type ConversationStore,
	conversationStore,
} from '../../conversations/conversation-store.ts'
import type { ModelMessage } from '../model/types.ts'
import { messageTokens } from './sizes.ts'
import { conversationView, withImages } from './stored-view.ts'
import { mostTokens, NO_CUT, view, withElisions } from './view.ts'

function conversation(turns: number, charsPerMessage: number): ConversationStore {
	const store = conversationStore(nodeDatabase())
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

describe('the part of a long conversation that is sent to the model', () => {
	it('includes all of a short one', () => {
		expect(conversationView(conversation(3, 100), null)).toHaveLength(6)
	})

	it('drops old turns whole, begins with a user message, and says so', () => {
		const messages = conversationView(conversation(40, 8_000), null)
		expect(messages.length).toBeLessThan(40)
		expect(first(messages)).toContain('left out')
		expect(messages[1]?.role).toBe('user')
		expect(JSON.stringify(messages.at(-1))).toContain('assistant39')
	})

	it('is smaller for a model with a small window', () => {
		const store = conversation(10, 4_000)
		expect(conversationView(store, null, 1_000_000)).toHaveLength(20)
		const sent = JSON.stringify(conversationView(store, null, 16_000)).length
		expect(sent).toBeLessThan(16_000 * 4 * 0.4)
		expect(sent).toBeGreaterThan(4_000)
	})

	it('keeps its beginning from turn to turn, so that the provider can cache it', () => {
		const store = conversation(40, 8_000)
		const before = conversationView(store, null)
		const id = 'user40'
		store.insertMessage({
			id,
			role: 'user',
			ui: { id, role: 'user', parts: [] },
			model: [{ role: 'user', parts: [{ type: 'text', text: 'next' }] }],
			runId: 'run40',
			createdAt: 40,
		})
		expect(conversationView(store, null).slice(0, before.length)).toEqual(before)
	})

	it('never changes what is stored', () => {
		const store = conversation(40, 8_000)
		conversationView(store, null)
		expect(store.newestMessages(100)).toHaveLength(80)
	})

	it('takes no more than its room with the summary that opens it', () => {
		const store = conversation(14, 8_600)
		const from = { seq: 2, index: 0 }
		store.setSetting('view', JSON.stringify({ ...NO_CUT, from }))
		store.insertSummary({
			runId: 'run_1',
			until: from,
			text: 's'.repeat(12_000),
			edited: null,
			editedBy: null,
			editedAt: null,
			replacedTokens: 50_000,
			createdAt: 1,
			shown: true,
		})
		store.insertMessage({
			id: 'u',
			role: 'user',
			runId: 'run_2',
			createdAt: 1,
			ui: { id: 'u', role: 'user', parts: [] },
			model: [{ role: 'user', parts: [{ type: 'text', text: 'next' }] }],
		})
		const tokens = conversationView(store, null).reduce((sum, one) => sum + messageTokens(one), 0)
		expect(tokens).toBeLessThanOrEqual(mostTokens(null))
	})

	it('names a picture by its place, also after a note about a revert', () => {
		const store = conversation(1, 10)
		store.insertMessage({
			id: 'u',
			role: 'user',
			runId: 'run_2',
			createdAt: 1,
			ui: { id: 'u', role: 'user', parts: [] },
			model: [{ role: 'user', parts: [{ type: 'image', mediaType: 'image/png', blobId: 'b' }] }],
		})
		store.setSetting('view', JSON.stringify({ ...NO_CUT, pictures: { seq: 9, index: 0 } }))
		const noted = { ...store, revertNotes: () => [{ afterSeq: 2, text: 'A revert.' }] }
		expect(conversationView(noted, null).at(-1)?.parts).toEqual([
			{ type: 'text', text: expect.stringContaining('{"ref":"3.0.0"}') },
			{ type: 'text', text: 'A revert.' },
		])
	})

	it('includes the newest pictures, names the older ones, and drops them by threes', () => {
		const store = conversationStore(nodeDatabase())
		const all = Array.from({ length: 12 }, (_, i): ModelMessage => {
			store.putBlob({ id: `b${i}`, mediaType: 'image/png', bytes: new Uint8Array([i]) })
			const content = [{ type: 'image', mediaType: 'image/png', blobId: `b${i}` } as const]
			const name = 'unity_screenshot'
			return {
				role: 'user',
				parts: [{ type: 'tool-result', callId: `c${i}`, name, isError: false, content }],
			}
		})
		const entries = all.map((message, index) => ({ seq: 1, index, message }))
		let cut = NO_CUT
		const shown = (count: number) => {
			cut = withElisions(entries.slice(0, count), cut, 60_000)
			return withImages(store, view(entries.slice(0, count), cut)).map(({ parts: [part] }) =>
				part?.type === 'tool-result' && part.content[0]?.type === 'image'
					? part.content[0].base64
					: 'named',
			)
		}
		let rewritten = 0
		let before: readonly (string | undefined)[] = []
		for (let count = 1; count <= 12; count++) {
			const now = shown(count)
			const pictures = now.filter((base64) => base64 !== 'named')
			expect(pictures.length).toBeGreaterThanOrEqual(Math.min(count, 2))
			expect(pictures.length).toBeLessThanOrEqual(4)
			expect(now.at(-1)).toBe(btoa(String.fromCharCode(count - 1)))
			if (before.some((one, i) => one !== now[i])) rewritten++
			before = now
		}
		expect(rewritten).toBe(3)
	})
})
