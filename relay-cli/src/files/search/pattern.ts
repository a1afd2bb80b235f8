/** A regular expression for the search, as JavaScript reads it. */
import { FileError } from '../file-error.ts'

export interface Pattern {
	readonly source: string
	readonly flags: string
}

/**
 * Unicode-aware where that is possible: the stricter mode refuses some expressions that people write, such as `foo {`.
 * @throws {FileError} `invalid_arguments` if the pattern is not a valid regular expression.
 */
export function parsePattern(source: string, ignoreCase: boolean): Pattern {
	if (/[\n\r]/.test(source))
		throw new FileError(
			'invalid_arguments',
			'The pattern contains a line break, but lines are searched one at a time.',
			{
				hint: 'Search for part of one line, and use context to see the lines around it.',
			},
		)
	// With m, a lone carriage return ends a line.
	const flags = `${ignoreCase ? 'i' : ''}m`
	for (const attempt of [`${flags}u`, flags]) {
		try {
			new RegExp(source, attempt)
			return { source, flags: attempt }
		} catch (error) {
			if (attempt === flags) throw notAPattern(error)
		}
	}
	throw notAPattern(undefined)
}

const notAPattern = (error: unknown): FileError => {
	const why = error instanceof SyntaxError ? error.message.replace(/^.*\/: /s, '') : 'not valid'
	return new FileError(
		'invalid_arguments',
		`The pattern is not a valid regular expression: ${why}.`,
		{
			hint: 'Escape ( ) [ ] { } . * + ? ^ $ | \\ with a backslash to match them literally.',
		},
	)
}
