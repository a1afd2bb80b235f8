/** Applying exact replacements to a text: all or none. Pure. */
import { FileError } from './file-error.ts'

export interface Edit {
	readonly find: string
	readonly replace: string
	readonly replace_all: boolean
}

/** Line numbers named in an error; more do not help. */
const MAX_LINES_NAMED = 10

/** 1-based. */
function lineAt(text: string, index: number): number {
	let line = 1
	for (let i = text.indexOf('\n'); i !== -1 && i < index; i = text.indexOf('\n', i + 1)) line++
	return line
}

/** Finds the text whatever line endings the file has: the caller saw it with LF. */
function patternOf(find: string): RegExp {
	const lines = find.split(/\r?\n/).map((line) => line.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
	return new RegExp(lines.join('\\r?\\n'), 'g')
}

/** Where the text would match ignoring white space: the usual reason for a miss. */
function looseMatches(text: string, find: string): number[] {
	const squeeze = (line: string): string => line.replace(/\s+/g, ' ').trim()
	const wanted = find.split('\n').map(squeeze)
	const first = wanted.findIndex((line) => line !== '')
	const line = wanted[first]
	if (line === undefined) return []
	return text
		.split(/\r?\n/)
		.flatMap((candidate, i) => (squeeze(candidate).includes(line) ? [i + 1] : []))
		.slice(0, MAX_LINES_NAMED)
}

/**
 * Applies the edits in order, each to the result of those before. Inserted lines end in
 * `eol`; all other bytes stay as they are, also in a file with mixed line endings.
 *
 * @throws {FileError} `no_match` or `ambiguous`, with line numbers; nothing is applied then.
 */
export function applyEdits(
	text: string,
	edits: readonly Edit[],
	eol: '\n' | '\r\n',
): { text: string; replacements: number } {
	let current = text
	let replacements = 0
	edits.forEach((edit, index) => {
		const which = edits.length === 1 ? 'The text to find' : `The text of edit ${index + 1}`
		const pattern = patternOf(edit.find)
		const found = [...current.matchAll(pattern)].map((match) => match.index)
		if (found.length === 0) {
			const near = looseMatches(current, edit.find)
			throw new FileError('no_match', `${which} is not in the file. Nothing was changed.`, {
				hint:
					near.length > 0
						? `Line ${near.join(', ')} looks similar. Compare the whitespace and copy the text exactly.`
						: 'Read the file again and copy the text exactly.',
				data: { edit: index, similarLines: near },
			})
		}
		if (found.length > 1 && !edit.replace_all) {
			const lines = found.slice(0, MAX_LINES_NAMED).map((at) => lineAt(current, at))
			throw new FileError(
				'ambiguous',
				`${which} occurs ${found.length} times (line ${lines.join(', ')}${found.length > lines.length ? ', …' : ''}). Nothing was changed.`,
				{
					hint: 'Add lines around it until it is unique, or set replace_all.',
					data: { edit: index, lines, count: found.length },
				},
			)
		}
		const replacement = edit.replace.replaceAll(/\r?\n/g, eol)
		current = current.replace(pattern, () => replacement)
		replacements += found.length
	})
	return { text: current, replacements }
}
