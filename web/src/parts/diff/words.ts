/** The words of a changed line that differ from the line it replaces. Pure. */
import { diffArrays } from 'diff'
import type { DiffLine } from './lines.ts'

/** A range from the first character to the one after the last. */
export type Range = readonly [start: number, end: number]

/** A minified line has no words to compare. */
const MAX_CHARS = 1_000
/** A removed line is compared with this many of the added ones that follow. */
const LOOK_AHEAD = 4
/** Lines that have less than this in common are different lines, not one that was changed. */
const MIN_SHARE = 0.5

/** Words, numbers with their fraction, white space, and every other sign by itself. */
const TOKEN = /\d+(?:\.\d+)?\w*|[\p{L}\p{N}_]+|\s+|./gu

/** Changed ranges by the line's key; lines that were only added or only removed have none. */
export function changedWords(lines: readonly DiffLine[]): ReadonlyMap<number, readonly Range[]> {
	const found = new Map<number, readonly Range[]>()
	let at = 0
	const take = (kind: DiffLine['kind']): readonly DiffLine[] => {
		const from = at
		while (lines[at]?.kind === kind) at++
		return lines.slice(from, at)
	}
	while (at < lines.length) {
		const removed = take('remove')
		const added = take('add')
		if (removed.length === 0 && added.length === 0) at++
		let next = 0
		for (const old of removed) {
			for (let i = next; i < Math.min(added.length, next + LOOK_AHEAD); i++) {
				const line = added[i]
				const words = line && compare(old.text, line.text)
				if (!words) continue
				found.set(old.key, words.before)
				found.set(line.key, words.after)
				next = i + 1
				break
			}
		}
	}
	return found
}

/** null if they are different lines, not one that was changed. */
function compare(before: string, after: string): { before: Range[]; after: Range[] } | null {
	if (Math.max(before.length, after.length) > MAX_CHARS) return null
	const parts = diffArrays(before.match(TOKEN) ?? [], after.match(TOKEN) ?? []).map((part) => ({
		...part,
		text: part.value.join(''),
	}))
	const common = parts.filter((part) => !part.added && !part.removed)
	const shared = common.reduce((sum, part) => sum + inkOf(part.text), 0)
	if (2 * shared < MIN_SHARE * (inkOf(before) + inkOf(after)) || shared === 0) return null
	const old = new Ranges()
	const now = new Ranges()
	parts.forEach((part, n) => {
		// The space between two changed words belongs to the change.
		const inside = n > 0 && n < parts.length - 1 && part.text.trim() === ''
		if (!part.added) old.pass(part.text.length, part.removed || inside)
		if (!part.removed) now.pass(part.text.length, part.added || inside)
	})
	return { before: old.list, after: now.list }
}

/** Characters that are not white space. */
const inkOf = (text: string): number => text.replace(/\s/g, '').length

class Ranges {
	readonly list: Range[] = []
	#at = 0

	pass(length: number, changed: boolean): void {
		const end = this.#at + length
		const last = this.list.at(-1)
		if (changed && last?.[1] === this.#at) this.list[this.list.length - 1] = [last[0], end]
		else if (changed) this.list.push([this.#at, end])
		this.#at = end
	}
}

export interface Piece {
	readonly text: string
	readonly color: string | undefined
	readonly changed: boolean
}

/** A line in pieces of one colour, each changed or not. */
export function piecesOf(
	tokens: readonly { readonly content: string; readonly color?: string | undefined }[],
	changed: readonly Range[],
): Piece[] {
	const pieces: Piece[] = []
	let at = 0
	for (const { content, color } of tokens) {
		const cuts = changed.flat().filter((cut) => cut > at && cut < at + content.length)
		const edges = [at, ...cuts, at + content.length]
		edges.slice(1).forEach((end, n) => {
			const start = edges[n] ?? end
			pieces.push({
				text: content.slice(start - at, end - at),
				color,
				changed: changed.some(([from, to]) => from <= start && end <= to),
			})
		})
		at += content.length
	}
	return pieces
}
