import { expect, test } from 'vitest'
import { agentCard } from '../../../test/fixtures/agent-card.ts'
import { factsOf, shownTools } from './words.ts'

test('a price stays on one line', () => {
	expect(factsOf(agentCard('a', { cost: 0.001 }))).toEqual(['<\u00A0$0.01'])
})

test('a card does not say twice what its agent does, or waits for', () => {
	const tools = [
		{ toolId: '1', text: 'Reading Door.cs', state: 'done' },
		{ toolId: '2', text: 'Waiting for your answer', state: 'running' },
	] as const
	const shown = (status: Parameters<typeof agentCard>[1] & object) =>
		shownTools(agentCard('a', { ...status, tools: [...tools] })).map(({ text }) => text)
	const asks = { kind: 'waiting_input', text: 'Which door?', sure: true } as const
	expect(shown({ status: asks })).toEqual(['Reading Door.cs'])
	expect(shown({ status: { kind: 'working', text: 'Waiting for your answer' } })).toEqual([
		'Reading Door.cs',
	])
	expect(shown({ status: { kind: 'working', text: 'Thinking' } })).toHaveLength(2)
})
