/** Numbers, colours and kinds of objects in plain words. */
import names from 'color-name'

export type Vec3 = readonly [number, number, number]

export interface Colour {
	/** As the person wrote it, e.g. `dark red`. */
	readonly name: string
	/** 0–1 each. */
	readonly rgba: readonly [number, number, number, number]
}

const NUMBERS = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const FURTHER: Readonly<Record<string, number>> = {
	a: 1,
	an: 1,
	another: 1,
	twelve: 12,
	twenty: 20,
}

/** Source of a pattern that matches what {@link numberOf} reads. */
export const NUMBER = `(?:-?\\d+(?:[.]\\d+)?|${[...NUMBERS.slice(1), ...Object.keys(FURTHER)].join('|')})`
/** Source of a pattern: three figures, with or without brackets and commas. */
export const VECTOR = '[([]?-?[\\d.]+[,\\s]+-?[\\d.]+[,\\s]+-?[\\d.]+[)\\]]?'

/** @returns `otherwise` for words that are not a number */
export function numberOf(words: string | undefined, otherwise: number): number {
	const said = (words ?? '').trim().toLowerCase()
	const at = NUMBERS.indexOf(said)
	if (at > 0) return at
	const read = FURTHER[said] ?? Number(said || Number.NaN)
	return Number.isFinite(read) ? read : otherwise
}

export function vectorOf(words: string): Vec3 {
	const [x = 0, y = 0, z = 0] = (words.match(/-?[\d.]+/g) ?? []).map(Number)
	return [x, y, z]
}

/** Parts of 1, in thousandths: `0.502` rather than `0.50196078`. */
const round = (value: number): number => Math.round(value * 1_000) / 1_000

/** Reads "red", "sea green", "dark blue", "#f80", "#ff8800". */
export function colourOf(words: string): Colour | undefined {
	const name = words.trim().toLowerCase()
	const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.exec(name)?.[1]
	const key = name.replace(/[ -]/g, '') as keyof typeof names
	const rgb = hex ? channelsOf(hex) : Object.hasOwn(names, key) ? names[key] : undefined
	if (!rgb) return undefined
	const [r = 0, g = 0, b = 0] = rgb.map((value) => round(value / 255))
	return { name, rgba: [r, g, b, 1] }
}

function channelsOf(hex: string): number[] {
	const full = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex
	return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16))
}

export interface Kind {
	/** A `PrimitiveType` of unity_hierarchy. */
	readonly primitive: string
	/** Default name, e.g. `Cube`. */
	readonly label: string
	/** Half the size at scale 1, in units. */
	readonly half: Vec3
}

const kind = (primitive: string, label: string, half: Vec3): Kind => ({ primitive, label, half })
const NOTHING: Vec3 = [0, 0, 0]
const KINDS: ReadonlyArray<readonly [nouns: string, kind: Kind]> = [
	['cube|box|block', kind('Cube', 'Cube', [0.5, 0.5, 0.5])],
	['sphere|ball', kind('Sphere', 'Sphere', [0.5, 0.5, 0.5])],
	['capsule', kind('Capsule', 'Capsule', [0.5, 1, 0.5])],
	['cylinder', kind('Cylinder', 'Cylinder', [0.5, 1, 0.5])],
	['floor|ground', kind('Plane', 'Floor', [5, 0, 5])],
	['plane', kind('Plane', 'Plane', [5, 0, 5])],
	['point light|light|lamp', kind('PointLight', 'Point Light', NOTHING)],
	['empty object|game ?object|empty', kind('Empty', 'GameObject', NOTHING)],
]

/** Source of a pattern: every noun that can be created, singular or plural. */
export const NOUN = `(?:${KINDS.map(([nouns]) => nouns).join('|')})(?:e?s)?`

/** @param noun singular or plural, or the name of an object with a number: `Cube 2` */
export const kindOf = (noun: string): Kind | undefined =>
	KINDS.find(([nouns]) =>
		new RegExp(`^(?:${nouns})(?:e?s)?(?: \\d+)?$`, 'i').test(noun.trim()),
	)?.[1]

export const isPlural = (noun: string): boolean => kindOf(noun) !== undefined && /s$/i.test(noun)

/** "a, b and c". */
export const listed = (items: readonly string[]): string =>
	items.length <= 1 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`

/** 0.49999 reads as 0.5. */
export const figure = (value: number): string => String(Math.round(value * 100) / 100 || 0)
export const point = (v: Vec3): string => `(${v.map(figure).join(', ')})`
export const counted = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`
