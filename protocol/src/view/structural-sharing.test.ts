import { expect, test } from 'vitest'
import type { RunMessage } from '../conversations/message-parts.ts'
import { buildRun } from './run-view.ts'
import { shareStructure } from './structural-sharing.ts'

test('changed values and their containers are new; everything else stays the same value', () => {
	const before = { a: [{ n: 1 }, { n: 2 }], b: { c: null } }
	const after = shareStructure(before, { a: [{ n: 1 }, { n: 3 }], b: { c: null } })
	expect(after).toEqual({ a: [{ n: 1 }, { n: 3 }], b: { c: null } })
	expect(after.a[0]).toBe(before.a[0])
	expect(after.b).toBe(before.b)
	expect(shareStructure(before, structuredClone(before))).toBe(before)
})

test.each([
	[{ a: 1 }, { a: 1, b: undefined }],
	[{ a: 1, b: undefined }, { a: 1 }],
	[[1, 2], [1]],
	[[1], { 0: 1 }],
	[null, {}],
	['1', 1],
])('%j is not taken for %j', (before, next) => {
	expect(shareStructure(before, next)).toEqual(next)
	expect(shareStructure<unknown>(before, next)).not.toBe(before)
})

test('a delta of a long run changes one item of one step: the others are not rendered again', () => {
	const step = (seq: number, kind: 'model' | 'tools', state = 'done') => ({
		type: 'data-step',
		id: `step-${seq}`,
		data: { seq, kind, state, startedAt: seq },
	})
	const message = (said: string): RunMessage => ({
		id: 'msg_1',
		parts: [
			...Array.from({ length: 200 }, (_, n) => [
				step(2 * n, 'model'),
				{ type: 'text', text: `Step ${n}`, state: 'done' },
				{
					type: 'tool-unity_query',
					toolCallId: `c${n}`,
					state: 'output-available',
					input: { action: 'find', name: `n${n}` },
					output: { result: { objects: [{ name: `n${n}` }], total: 1 } },
				},
				step(2 * n + 1, 'tools'),
			]).flat(),
			step(400, 'model', 'running'),
			{ type: 'text', text: said, state: 'streaming' },
		],
	})
	const before = buildRun(message('It is'), true)
	const after = shareStructure(before, buildRun(message('It is done'), true))
	expect(before).toHaveLength(401)
	expect(after.filter((now, index) => now !== before[index])).toEqual([after.at(-1)])
	expect(after.at(-1)?.items).toMatchObject([{ text: 'It is done' }])
})
