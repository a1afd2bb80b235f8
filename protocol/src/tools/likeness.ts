/** How much names are alike by their letters. Pure. */

/** Names less alike than this have nothing to do with each other. */
export const NEAR = 30

/** How much a name is like the wanted one: those that contain or are contained are above 100, the others share letters. */
export function likeness(wanted: string, name: string): number {
	const w = wanted.toLowerCase()
	const n = name.toLowerCase()
	if (n === w) return 1_000
	if (n.includes(w) || w.includes(n)) return 500 - Math.abs(n.length - w.length)
	const pairs = new Set(Array.from({ length: n.length - 1 }, (_, i) => n.slice(i, i + 2)))
	let common = 0
	for (let i = 0; i < w.length - 1; i++) if (pairs.has(w.slice(i, i + 2))) common++
	return (200 * common) / Math.max(1, n.length + w.length - 2)
}

/** Near matches first: names that contain or are contained, then by common letters. */
export function nearest(wanted: string, names: readonly string[], count = 5): string[] {
	return names
		.map((name) => ({ name, score: likeness(wanted, name) }))
		.sort((a, b) => b.score - a.score)
		.slice(0, count)
		.map((x) => x.name)
}
