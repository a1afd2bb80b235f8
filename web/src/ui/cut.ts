/** Limits the text that is laid out at once: more would block the page for seconds, and is not readable. */
const MAX_SHOWN_CHARS = 50_000
/** A value on one line: far more than any line is wide. */
const MAX_LINE_CHARS = 1_000

/** The beginning of a long text, and how many characters are left out. */
export function cutText(text: string): { readonly shown: string; readonly rest: number } {
	const shown = text.slice(0, MAX_SHOWN_CHARS)
	return { shown, rest: text.length - shown.length }
}

export const cutLine = (text: string): string =>
	text.length <= MAX_LINE_CHARS ? text : `${text.slice(0, MAX_LINE_CHARS)}…`

/** The note below a text that was cut. */
export const restWords = (rest: number): string =>
	`${rest.toLocaleString('en')} more characters are not shown.`
