/**
 * Patterns of names and paths. A person, a model or a project's file wrote them, so no path takes long: at each wildcard
 * only the last one before it is tried again. Pure.
 */

/** In a name: any characters. In a path: any folders, or none. */
export const ANY = Symbol('any')
type One = string | ((char: string) => boolean)
export type NamePattern = readonly (One | typeof ANY)[]
/** Each matches one name, from the first folder to the file. */
export type PathPattern = readonly (NamePattern | typeof ANY)[]

export const matchesPath = (pattern: PathPattern, names: readonly string[]): boolean =>
	matchesAll(pattern, names, matchesName)

const matchesName = (pattern: NamePattern, name: string): boolean =>
	matchesAll(pattern, name, (one, char) => (typeof one === 'string' ? one === char : one(char)))

/** The shortest run that fits is taken for each `ANY`: a longer one leaves no more to those behind it. */
function matchesAll<P>(
	pattern: readonly (P | typeof ANY)[],
	items: ArrayLike<string>,
	fits: (one: P, item: string) => boolean,
): boolean {
	let at = 0
	let item = 0
	let behindAny = -1
	let taken = 0
	while (item < items.length) {
		const one = pattern[at]
		if (one === ANY) {
			behindAny = ++at
			taken = item
		} else if (one !== undefined && fits(one, items[item] as string)) {
			at++
			item++
		} else if (behindAny !== -1) {
			at = behindAny
			item = ++taken
		} else return false
	}
	while (pattern[at] === ANY) at++
	return at === pattern.length
}
