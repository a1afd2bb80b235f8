/** Bounds on the cost of one answer and of one page, whatever a model or an editor does. */
import { describe, expect, it } from 'vitest'
import {
	callsTools,
	executing,
	MachineKit,
	nodeDatabase,
	readWithSdk,
	says,
	scripted,
} from '../../../test/machine-kit.ts'
import { conversationStore } from '../../conversations/conversation-store.ts'
import { INPUT_TOO_LONG } from '../model/input-limit.ts'
import { TOO_MANY_CALLS } from './proposed-calls.ts'

const looks = (count: number) =>
	Array.from({ length: count }, (_, n) => ({
		id: `tc${n}`,
		name: 'unity_query',
		input: { action: 'find', name: `Cube ${n}` },
	}))

describe('one answer of a model', () => {
	it('makes at most 64 calls; the page shows the others as not made', async () => {
		const kit = new MachineKit({ provider: scripted([callsTools(looks(200)), says('Enough. ')]) })
		kit.post('look at everything')
		await kit.settleDown()
		expect(kit.executions).toHaveLength(64)
		const refused = kit.answer()?.parts.filter((part) => part['errorText'] === TOO_MANY_CALLS)
		expect(refused).toHaveLength(200 - 64)
		expect(await readWithSdk(kit.frames)).toEqual(kit.answer())
		// The history stays valid: every call in it has its result.
		const [row] = kit.store.newestMessages(1)
		const parts = (row?.model ?? []).flatMap((message) => message.parts)
		const count = (type: string) => parts.filter((part) => part.type === type).length
		expect([count('tool-call'), count('tool-result')]).toEqual([64, 64])
	})

	it('whose arguments were cut runs nothing, and the model reads why', async () => {
		const cut = { id: 'tc0', name: 'write_file', input: INPUT_TOO_LONG }
		const kit = new MachineKit({ provider: scripted([callsTools([cut]), says('In pieces. ')]) })
		kit.post('write a long file')
		await kit.settleDown()
		expect(kit.executions).toHaveLength(0)
		const [row] = kit.store.newestMessages(1)
		expect(JSON.stringify(row?.model)).toContain('append_to_file in later answers')
	})

	it('reads its results once all have arrived, not each time one arrives', async () => {
		const kit = new MachineKit({
			provider: scripted([callsTools(looks(60)), says('Seen. ')]),
			room: executing(() => ({ status: 'ok', result: 'x'.repeat(10_000) })),
		})
		let read = 0
		const calls = kit.store.calls.bind(kit.store)
		kit.store.calls = (...args) => {
			const found = calls(...args)
			read += found.filter(({ outcome }) => outcome !== null).length
			return found
		}
		kit.post('look')
		await kit.settleDown()
		expect(kit.store.latestRun()?.state).toBe('completed')
		// Each is read a few times: to end the step, for the request, for the message.
		expect(read).toBeLessThanOrEqual(60 * 8)
	})
})

describe('a page of messages', () => {
	it('is bounded by bytes, and paging on returns every message once', () => {
		const store = conversationStore(nodeDatabase())
		const ids = Array.from({ length: 10 }, (_, n) => `m${n}`)
		for (const id of ids) {
			const ui = {
				id,
				role: 'user' as const,
				parts: [{ type: 'text', text: 'x'.repeat(1_000_000) }],
			}
			store.insertMessage({ id, role: 'user', ui, model: [], runId: 'run_1', createdAt: 0 })
		}
		const seen: string[] = []
		for (let more = true; more; ) {
			const page = store.newestPage(30, 4_000_000, seen.at(-1))
			expect(page.messages.length).toBeLessThanOrEqual(3)
			expect(page.messages.length).toBeGreaterThan(0)
			seen.push(...page.messages.map(({ id }) => id))
			more = page.more
		}
		expect(seen).toEqual(ids.toReversed())
		expect(store.newestPage(30, 10).messages.map(({ id }) => id)).toEqual(['m9'])
	})
})
