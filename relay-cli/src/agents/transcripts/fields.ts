/** Values of unknown JSON, read without trust: a transcript belongs to another program, and may hold anything. */

export type Fields = Readonly<Record<string, unknown>>

export const fieldsOf = (value: unknown): Fields | null =>
	typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null

export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Zero for everything that is not a count. */
export const countOf = (value: unknown): number =>
	typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0

/** Unix milliseconds of an ISO time. */
export function timeOf(value: unknown): number | null {
	if (typeof value !== 'string' || value.length > 40) return null
	const time = Date.parse(value)
	return Number.isFinite(time) && time > 0 ? Math.trunc(time) : null
}

/** Never in the middle of a character. */
export const cut = (text: string, length: number): string =>
	text.length <= length
		? text
		: text
				.slice(0, length)
				.toWellFormed()
				.replace(/\uFFFD$/, '')

/** The text in one line of at most `length` characters. */
export function lineOf(text: string, length: number): string {
	// Beyond this, nothing reaches the line, and looking for spaces in megabytes takes time.
	const plain = text
		.slice(0, length * 4)
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.trim()
	return plain.length <= length ? plain : `${cut(plain, length - 1)}…`
}
