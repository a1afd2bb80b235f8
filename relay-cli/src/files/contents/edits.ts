/** Applying exact replacements to a text: all or none. Pure. */
import { FileError } from '../file-error.ts'
import type { JailedPath } from '../jail.ts'
import { closedLines, isLogFile, shownLogText } from './log-text.ts'
import { MAX_EDITED_BYTES, tooLarge, withLf } from './text-file.ts'

export interface Edit {
	readonly find: string
	readonly replace: string
	readonly replace_all: boolean
}

/** Line numbers named in an error; more do not help. */
const MAX_LINES_NAMED = 10
/** Characters shown of a line. */
const MAX_SHOWN = 200
/** Lines compared for the most similar one, which takes some 100 ms. */
const MAX_COMPARED = 20_000
/** Less alike is a line of its own. */
const MIN_LIKENESS = 0.5

/** 1-based. */
function lineAt(text: string, index: number): number {
	let line = 1
	for (let i = text.indexOf('\n'); i !== -1 && i < index; i = text.indexOf('\n', i + 1)) line++
	return line
}

/** A place where the text to find stands. */
interface Found {
	readonly index: number
	readonly length: number
}

/**
 * Finds every place of the text, whatever line endings the file has: the caller saw it with LF. A regular expression could
 * take time that grows with the square of the length, so it uses none.
 */
function placesOf(text: string, find: string): Found[] {
	const plain = withLf(text)
	const wanted = withLf(find)
	const places: Found[] = []
	let index = 0
	let plainIndex = 0
	const advanceTo = (end: number): number => {
		if (plain.length === text.length) return end
		for (; plainIndex < end; plainIndex++) index += text.startsWith('\r\n', index) ? 2 : 1
		return index
	}
	for (let at = plain.indexOf(wanted); at !== -1; at = plain.indexOf(wanted, at + wanted.length)) {
		const begin = advanceTo(at)
		places.push({ index: begin, length: advanceTo(at + wanted.length) - begin })
	}
	return places
}

/** A line of the file, as an error shows it: with its indentation, for it is copied into the next try. */
interface ShownLine {
	/** 1-based. */
	readonly line: number
	readonly text: string
}

const shownLine = (lines: readonly string[], line: number): ShownLine => {
	const text = lines[line - 1] ?? ''
	return { line, text: text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text }
}

/** The line with those before and after it, which tell one place from another. */
const placeAt = (lines: readonly string[], line: number): readonly ShownLine[] =>
	[line - 1, line, line + 1]
		.filter((one) => one >= 1 && one <= lines.length)
		.map((one) => shownLine(lines, one))

const squeeze = (line: string): string => line.replace(/\s+/g, ' ').trim().toLowerCase()

/** Lines like the first one of the text: the same but for white space and case, else the most similar one. */
function similarLines(text: string, find: string): ShownLine[] {
	const wanted = find
		.split('\n')
		.map(squeeze)
		.find((line) => line !== '')
	if (wanted === undefined) return []
	const lines = text.split(/\r?\n/)
	const same = lines.flatMap((line, i) => (squeeze(line).includes(wanted) ? [i + 1] : []))
	if (same.length > 0) return same.slice(0, MAX_LINES_NAMED).map((line) => shownLine(lines, line))
	const pairs = pairsOf(wanted)
	let best = { line: 0, likeness: MIN_LIKENESS }
	for (const [i, line] of lines.slice(0, MAX_COMPARED).entries()) {
		const likeness = likenessOf(pairs, pairsOf(squeeze(line).slice(0, MAX_SHOWN)))
		if (likeness > best.likeness) best = { line: i + 1, likeness }
	}
	return best.line === 0 ? [] : [shownLine(lines, best.line)]
}

const pairsOf = (line: string): ReadonlySet<string> =>
	new Set(Array.from({ length: Math.max(0, line.length - 1) }, (_, i) => line.slice(i, i + 2)))

/** 0 to 1: the share of neighboring characters that both have (Dice). */
function likenessOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
	let both = 0
	for (const pair of a) if (b.has(pair)) both++
	return (2 * both) / Math.max(1, a.size + b.size)
}

