/** Limits the text that is laid out at once: more would block the page for seconds, and is not readable. */
const MAX_SHOWN_CHARS = 50_000

/** The beginning of a long text, and how many characters are left out. */
export function cutText(text: string): { readonly shown: string; readonly rest: number } {
	const shown = text.slice(0, MAX_SHOWN_CHARS)
	return { shown, rest: text.length - shown.length }
}

/** The note below a text that was cut. */
export const restWords = (rest: number): string =>
	`${rest.toLocaleString('en')} more characters are not shown.`
