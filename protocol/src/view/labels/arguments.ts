/** The arguments of a call as a person reads them before they approve it. Pure. */

import type { Bag } from '../../wire/safe-read.ts'
import { type Names, nameOf } from './names.ts'

/** `instance_id` → "object", `component_type` → "component type". */
const words = (key: string): string => {
	if (key === 'instance_id' || key === 'game_object_id') return 'object'
	return key.replace(/_id$/, '').replaceAll('_', ' ')
}

/**
 * Arguments as a person reads them: keys in words, objects by name with their id behind it. Keys whose words are the
 * same stay as they are: none may take the place of another.
 * @param withAction the sentence does not have it
 */
export function plainArguments(input: Bag, names: Names, withAction = false): Bag {
	const entries = Object.entries(input).filter(([key]) => withAction || key !== 'action')
	const isOwn = (key: string): boolean =>
		entries.every(([other]) => other === key || ![other, words(other)].includes(words(key)))
	return Object.fromEntries(
		entries.map(([key, value]) => {
			const known = nameOf(key, value, names)
			return [
				isOwn(key) ? words(key) : key,
				known === undefined ? value : `${known} (id ${String(value)})`,
			]
		}),
	)
}
