/** A teller makes the sentence of one tool's calls. */

import { type Bag, text } from '../../../wire/safe-read.ts'
import { baseName, type Label, name, vector } from '../label.ts'

export interface Told {
	readonly input: Bag
	readonly result: Bag
	readonly action: string
	/** The verb in the call's tense. */
	readonly v: (doing: string, done: string, base: string) => string
	/** Its result is there: a visitor of a share link is shown few. */
	readonly known: boolean
}
export type Teller = (told: Told) => Label

/** How an argument that names an object is shown: `/A/Cube` → Cube, an id → "object 1204". */
export function objectOf({ input, result }: Told, key: string) {
	const named = text(result['name']) ?? text(result['gameObjectName'])
	if (named !== undefined) return name(named)
	const reference = text(input[key])
	if (reference === undefined) return 'an object'
	return /^\d+$/.test(reference) ? `object ${reference}` : name(baseName(reference))
}

export const at = (value: unknown): string | null => {
	const shown = vector(value)
	return shown === null ? null : `at ${shown}`
}
