import { expect, test } from 'vitest'
import { agentCard as card } from '../../../../test/fixtures/agent-card.ts'
import { summaryOf } from './summary.ts'

const asks = { kind: 'waiting_permission', text: 'Running: rm', sure: true } as const
const ended = { kind: 'ended', sure: true } as const

test('the summary counts the agents that have not ended, and everybody that waits, sub-agents too', () => {
	expect(summaryOf([])).toBe('')
	expect(summaryOf([card('a', { status: ended })])).toBe('')
	expect(summaryOf([card('a')])).toBe('1 agent')
	expect(summaryOf([card('a', { status: asks }), card('b')])).toBe('2 agents, 1 waits for you')
	const sub = card('a.1', { parent: 'a', status: asks })
	expect(summaryOf([card('a', { status: asks }), sub])).toBe('1 agent, 2 wait for you')
})
