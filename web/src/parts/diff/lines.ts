/**
 * The lines of a unified diff. The relay cuts long diffs, and edits whose place is not known have no line
 * numbers: `parsePatch` of `diff` refuses both, so the lines are read here.
 */
import { visibleSource } from '@fairlead/protocol/view/visible'

export interface DiffLine {
	readonly kind: 'add' | 'remove' | 'same' | 'hunk'
	readonly text: string
	/** Its place in the diff. */
	readonly key: number
}

export function linesOf(diff: string): DiffLine[] {
	const lines = diff.replace(/\n$/, '').split('\n')
	// Names of files stand before the first hunk only: below, `---` is a removed `--`.
	const begin = lines.findIndex((line) => line.startsWith('@@'))
	return lines
		.slice(Math.max(0, begin))
		.filter((line) => !line.startsWith('\\ No newline'))
		.map((line, key) => {
			if (line.startsWith('@@')) return { kind: 'hunk', text: line, key }
			if (line.startsWith('+')) return { kind: 'add', text: line.slice(1), key }
			if (line.startsWith('-')) return { kind: 'remove', text: line.slice(1), key }
			return { kind: 'same', text: line.replace(/^ /, ''), key }
		})
}

export function countDiff(diff: string): { added: number; removed: number } {
	const lines = linesOf(diff)
	return {
		added: lines.filter((line) => line.kind === 'add').length,
		removed: lines.filter((line) => line.kind === 'remove').length,
	}
}

/** Empty lines in a row that are still drawn one by one. */
const MAX_EMPTY = 8

/** Lines that nothing can hide in: invisible characters are written out, and many empty lines are counted. */
export function visibleLines(lines: readonly DiffLine[]): DiffLine[] {
	const found: DiffLine[] = []
	for (let at = 0; at < lines.length; ) {
		const line = lines[at] as DiffLine
		let end = at
		while (lines[end]?.kind === line.kind && lines[end]?.text.trim() === '') end++
		if (end - at > MAX_EMPTY) {
			found.push({ ...line, text: `␤×${(end - at).toLocaleString('en')}` })
			at = end
		} else {
			found.push({ ...line, text: visibleSource(line.text.replace(/\r$/, '')) })
			at++
		}
	}
	return found
}
