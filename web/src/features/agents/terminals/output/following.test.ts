import type { OutputPart } from '@fairlead/protocol/agents/terminals'
import { beforeEach, expect, test } from 'vitest'
import { Following, type Step } from './following.ts'

const TEXT = 'abcdefghijklmnopqrstuvwxyz'
const part = (from: number, to: number, more: Partial<OutputPart> = {}): OutputPart => ({
	from,
	to,
	data: TEXT.slice(from, to),
	...more,
})
const snapshot = (to: number, more: Partial<OutputPart> = {}): OutputPart => ({
	from: to,
	to,
	data: `[${TEXT.slice(0, to)}]`,
	snapshot: true,
	...more,
})
const SMALL = { columns: 40, rows: 10 }
const LARGE = { columns: 120, rows: 32 }

/** The text that a person sees, and the requests for it. */
const read = (steps: readonly Step[]): string =>
	steps
		.map((step) => {
			if (step.do === 'write') return `${step.data}@${step.to}`
			if (step.do === 'resize') return `${step.size.columns}x${step.size.rows}`
			return step.do === 'reset' ? 'reset' : `follow ${step.from ?? 'whole'}`
		})
		.join(' ')

let following: Following
beforeEach(() => {
	following = new Following()
})
const begun = (to: number) => {
	following.begin()
	following.answered(snapshot(to))
}

test('the screen as it is stands first, then output that comes is added to it', () => {
	expect(read(following.begin())).toBe('follow whole')
	expect(read(following.answered(snapshot(3, { size: LARGE })))).toBe('reset 120x32 [abc]@3')
	expect(read(following.heard(part(3, 5)))).toBe('de@5')
	expect(read(following.heard(part(5, 6)))).toBe('f@6')
})

test('output that overtakes the answer is shown after it, once', () => {
	following.begin()
	expect(following.heard(part(2, 4))).toEqual([])
	expect(following.heard(part(4, 6))).toEqual([])
	expect(read(following.answered(snapshot(3)))).toBe('reset [abc]@3 d@4 ef@6')
})

test('output that is shown already is not written again', () => {
	begun(6)
	expect(following.heard(part(2, 4))).toEqual([])
	expect(following.heard(part(2, 6, { size: SMALL }))).toEqual([])
	expect(following.heard(snapshot(4))).toEqual([])
	expect(read(following.heard(part(4, 8)))).toBe('gh@8')
})

test('a gap is asked for, and what came behind it waits', () => {
	begun(3)
	expect(read(following.heard(part(5, 7)))).toBe('follow 3')
	expect(following.heard(part(7, 9))).toEqual([])
	expect(read(following.answered(part(3, 6)))).toBe('def@6 g@7 hi@9')
	expect(read(following.heard(part(9, 10)))).toBe('j@10')
})

test('the output goes on after a reconnect where it was', () => {
	begun(4)
	expect(read(following.begin())).toBe('follow 4')
	expect(read(following.answered(part(4, 8)))).toBe('efgh@8')
	// Or too much was missed.
	expect(read(following.begin())).toBe('follow 8')
	expect(read(following.answered(snapshot(20)))).toBe(`reset [${TEXT.slice(0, 20)}]@20`)
})

test('the page asks once for the whole screen after an answer that leaves a gap', () => {
	begun(2)
	following.begin()
	expect(read(following.answered(part(5, 7)))).toBe('follow whole')
	expect(read(following.answered(part(5, 7)))).toBe('reset fg@7')
})

test('a page that could not keep up gets the screen as it is now', () => {
	begun(2)
	expect(read(following.heard(snapshot(9, { size: SMALL })))).toBe('reset 40x10 [abcdefghi]@9')
	expect(read(following.heard(part(9, 11)))).toBe('jk@11')
})

test('sizes change between the outputs where they changed, also without any output', () => {
	begun(3)
	expect(read(following.heard(part(3, 5, { size: SMALL })))).toBe('40x10 de@5')
	expect(read(following.heard(part(5, 5, { size: LARGE })))).toBe('120x32')
	// Its beginning was shown at another size, but its rest was not.
	expect(read(following.heard(part(4, 7, { size: SMALL })))).toBe('40x10 fg@7')
	expect(following.heard(part(5, 5, { size: LARGE }))).toEqual([])
})
