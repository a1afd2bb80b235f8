/** Numbers, colours and kinds of objects in plain words. */
import names from 'color-name'

const NUMBERS = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** Source of a pattern that matches what {@link numberOf} reads. */
export const NUMBER = `(?:-?\\d+|${[...NUMBERS.slice(1), 'an?', 'another', 'twelve'].join('|')})`
/** Source of a pattern: three figures, with or without brackets and commas. */
export const VECTOR = '[([]?-?[\\d.]+[,\\s]+-?[\\d.]+[,\\s]+-?[\\d.]+[)\\]]?'

export function numberOf(words: string): number {
	const at = NUMBERS.indexOf(words.toLowerCase())
	if (at > 0 || /\d/.test(words)) return at > 0 ? at : Number(words)
	return /^twelve$/i.test(words) ? 12 : 1
}

/** Red, green, blue and alpha of "red", "sea green", "darkblue": 0–1, in thousandths. */
export function colourOf(words: string): number[] | undefined {
	const key = words.toLowerCase().replace(/[ -]/g, '') as keyof typeof names
	if (!Object.hasOwn(names, key)) return undefined
	return [...names[key], 255].map((value) => Math.round((value / 255) * 1_000) / 1_000)
}

export interface Kind {
	/** Its name, and its `PrimitiveType` unless it is a floor. */
	readonly label: string
	/** Units at scale 1, from its middle to its top. */
	readonly half: number
	readonly nouns: string
}

const KINDS: readonly Kind[] = [
	{ label: 'Cube', half: 0.5, nouns: 'cube|box|block' },
	{ label: 'Sphere', half: 0.5, nouns: 'sphere|ball' },
	{ label: 'Capsule', half: 1, nouns: 'capsule' },
	{ label: 'Cylinder', half: 1, nouns: 'cylinder' },
	{ label: 'Floor', half: 0, nouns: 'floor|ground|plane' },
]

/** Source of a pattern: every noun that can be created, singular or plural. */
export const NOUN = `(?:${KINDS.map(({ nouns }) => nouns).join('|')})(?:e?s)?`

/** @param noun singular or plural, or the name of an object with a number: `Cube 2` */
export const kindOf = (noun: string): Kind | undefined =>
	KINDS.find(({ nouns }) => new RegExp(`^(?:${nouns})(?:e?s)?(?: \\d+)?$`, 'i').test(noun))

/** "a, b and c". */
export const listed = (items: readonly string[]): string =>
	items.length <= 1 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`

/** @param all how many there are, where not all are among the lines */
export function bullets(head: string, lines: readonly string[], all = lines.length): string {
	const shown = lines.slice(0, 25).map((line) => line.replace(/^ */, '$&- '))
	const more = all > shown.length ? [`- … and ${all - shown.length} more`] : []
	return [`${head}\n`, ...shown, ...more, ''].join('\n')
}

/** 0.49999 reads as 0.5. */
export const figure = (value: number): string => String(Math.round(value * 100) / 100 || 0)
export const counted = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`
