/** Texts that people base decisions on, with everything in them that cannot be seen. Pure. */
import { escaped, UNSEEN } from './unseen.ts'

/** Characters that stand for themselves in source text. */
const LINE_BREAK_OR_TAB = /[\n\t]/
/** A line could end behind more spaces than this. */
const LONG_RUN = / {9,}/g
/** Code is indented by less. */
const LONG_INDENT = /[ \t]{41,}/g
/** The rest of a text could stand below more empty lines than this. */
const EMPTY_LINES = /\n(?:[ \t]*\n){9,}/g

const counted = (run: string): string => `␣×${run.length.toLocaleString('en')}`

/**
 * A name, a command or a sentence that people base decisions on: its invisible characters are written out
 * (`\u{202E}`), and a long run of spaces is counted (`␣×600`).
 */
export const visible = (text: string): string =>
	text.replace(UNSEEN, escaped).replace(LONG_RUN, counted)

/** The same for text of several lines: line breaks, tabs and indents stay, many empty lines are counted. */
export const visibleSource = (source: string): string =>
	source
		.replace(/\r\n/g, '\n')
		.replace(UNSEEN, (char) => (LINE_BREAK_OR_TAB.test(char) ? char : escaped(char)))
		.replace(LONG_INDENT, counted)
		.replace(EMPTY_LINES, (lines) => `\n␤×${(lines.split('\n').length - 2).toLocaleString('en')}\n`)
