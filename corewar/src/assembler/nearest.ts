/** The name that was meant by one that nobody knows. */

/** Names further away than this are not what was meant. */
const MAX_DISTANCE = 2
/** So that a hostile source with thousands of labels stays cheap. */
const MAX_CANDIDATES = 2_000

export interface Nearest {
	/** The known name most like the one asked for; null: none is close. */
	readonly name: string | null
	/** Names looked at, and pairs of letters compared. */
	readonly steps: number
}

/** Looks for the known name most like `name`, among the first `MAX_CANDIDATES`. */
export function nearestName(name: string, known: Iterable<string>): Nearest {
	const search = new Search(name)
	for (const candidate of known) {
		if (search.candidates >= MAX_CANDIDATES) break
		search.add(candidate)
	}
	return { name: search.best, steps: search.steps }
}

class Search {
	best: string | null = null
	steps = 0
	candidates = 0
	readonly #name: string
	#least: number
	/** Three rows of the table of distances, used by turns. */
	#rows: [number[], number[], number[]] = [[], [], []]

	constructor(name: string) {
		this.#name = name
		this.#least = Math.min(MAX_DISTANCE, Math.max(1, Math.floor(name.length / 2))) + 1
	}

	add(candidate: string): void {
		this.candidates++
		this.steps++
		const name = this.#name
		if (candidate === name || Math.abs(candidate.length - name.length) >= this.#least) return
		const far = this.#distance(name, candidate)
		if (far >= this.#least) return
		this.#least = far
		this.best = candidate
	}

	/**
	 * Edits between two names, of which exchanging neighbours is one; the same letter in another case counts less.
	 * Only the cells near the diagonal can be below `#least`; once a row has none, no later one has.
	 * @returns the distance, or infinity if it is not below `#least`
	 */
	#distance(a: string, b: string): number {
		let [earlier, before, row] = this.#rows
		for (let j = 0; j <= MAX_DISTANCE; j++) before[j] = j
		before[MAX_DISTANCE + 1] = Number.POSITIVE_INFINITY
		for (let i = 1; i <= a.length; i++) {
			const x = a.charAt(i - 1)
			const from = Math.max(1, i - MAX_DISTANCE)
			const to = Math.min(b.length, i + MAX_DISTANCE)
			row[from - 1] = from === 1 ? i : Number.POSITIVE_INFINITY
			row[to + 1] = Number.POSITIVE_INFINITY
			let lowest = row[from - 1] as number
			for (let j = from; j <= to; j++) {
				this.steps++
				const y = b.charAt(j - 1)
				const change = x === y ? 0 : x.toLowerCase() === y.toLowerCase() ? 0.25 : 1
				const isExchanged = i > 1 && j > 1 && x === b.charAt(j - 2) && a.charAt(i - 2) === y
				const cell = Math.min(
					(before[j] as number) + 1,
					(row[j - 1] as number) + 1,
					(before[j - 1] as number) + change,
					isExchanged ? (earlier[j - 2] as number) + 1 : Number.POSITIVE_INFINITY,
				)
				row[j] = cell
				lowest = Math.min(lowest, cell)
			}
			if (lowest >= this.#least) return Number.POSITIVE_INFINITY
			;[earlier, before, row] = [before, row, earlier]
		}
		return before[b.length] as number
	}
}
