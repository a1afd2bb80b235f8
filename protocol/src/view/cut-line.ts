/** A value on one line: far more than any line is wide. */
const MAX_LINE_CHARS = 1_000

export const cutLine = (text: string): string =>
	text.length <= MAX_LINE_CHARS ? text : `${text.slice(0, MAX_LINE_CHARS)}…`
