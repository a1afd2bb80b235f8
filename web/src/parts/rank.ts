/** How well an entry of Find matches what a person typed: words from their beginnings, the best first. Pure. */

export interface Findable {
	/** The text that a person reads. */
	readonly title: string
	/** Also searched, and worth less: the path of an object. */
	readonly also?: string
}

/** Lower is better; null: no match. */
export type Rank = number

const RANK = { same: 0, begins: 1, inOrder: 2, anyOrder: 3, also: 4 } as const

/** A match in the messages of a conversation alone: below everything that is called so. */
export const RANK_IN_TEXT: Rank = 5

/** Lower case, without accents. */
const plain = (text: string): string =>
	text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase()

/** "RedCube (1)" is red, cube and 1, and also redcube: Unity's names are often written together. */
function wordsOf(text: string): string[] {
	const apart = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
	const split = (whole: string) => plain(whole).match(/[\p{L}\p{N}]+/gu) ?? []
	const words = split(text)
	const parts = split(apart)
	return parts.length === words.length ? words : [...parts, ...words]
}

const queryWords = (query: string): string[] => plain(query).match(/[\p{L}\p{N}]+/gu) ?? []

const allBegin = (wanted: readonly string[], words: readonly string[]): boolean =>
	wanted.every((one) => words.some((word) => word.startsWith(one)))

function inOrder(wanted: readonly string[], words: readonly string[]): boolean {
	let from = 0
	for (const one of wanted) {
		const at = words.findIndex((word, index) => index >= from && word.startsWith(one))
		if (at < 0) return false
		from = at + 1
	}
	return true
}

/** Every typed word must begin a word of the entry. An empty query matches everything equally. */
export function rank({ title, also = '' }: Findable, query: string): Rank | null {
	const wanted = queryWords(query)
	if (wanted.length === 0) return query.trim() === '' ? RANK.same : null
	const words = wordsOf(title)
	if (!allBegin(wanted, words)) {
		return allBegin(wanted, [...words, ...wordsOf(also)]) ? RANK.also : null
	}
	const whole = queryWords(title).join(' ')
	const typed = wanted.join(' ')
	if (whole === typed) return RANK.same
	if (whole.startsWith(typed)) return RANK.begins
	return inOrder(wanted, words) ? RANK.inOrder : RANK.anyOrder
}

export interface FoundGroup<T> {
	readonly heading: string
	readonly entries: readonly T[]
}

/** The entries that match, best first, in groups with the best hit first. Ties stay in the order they came in. */
export function findIn<T extends Findable & { readonly rank?: Rank }>(
	groups: readonly FoundGroup<T>[],
	query: string,
): FoundGroup<T>[] {
	const found = groups.flatMap(({ heading, entries }) => {
		const ranked = entries.flatMap((entry) => {
			const own = rank(entry, query) ?? entry.rank ?? null
			return own === null ? [] : [{ entry, own }]
		})
		ranked.sort((a, b) => a.own - b.own)
		const [best] = ranked
		return best ? [{ heading, best: best.own, entries: ranked.map(({ entry }) => entry) }] : []
	})
	return found.sort((a, b) => a.best - b.best)
}
