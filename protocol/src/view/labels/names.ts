/**
 * Names of the scene's objects by their ids. A person cannot decide about "object 46210";
 * earlier results of the conversation usually contain its name.
 */

import { type Bag, bag, bags, text } from '../../wire/safe-read.ts'

/** Object id, a decimal string → name. */
export type Names = ReadonlyMap<string, string>
export const NO_NAMES: Names = new Map()

/** Arguments that name an object of the scene (`ObjectRef` in the tools' schemas). */
const REFERENCES: readonly string[] = [
	'instance_id',
	'game_object_id',
	'parent_id',
	'root',
	'look_at',
]
const ID = /^-?\d+$/
/** Results are nested less than this; deeper is not a list of objects. */
const MAX_DEPTH = 6

function collect(value: unknown, into: Map<string, string>, depth = 0): void {
	if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return
	if (Array.isArray(value)) {
		for (const item of value) collect(item, into, depth + 1)
		return
	}
	const { instanceId, name, gameObjectId, gameObjectName } = value as Bag
	if (text(instanceId) && text(name)) into.set(String(instanceId), String(name))
	if (text(gameObjectId) && text(gameObjectName)) {
		into.set(String(gameObjectId), String(gameObjectName))
	}
	for (const inner of Object.values(value)) collect(inner, into, depth + 1)
}

/** Every object that a tool's result names. */
export function namesIn(result: unknown): Names {
	const names = new Map<string, string>()
	collect(result, names)
	return names
}

/** The ids that arguments hold, those of a batch's operations among them. */
export function idsIn(input: Bag): string[] {
	const own = REFERENCES.flatMap((key) => {
		const reference = text(input[key])
		return reference !== undefined && ID.test(reference) ? [reference] : []
	})
	const inner = bags(input['operations']).flatMap((operation) => idsIn(bag(operation['args'])))
	return [...new Set([...own, ...inner])]
}

/** The name of an object that an argument refers to, if it is known. */
export const nameOf = (key: string, value: unknown, names: Names): string | undefined =>
	REFERENCES.includes(key) && typeof value !== 'object' ? names.get(String(value)) : undefined

/** The arguments with names in place of known ids; unknown ids stay. */
export function withNames(input: Bag, names: Names): Bag {
	if (names.size === 0) return input
	return Object.fromEntries(
		Object.entries(input).map(([key, value]) => {
			return [key, nameOf(key, value, names) ?? value]
		}),
	)
}

export const sameNames = (a: Names, b: Names): boolean =>
	a.size === b.size && [...a].every(([id, name]) => b.get(id) === name)
