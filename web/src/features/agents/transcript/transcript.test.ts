import type { TranscriptEntry, TranscriptPart } from '@fairlead/protocol/agents/agents'
import { expect, test } from 'vitest'
import { diffOf, keyOf, piecesOf } from './pieces.ts'
import { joined } from './reader.ts'
import { snippetOf } from './search.tsx'

const tool = (byte: number, toolId: string): TranscriptEntry => ({
	kind: 'tool',
	byte,
	toolId,
	name: 'Read',
	text: `Reading ${toolId}`,
	input: '{}',
})
const result = (byte: number, toolId: string): TranscriptEntry => ({
	kind: 'result',
	byte,
	toolId,
	failed: false,
	text: toolId,
})
const text = (byte: number): TranscriptEntry => ({ kind: 'text', byte, text: String(byte) })
const part = (
	from: number,
	to: number,
	entries: TranscriptEntry[],
	size = 100,
): TranscriptPart => ({
	sessionId: 's',
	size,
	from,
	to,
	entries,
})

test('a call and its result are one piece where the call stands, and a result without its call is kept', () => {
	const pieces = piecesOf([
		result(0, 'before'),
		tool(10, 'a'),
		tool(10, 'b'),
		text(20),
		result(30, 'a'),
	])
	expect(
		pieces.map((piece) =>
			piece.kind === 'call'
				? [piece.tool?.toolId ?? null, piece.result?.toolId ?? null]
				: piece.kind,
		),
	).toEqual([[null, 'before'], ['a', 'a'], ['b', null], 'text'])
	expect(new Set(pieces.map(keyOf)).size).toBe(4)
})

test('a plan is a list, in which an update replaces the one before, and older ones are folded', () => {
	const note = (byte: number, words: string): TranscriptEntry => ({
		kind: 'note',
		byte,
		text: words,
	})
	const pieces = piecesOf([
		note(0, 'Plan:\n[ ] Find the door\n[ ] Open it'),
		note(10, 'Plan:\n[x] Find the door\n[ ] Open it'),
		text(20),
		note(30, 'Plan:\n[x] Find the door\n[>] Open it'),
		note(40, 'Plan: none yet'),
	])
	expect(pieces).toMatchObject([
		{ kind: 'plan', byte: 10, isOld: true },
		{ kind: 'text' },
		{
			kind: 'plan',
			isOld: false,
			steps: [
				{ state: 'done', text: 'Find the door' },
				{ state: 'doing', text: 'Open it' },
			],
		},
		{ kind: 'note', text: 'Plan: none yet' },
	])
	// A text of several lines that begins in the same way stays whole.
	expect(piecesOf([note(0, 'Plan:\n[x] One\nand more')])).toMatchObject([{ kind: 'note' }])
})

test('parts are joined where they border on each other, and only there', () => {
	const shown = part(40, 60, [text(40), text(50)])
	expect(joined(shown, part(20, 40, [text(20)]), 'before')).toMatchObject({ from: 20, to: 60 })
	expect(joined(shown, part(60, 100, [text(60)]), 'after')).toMatchObject({
		from: 40,
		to: 100,
		entries: [text(40), text(50), text(60)],
	})
	expect(joined(shown, part(70, 100, [text(70)]), 'after')).toBeNull()
	expect(joined(shown, { ...part(60, 100, []), sessionId: 'other' }, 'after')).toBeNull()
	// The file was cut.
	expect(joined(shown, part(60, 60, [], 10), 'after')).toBeNull()
})

test('a long reading keeps the entries near the reader, and the others can be read again', () => {
	const many = Array.from({ length: 1_999 }, (_, at) => text(1_000 + at))
	const shown = part(1_000, 2_999, many, 5_000)
	const up = joined(shown, part(900, 1_000, [text(900), text(950)], 5_000), 'before')
	expect(up?.entries).toHaveLength(2_000)
	expect([up?.from, up?.to]).toEqual([900, 2_998])
	const down = joined(shown, part(2_999, 3_001, [text(2_999), text(3_000)], 5_000), 'after')
	expect([down?.from, down?.to]).toEqual([1_001, 3_001])
})

test('an edit is read as removed and added lines; a new file has added ones only', () => {
	expect(diffOf('a\nb\n', 'a\nc\n')).toBe('-a\n-b\n+a\n+c')
	expect(diffOf(undefined, 'x')).toBe('+x')
	expect(diffOf('gone', '')).toBe('-gone')
})

test('a found text is shown with what stands around it, on one line', () => {
	const [before, hit, after] = snippetOf(`${'x'.repeat(100)}\nthe Door\nis`, 'door')
	expect([before, hit, after]).toEqual([`…${'x'.repeat(55)} the `, 'Door', ' is'])
})
