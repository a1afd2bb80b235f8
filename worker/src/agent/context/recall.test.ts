import { describe, expect, it } from 'vitest'
import { callsTools, executing, MachineKit, says, scripted } from '../../../test/machine-kit.ts'
import type { ChatRequest } from '../model/types.ts'
import { recall } from './recall.ts'

const urlOf = (id: string): string => `/blobs/${id}`
const LOOK = { id: 'look', name: 'unity_query', input: { action: 'selection' } }
/** One pixel. */
const PNG =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function conversation(result: unknown, requests: ChatRequest[] = []): Promise<MachineKit> {
	const kit = new MachineKit({
		provider: scripted([callsTools([LOOK]), says('The door is locked. ')], requests),
		room: executing(() => ({
			status: 'ok',
			result,
			attachments: [{ name: 'game', mediaType: 'image/png', base64: PNG }],
		})),
	})
	kit.post('Remember the code SWORDFISH, please')
	await kit.settleDown()
	return kit
}

describe('recall', () => {
	it('returns a long result in pages, with its picture', async () => {
		const { store } = await conversation({ text: 'y'.repeat(12_000) })
		const first = recall(store, { ref: '2.1.0', offset: 0 }, urlOf)
		expect(first).toMatchObject({ status: 'ok', result: { total: 12_011, nextOffset: 8_000 } })
		expect(JSON.stringify(first)).toContain('/blobs/blb_')
		const rest = recall(store, { ref: '2.1.0', offset: 8_000 }, urlOf)
		expect(rest).toMatchObject({ status: 'ok', result: { text: `${'y'.repeat(4_009)}"}` } })
		expect(JSON.stringify(rest)).not.toContain('nextOffset')
	})

	it('finds words of people, of the agent and in results, newest first, and says where', async () => {
		const { store } = await conversation({ key: 'under the mat' })
		const found = (query: string) => {
			const outcome = recall(store, { query }, urlOf)
			return outcome.status === 'ok' ? outcome.result : outcome
		}
		expect(found('swordfish code')).toEqual({
			found: [{ ref: '1.0.0', by: 'user', text: 'Remember the code SWORDFISH, please' }],
		})
		expect(found('mat')).toMatchObject({ found: [{ ref: '2.1.0', by: 'unity_query' }] })
		expect(found('locked')).toMatchObject({ found: [{ by: 'agent' }] })
		expect(found('swordfish window')).toMatchObject({ found: [], note: expect.any(String) })
		expect(found('100%')).toMatchObject({ found: [] })
	})

	it('finds words with capitals beyond ASCII, long words, and words that a sentence ends with', async () => {
		const { store } = await conversation({ key: 'under the mat' })
		const text = `ÜBERGRÖSSE der Тестовая Дверь in Assets.${'Long'.repeat(20)}`
		store.insertMessage({
			id: 'm2',
			role: 'user',
			runId: 'run_2',
			createdAt: 1,
			ui: { id: 'm2', role: 'user', parts: [] },
			model: [{ role: 'user', parts: [{ type: 'text', text }] }],
		})
		const long = `assets.${'long'.repeat(20)}`
		for (const query of ['übergrösse', 'ТЕСТОВАЯ', 'дверь тестовая', long]) {
			expect(recall(store, { query }, urlOf)).toMatchObject({ result: { found: [{ by: 'user' }] } })
		}
		expect(recall(store, { query: '--code swordfish.' }, urlOf)).toMatchObject({
			result: { found: [{ ref: '1.0.0' }] },
		})
	})

	it('says so when there is nothing at a place', async () => {
		const { store } = await conversation({})
		expect(recall(store, { ref: '9.0.0' }, urlOf)).toMatchObject({
			error: { code: 'not_found' },
		})
	})

	it('answers the model’s call without the editor, also about the run it belongs to', async () => {
		const requests: ChatRequest[] = []
		const ask = { id: 'r', name: 'recall', input: { ref: '2.1.0' } }
		const kit = new MachineKit({
			provider: scripted([callsTools([LOOK]), callsTools([ask]), says('Done. ')], requests),
			room: executing(() => ({ status: 'ok', result: { key: 'under the mat' } })),
		})
		kit.post('look')
		await kit.settleDown()
		expect(kit.executions).toHaveLength(1)
		expect(JSON.stringify(requests.at(-1)?.messages.at(-1))).toContain('under the mat')
	})

	it('does not find the message that asks: it has every word of the question', async () => {
		const requests: ChatRequest[] = []
		const ask = { id: 'r', name: 'recall', input: { query: 'swordfish code' } }
		const kit = new MachineKit({
			provider: scripted([says('Noted. '), callsTools([ask]), says('It is SWORDFISH. ')], requests),
			room: executing(() => ({ status: 'ok', result: {} })),
		})
		kit.post('Remember the code SWORDFISH, please')
		await kit.settleDown()
		kit.post('What was the swordfish code again?', 'm2')
		await kit.settleDown()
		const found = JSON.stringify(requests.at(-1)?.messages.at(-1))
		expect(found).toContain('Remember the code SWORDFISH')
		expect(found).not.toContain('again')
	})
})
