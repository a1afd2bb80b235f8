/**
 * Public types of Unity and .NET by namespace, from a list that `scripts/builds/type-names.ts` makes. A namespace that
 * packages add types to, or that is not listed, is open: of a file that uses one, no name can be called unknown.
 */
import names from './type-names.json' with { type: 'json' }

const split = (list: string): ReadonlySet<string> => new Set(list.split(' '))

const NAMESPACES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
	Object.entries(names.namespaces).map(([namespace, list]) => [namespace, split(list)]),
)
/** Types inside of types, whichever. Heirs of the outer type use them by their short name. */
const NESTED = split(names.nested)
/** Names that stand in the place of a type and are not types. */
const WORDS = split('var dynamic nint nuint unmanaged notnull _ await global')

export const isListed = (namespace: string): boolean => NAMESPACES.has(namespace)
export const isWord = (name: string): boolean => WORDS.has(name)
export const isNested = (name: string): boolean => NESTED.has(name)
export const isIn = (namespace: string, name: string): boolean =>
	NAMESPACES.get(namespace)?.has(name) ?? false
