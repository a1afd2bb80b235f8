import { describe, expect, it } from 'vitest'
import { Random } from '../../../../test/chaos/kit/random.ts'
import { volume } from '../../../../test/volume.ts'
import type { ModelMessage, ModelPart } from '../model/types.ts'
import { type Entry, isBefore } from './place.ts'
import { type Cut, NO_CUT, newBeginning, view, viewTokens, withElisions } from './view.ts'

const MOST = 10_000

const says = (role: ModelMessage['role'], text: string): ModelMessage => ({
	role,
	parts: [{ type: 'text', text }],
})
const call = (callId: string, content = 'x'): ModelMessage => ({
	role: 'assistant',
	parts: [{ type: 'tool-call', callId, name: 'write_file', input: { path: 'A.cs', content } }],
})
const result = (callId: string, chars: number, picture = false): ModelMessage => ({
	role: 'user',
	parts: [
		{
			type: 'tool-result',
			callId,
			name: 'write_file',
			isError: false,
			content: [
				{ type: 'text', text: `result ${callId} ${'r'.repeat(chars)}` },
				...(picture
					? [{ type: 'image', mediaType: 'image/png', blobId: `blb_${callId}` } as const]
					: []),
			],
		},
	],
})

/** Turns of a request, calls with their results, and an answer; two rows each. */
function transcript(turns: readonly (readonly number[])[], pictures = false): Entry[] {
	let seq = 0
	return turns.flatMap((sizes, turn) => {
		const user = { seq: ++seq, index: 0, message: says('user', `request ${turn}`) }
		seq++
		const answer = [
			...sizes.flatMap((chars, n) => [
				call(`c${turn}_${n}`, 'c'.repeat(chars)),
				result(`c${turn}_${n}`, chars, pictures),
			]),
			says('assistant', `answer ${turn}`),
		].map((message, index) => ({ seq, index, message }))
		return [user, ...answer]
	})
}

/** The views of the next requests, one more message each. */
function* requests(entries: readonly Entry[], most = MOST): Iterable<[readonly Entry[], Cut]> {
	let cut = NO_CUT
	for (let count = 1; count <= entries.length; count++) {
		const known = entries.slice(0, count)
		cut = withElisions(known, cut, most)
		const from = newBeginning(known, cut, most)
		if (from) cut = { ...cut, from }
		yield [known, cut]
	}
}

const idsOf = (messages: readonly ModelMessage[], type: ModelPart['type']): string[] =>
	messages.flatMap(({ parts }) =>
		parts.flatMap((part) => (part.type === type && 'callId' in part ? [part.callId] : [])),
	)

/** Transcripts of up to 25 turns with up to 6 calls each, by seed. */
const SEEDS = Array.from({ length: volume(200) }, (_, seed) => seed)
function anyTranscript(seed: number): Entry[] {
	const random = new Random(seed)
	const many = (most: number) => Array.from({ length: random.between(0, most) })
	return transcript(many(25).map(() => many(6).map(() => random.between(0, 9_000))))
}

describe('the view of a transcript', () => {
	it.each(SEEDS)('has every result together with its call, whatever is left out: %i', (seed) => {
		for (const [known, cut] of requests(anyTranscript(seed))) {
			const messages = view(known, cut)
			// The newest call may be without a result yet.
			const results = idsOf(messages, 'tool-result')
			expect(idsOf(messages, 'tool-call').slice(0, results.length)).toEqual(results)
		}
	})

	it.each(SEEDS)('moves forward, and changes nothing that was sent unless it moves: %i', (seed) => {
		let last: [ModelMessage[], Cut] = [[], NO_CUT]
		for (const [known, cut] of requests(anyTranscript(seed))) {
			const messages = view(known, cut)
			for (const place of ['from', 'elided', 'pictures'] as const) {
				expect(isBefore(cut[place], last[1][place])).toBe(false)
			}
			if (JSON.stringify(cut) === JSON.stringify(last[1])) {
				expect(messages.slice(0, last[0].length)).toEqual(last[0])
			}
			last = [messages, cut]
		}
	})

	it('stays within the budget and moves rarely: a step does not cost the cache', () => {
		const most = 60_000
		const entries = transcript(Array.from({ length: 60 }, () => [3_000, 3_000, 3_000]))
		let moves = 0
		let before = NO_CUT
		for (const [known, cut] of requests(entries, most)) {
			expect(viewTokens(known, cut)).toBeLessThanOrEqual(most)
			if (JSON.stringify(cut) !== JSON.stringify(before)) moves++
			before = cut
		}
		expect(moves).toBeGreaterThan(5)
		expect(moves).toBeLessThan(entries.length / 20)
	})

	it('reduces old results and arguments to a line with their place, and keeps the newest whole', () => {
		const entries = transcript([[6_000], [6_000], [6_000], [6_000]])
		const cut = withElisions(entries, NO_CUT, MOST)
		const text = JSON.stringify(view(entries, cut))
		expect(text).toContain('recall {\\"ref\\":\\"2.1.0\\"} returns them')
		expect(text).toContain('"content":"[6,000 characters left out; recall')
		expect(text).toContain('"path":"A.cs"')
		expect(text).toContain(`result c3_0 ${'r'.repeat(6_000)}`)
		expect(text).not.toContain(`result c0_0 ${'r'.repeat(200)}`)
		expect(text.match(/request \d/g)).toHaveLength(4)
	})

	it('shows at most four pictures, and says how to see an older one', () => {
		const entries = transcript(
			Array.from({ length: 9 }, () => [10]),
			true,
		)
		for (const [known, cut] of requests(entries)) {
			const shown = JSON.stringify(view(known, cut))
			expect(shown.match(/"type":"image"/g)?.length ?? 0).toBeLessThanOrEqual(4)
		}
		expect(JSON.stringify(view(entries, [...requests(entries)].at(-1)?.[1] ?? NO_CUT))).toContain(
			'[a picture, no longer shown; recall {\\"ref\\":\\"2.1.0\\"} shows it]',
		)
	})

	it('can begin inside a long run, before one of its calls', () => {
		const entries = transcript([Array.from({ length: 80 }, () => 450)])
		const [, cut] = [...requests(entries)].at(-1) ?? []
		expect(cut?.from.index).toBeGreaterThan(0)
		expect(view(entries, cut ?? NO_CUT)[0]?.parts[0]?.type).toBe('tool-call')
	})
})
