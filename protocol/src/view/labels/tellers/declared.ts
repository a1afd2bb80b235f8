/** The sentence of a tool whose declaration says it. */
import type { CallLabel } from '../../../tools/index.ts'
import { baseName, name, num, say, vector } from '../label.ts'
import { objectOf, type Teller, type Told } from './teller.ts'

/** Arguments that name files, of which one may be called `1204`, like the id of an object. */
const FILES = /^(path|from|to)$/
/** Arguments that are no paths, whatever slashes they have: told whole. */
const WORDS = /^(message|title|branch|remote|button)$/
/** `{path}`, or `{shape.size}` for a member of an object. */
const PLACES = /\{([\w.]+)\}/g

export const declared =
	({ verb, rest = '' }: CallLabel): Teller =>
	(told) => {
		const texts = [rest].flat()
		const whole = texts.find((text) =>
			[...text.matchAll(PLACES)].every(([, place = '']) => shown(told, place) !== null),
		)
		// The pieces alternate: words, then the name of a place.
		const pieces = (whole ?? texts.at(-1) ?? '').split(PLACES)
		const said: ReturnType<typeof shown>[] = [told.v(...verb)]
		for (let i = 0; i < pieces.length; i += 2) {
			const place = pieces[i + 1]
			const value = place === undefined ? '' : shown(told, place)
			if (value === null) break
			// The name alone reads like that of a file.
			const folder = i === 0 && told.result['kind'] === 'directory' ? 'the folder' : ''
			said.push(pieces[i]?.trim() ?? '', folder, value)
		}
		return say(...said)
	}

function shown(told: Told, path: string) {
	const value = at(told.result, path) ?? at(told.input, path)
	switch (typeof value) {
		case 'string':
			if (WORDS.test(path)) return name(value)
			return /^\d+$/.test(value) && !FILES.test(path) ? objectOf(told, path) : name(baseName(value))
		case 'number':
			return num(value)
		default:
			return vector(value)
	}
}

const at = (value: unknown, path: string): unknown =>
	path
		.split('.')
		.reduce<unknown>(
			(inside, member) =>
				typeof inside === 'object' && inside !== null && Object.hasOwn(inside, member)
					? (inside as Record<string, unknown>)[member]
					: undefined,
			value,
		)