/** The new text with the line ends of the old one where its lines stay; further lines end in `eol`. */
function withEndsOf(old: string, replacement: string, eol: string): string {
	const ends = old.match(/\r?\n/g) ?? []
	const before = old.split(/\r?\n/)
	const after = replacement.split(/\r?\n/)
	const count = after.length - 1
	const same = before.findIndex((line, i) => line !== after[i])
	const kept = same === -1 ? before.length : same
	return after
		.map((line, i) => {
			if (i === count) return line
			// Lines after a change are counted from the end: an inserted line does not shift their ends.
			const end = i < kept ? ends[i] : ends[ends.length - (count - i)]
			return line + (end ?? eol)
		})
		.join('')
}

/** The places of the text, in order. In a log it is not found where a secret is hidden. */
function foundIn(text: string, find: string, log: boolean): readonly Found[] {
	const places = placesOf(text, find)
	if (!log || places.length === 0) return places
	const closed = closedLines(text)
	const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
	let line = 0
	return places.filter(({ index, length }) => {
		while ((starts[line + 1] ?? Number.POSITIVE_INFINITY) <= index) line++
		for (let at = line; (starts[at] ?? Number.POSITIVE_INFINITY) <= index + length; at++)
			if (closed.has(at)) return false
		return true
	})
}

/** The text with the replacement at each place, which is made once for each kind of line ends there. */
function replaced(text: string, places: readonly Found[], replace: string, eol: string): string {
	const made = new Map<string, string>()
	const parts: string[] = []
	let from = 0
	for (const { index, length } of places) {
		const old = text.slice(index, index + length)
		const replacement = made.get(old) ?? withEndsOf(old, replace, eol)
		made.set(old, replacement)
		parts.push(text.slice(from, index), replacement)
		from = index + length
	}
	return parts.join('') + text.slice(from)
}

/** How long the text becomes at least: its line ends may take more. */
const lengthAfter = (text: string, places: readonly Found[], replace: string): number =>
	places.reduce((sum, { length }) => sum - length, text.length) +
	places.length * withLf(replace).length

/**
 * Applies the edits in order, each to the result of those before. Inserted lines end in
 * `eol`; all other bytes stay as they are, also in a file with mixed line endings.
 *
 * @param path the file; if it is a log, errors quote its lines without their secrets
 * @throws {FileError} `no_match` or `ambiguous`, with the lines in question, and `too_large` before a text is made
 * that is too large to edit; nothing is applied then.
 */
export function applyEdits(
	text: string,
	edits: readonly Edit[],
	eol: '\n' | '\r\n',
	path: JailedPath,
): { text: string; replacements: number } {
	const log = isLogFile(path)
	let current = text
	let replacements = 0
	edits.forEach((edit, index) => {
		const which = edits.length === 1 ? 'The text to find' : `The text of edit ${index + 1}`
		const found = foundIn(current, edit.find, log)
		const shown = (): string => (log ? shownLogText(current) : current)
		if (found.length === 0) {
			const near = similarLines(shown(), edit.find)
			throw new FileError(
				'no_match',
				`${which} is not in the file${log ? ', or in a line whose secret is hidden' : ''}. Nothing was changed.`,
				{
					hint:
						near.length > 0
							? `Line ${near.map(({ line }) => line).join(', ')} looks similar: “${near[0]?.text.trim()}”. Copy the text exactly, with its white space, as "similar" has it.`
							: 'Read the file again and copy the text exactly.',
					data: { edit: index + 1, similar: near },
				},
			)
		}
		if (found.length > 1 && !edit.replace_all) {
			const lines = found.slice(0, MAX_LINES_NAMED).map(({ index: at }) => lineAt(current, at))
			const all = shown().split(/\r?\n/)
			throw new FileError(
				'ambiguous',
				`${which} occurs ${found.length} times (line ${lines.join(', ')}${found.length > lines.length ? ', …' : ''}). Nothing was changed.`,
				{
					hint: 'Add lines around it, as "places" shows them, until it is unique, or set replace_all.',
					data: {
						edit: index + 1,
						lines,
						count: found.length,
						places: lines.map((line) => placeAt(all, line)),
					},
				},
			)
		}
		const length = lengthAfter(current, found, edit.replace)
		if (length > MAX_EDITED_BYTES) throw tooLarge(path, length)
		current = replaced(current, found, edit.replace, eol)
		replacements += found.length
	})
	return { text: current, replacements }
}
