import { describe, expect, test } from 'vitest'
import type { Message, Part } from '../../test/e2e/chat-client.ts'
import { costOf, type Score, toolUsage, totalOf } from './score.ts'

const call = (name: string, input: Record<string, unknown>, state = 'output-available'): Part => ({
	type: `tool-${name}`,
	state,
	input,
	toolCallId: 'c',
})
const message = (...parts: Part[]): Message => ({
	id: 'm',
	role: 'assistant',
	parts,
	metadata: {
		usage: { inputTokens: 100, outputTokens: 20, cacheReadTokens: 700, cacheWriteTokens: 50 },
	},
})
const LOOK = call('unity_query', { action: 'hierarchy' })
const CREATE = call('unity_hierarchy', { action: 'create', name: 'Cube' })

describe('the cost of a run', () => {
	test('calls and tokens; what was written to the cache was paid as input', () => {
		expect(costOf(message(LOOK, CREATE, { type: 'text', text: 'Done.' }))).toEqual({
			calls: 2,
			wasted: 0,
			tokensIn: 150,
			tokensOut: 20,
			tokensCached: 700,
			tools: ['unity_query', 'unity_hierarchy'],
		})
	})

	test('errors are wasted, and so is the same question without a change in between', () => {
		const failed = call('unity_hierarchy', { action: 'destroy' }, 'output-error')
		expect(costOf(message(failed)).wasted).toBe(1)
		expect(costOf(message(LOOK, LOOK)).wasted).toBe(1)
		expect(costOf(message(LOOK, CREATE, LOOK)).wasted).toBe(0)
		expect(costOf(message(LOOK, failed, LOOK)).wasted).toBe(2)
	})
})

const score = (task: string, verdict: Score['verdict'], tools: string[]): Score => ({
	task,
	verdict,
	tools,
	calls: 2,
	wasted: 1,
	approvals: 0,
	seconds: 1.5,
	tokensIn: 10,
	tokensOut: 5,
	tokensCached: 1,
})

test('all tasks together', () => {
	const scores = [
		score('a', 'solved', ['unity_query', 'unity_batch']),
		score('b', 'broken', ['unity_batch']),
	]
	expect(totalOf(scores)).toMatchObject({ tasks: 2, solved: 1, calls: 4, wasted: 2, seconds: 3 })
	expect(toolUsage(scores)).toEqual([
		['unity_batch', 2],
		['unity_query', 1],
	])
})
