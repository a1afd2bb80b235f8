import { describe, expect, test } from 'vitest'
import type { StoredOutcome } from '../calls/tool-results.ts'
import { isLooping } from './repetition.ts'

const ok = (result: unknown): StoredOutcome => ({ status: 'ok', result })
/** Batches of one call each; equal arguments give equal results. */
const steps = (...asked: string[]) =>
	asked.map((argsHash, i) => ({ stepSeq: 2 * i + 1, argsHash, outcome: ok(`of ${argsHash}`) }))

describe('a run', () => {
	test.each([
		['the same thing three times', ['a', 'a', 'a']],
		['two things in turn, three times', ['a', 'b', 'a', 'b', 'a', 'b']],
		['three things in turn, after others', ['x', 'y', 'a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c']],
	])('that does %s goes round in a circle', (_what, asked) => {
		expect(isLooping(steps(...asked))).toBe(true)
		expect(isLooping(steps(...asked).slice(0, -1))).toBe(false)
	})

	test.each([
		['that looks again after each change', ['look', 'a', 'look', 'b', 'look', 'c', 'look', 'd']],
		['that tries twice', ['a', 'a', 'b', 'a', 'a']],
		['without calls', []],
	])('%s does not', (_what, asked) => {
		expect(isLooping(steps(...asked))).toBe(false)
	})

	test('that gets different results for the same call makes progress', () => {
		const calls = steps('a', 'a', 'a').map((call, i) => ({ ...call, outcome: ok(i) }))
		expect(isLooping(calls)).toBe(false)
	})

	test('that takes the same picture again and again loops, though each has a new id', () => {
		const picture = (bytes: number, id: string): StoredOutcome => ({
			status: 'ok',
			result: { view: 'game' },
			attachments: [
				{ name: 'game.png', mediaType: 'image/png', url: `/blobs/${id}`, blobId: id, bytes },
			],
		})
		const calls = (sizes: readonly number[]) =>
			steps('p', 'p', 'p').map((call, i) => ({
				...call,
				outcome: picture(sizes[i] ?? 0, `blb_${i}`),
			}))
		expect(isLooping(calls([900, 900, 900]))).toBe(true)
		expect(isLooping(calls([900, 900, 901]))).toBe(false)
	})

	test('is judged by whole batches: the same call beside a different one is not a repetition', () => {
		const [a, b, c] = steps('a', 'a', 'a')
		const beside = { stepSeq: 5, argsHash: 'z', outcome: ok(1) }
		expect(isLooping([a, b, c, beside].filter((call) => call !== undefined))).toBe(false)
	})
})
