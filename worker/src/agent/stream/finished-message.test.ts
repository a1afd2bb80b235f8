import { describe, expect, it } from 'vitest'
import { keepable } from '../calls/tool-results.ts'
import type { ModelMessage } from '../model/types.ts'
import { fitMessage, fitModel } from './finished-message.ts'

/** The size limit of a SQLite row in an object. */
const ROW_BYTES = 2_000_000
const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))
/** Three bytes a character: a limit in characters would let three times too much through. */
const long = (chars: number): string => '界'.repeat(chars)

const batch = (n: number): ModelMessage[] => [
	{
		role: 'assistant',
		parts: [
			{ type: 'tool-call', callId: `c${n}`, name: 'write_file', input: { content: long(5_000) } },
		],
	},
	{
		role: 'user',
		parts: [
			{
				type: 'tool-result',
				callId: `c${n}`,
				name: 'write_file',
				content: [{ type: 'text', text: long(16_000) }],
				isError: false,
			},
		],
	},
]

describe('the end of a very long run', () => {
	it('fits its row, so that the run can end', () => {
		const parts = Array.from({ length: 50 }, (_, n) => ({
			type: 'tool-write_file',
			toolCallId: `c${n}`,
			input: { content: long(20_000) },
			output: { result: long(60_000) },
		}))
		const ui = fitMessage({ id: 'm', role: 'assistant', parts })
		const model = fitModel(Array.from({ length: 50 }, (_, n) => batch(n)).flat())
		expect(bytes(ui) + bytes(model)).toBeLessThan(ROW_BYTES)
		expect(ui.parts).toHaveLength(50)
	})

	it('keeps the newest results and every pair of call and result', () => {
		const model = fitModel(Array.from({ length: 50 }, (_, n) => batch(n)).flat())
		expect(model.at(-1)).toEqual(batch(49)[1])
		expect(model.flatMap((m) => m.parts).map((p) => 'callId' in p && p.callId)).toEqual(
			Array.from({ length: 50 }, (_, n) => [`c${n}`, `c${n}`]).flat(),
		)
	})

	it('leaves a usual one unchanged', () => {
		expect(fitModel(batch(0))).toEqual(batch(0))
	})
})

describe('a result larger than a row', () => {
	it('is cut to its beginning, also in the data of an error', () => {
		const ok = keepable({ status: 'ok', result: { text: 'x'.repeat(3_000_000) } })
		const error = keepable({
			status: 'error',
			error: { code: 'internal', message: 'No.', data: 'x'.repeat(3_000_000) },
		})
		expect(bytes(ok)).toBeLessThan(ROW_BYTES)
		expect(bytes(error)).toBeLessThan(ROW_BYTES)
		expect(JSON.stringify(ok)).toContain('"result":{"text":"xxxxxxxx')
	})

	it('does not affect other results', () => {
		const small = { status: 'ok', result: { created: true } } as const
		expect(keepable(small)).toEqual(small)
	})
})
