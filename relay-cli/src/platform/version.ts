import packageJson from '../../package.json' with { type: 'json' }

/** The relay's version, as published. */
export const RELAY_VERSION: string = packageJson.version

/** The three numbers of a version; null if it has none. */
const numbersOf = (version: string): number[] | null =>
	/^v?(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number) ?? null

/** False if either cannot be read: a notice must not be a guess. */
export function isNewer(version: string, than: string): boolean {
	const [a, b] = [numbersOf(version), numbersOf(than)]
	if (a === null || b === null) return false
	const first = a.findIndex((number, i) => number !== b[i])
	return first >= 0 && (a[first] ?? 0) > (b[first] ?? 0)
}
