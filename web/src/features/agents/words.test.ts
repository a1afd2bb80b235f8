import { expect, test } from 'vitest'
import { agentCard } from '../../../test/fixtures/agent-card.ts'
import { factsOf, shownTools } from './words.ts'

test('a price stays on one line', () => {
	expect(factsOf(agentCard('a', { cost: 0.001 }))).toEqual(['<\u00A0$0.01'])
})

test('a card says where its agent works, on what, and what it has used; nothing of what is not known', () => {
	const tokens = { input: 1_000, output: 500, cacheRead: 16_000, cacheWrite: 500 }
	const context = { used: 76_000, window: 200_000 }
	const of = { folder: 'Assets', branch: 'main', model: 'claude-sonnet-5', tokens, cost: 0.42 }
	expect(factsOf(agentCard('a', { program: 'Gemini', mode: 'Plan', ...of, context }))).toEqual([
		'Gemini',
		'Mode: Plan',
		'Assets',
		'main',
		'claude-sonnet-5',
		'18K tokens',
		'$0.42',
		'38% of 200K context',
	])
	expect(factsOf(agentCard('a', { context: { used: 76_000 } }))).toEqual(['76K in context'])
	expect(factsOf(agentCard('a'))).toEqual([])
})

test('a name from the computer cannot hide what it is', () => {
	const [branch = ''] = factsOf(agentCard('a', { branch: 'main\u202Etxt' }))
	expect(branch).not.toContain('\u202E')
	expect(branch).toContain('main')
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
