/** The words of a title: one line of plain text, short enough for a list. Pure. */

export const MAX_TITLE_CHARS = 60

/** The first line, cut at a word. */
export function titleFrom(text: string): string | null {
	return cut(text.trim().split('\n', 1)[0]?.trim() ?? '') || null
}

/** The title in a model's words; null: they could not be one. */
export function cleanTitle(written: string): string | null {
	const lines = written.split(/[\n\r\u2028\u2029]+/u).map(plain)
	return cut(lines.find((line) => line !== '') ?? '') || null
}

/** Without markup, quotes, and characters that are not seen or turn the line around. Joiners stay: words and emoji need them. */
const plain = (line: string): string =>
	line
		.replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]+|\s+/gu, ' ')
		.replace(/^[\s#>*_`~-]+|[\s*_`~]+$/gu, '')
		.replace(/^title\s*:\s*/iu, '')
		.replace(/^["'“”„«‘’\s*_`]+|["'“”«»‘’\s*_`]+$/gu, '')
		.replace(/(?<![.\s])\.$/u, '')
		.replace(/ {2,}/gu, ' ')

function cut(line: string): string {
	const letters = [...line]
	if (letters.length <= MAX_TITLE_CHARS) return line
	const start = letters.slice(0, MAX_TITLE_CHARS - 1).join('')
	const space = start.lastIndexOf(' ')
	return `${space > MAX_TITLE_CHARS / 2 ? start.slice(0, space) : start}…`
}
