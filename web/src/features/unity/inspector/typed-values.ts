/** Values as a person types or picks them. Pure. */

/** Reads "1.5" and "1,5". Returns null for a text that is not a number. */
export function numberFrom(text: string): number | null {
	const plain = text.trim().replace(',', '.')
	const value = plain === '' ? Number.NaN : Number(plain)
	return Number.isFinite(value) ? value : null
}

/** Returns null for an empty name. */
export const nameFrom = (text: string): string | null => (text.trim() === '' ? null : text)

const byte = (channel: number | undefined): number =>
	Math.round(Math.min(1, Math.max(0, channel ?? 0)) * 255)

/** @param color channels from 0 to 1; brighter ones count as 1 */
export const hexOf = (color: readonly number[]): string =>
	`#${color
		.slice(0, 3)
		.map((channel) => byte(channel).toString(16).padStart(2, '0'))
		.join('')}`

/** The picked colour, as opaque as the one before. */
export function withHex(before: readonly number[], hex: string): number[] {
	const picked = [1, 3, 5].map((at) => {
		const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
		return Math.round(value * 1000) / 1000
	})
	return [...picked, ...before.slice(3)]
}
