import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KeptOutput } from './kept-output.ts'

test('a reader that goes on from where it was gets exactly what was written, however it came', () => {
	fc.assert(
		fc.property(
			fc.array(fc.string({ unit: 'binary', maxLength: 12 }), { maxLength: 30 }),
			fc.integer({ min: 2, max: 20 }),
			(chunks, most) => {
				const kept = new KeptOutput(10_000)
				for (const chunk of chunks) kept.add(chunk)
				let read = ''
				while (read.length < kept.end) read += kept.slice(read.length, most)
				expect(read).toBe(chunks.join(''))
			},
		),
	)
})

test('the newest part is kept, and the rest is known to be gone', () => {
	const kept = new KeptOutput(10)
	for (const chunk of ['aaaaa', 'bbbbb', 'ccccc', 'ddddd']) kept.add(chunk)
	expect([kept.start, kept.end]).toEqual([10, 20])
	expect(kept.slice(12, 100)).toBe('cccddddd')
	expect(() => kept.slice(9, 1)).toThrow(RangeError)
	expect(() => kept.slice(21, 1)).toThrow(RangeError)
})

test('a character is not cut in two', () => {
	const kept = new KeptOutput(100)
	kept.add('a😀b')
	expect(kept.slice(0, 2)).toBe('a')
	expect(kept.slice(1, 2)).toBe('😀')
})
