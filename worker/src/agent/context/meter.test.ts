import { expect, it } from 'vitest'
import { nodeDatabase } from '../../../test/machine-kit.ts'
import { conversationStore } from '../../conversations/conversation-store.ts'
import { contextOf } from './meter.ts'

it('shows the newest summaries of a conversation that has many, the one in use first', () => {
	const store = conversationStore(nodeDatabase())
	for (let made = 1; made <= 50; made++) {
		store.insertSummary({
			runId: 'run_1',
			until: { seq: made, index: 0 },
			text: `Summary ${made}`,
			edited: null,
			editedBy: null,
			editedAt: null,
			replacedTokens: 50_000,
			createdAt: 1,
			shown: true,
		})
	}
	const { summaries } = contextOf(store, () => null)
	expect(summaries).toHaveLength(20)
	expect(summaries[0]).toMatchObject({ text: 'Summary 50', inUse: true })
	expect(store.newestSummary()?.text).toBe('Summary 50')
})
