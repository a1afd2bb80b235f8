/** Numbers, colours and vectors in plain words. */
import names from 'color-name'
import type { Axis, Colour, Vec3 } from './types.ts'

const NUMBERS: Readonly<Record<string, number>> = {
	a: 1,
	an: 1,
	one: 1,
	another: 1,
	two: 2,
	three: 3,
	four: 4,
	five: 5,
	six: 6,
	seven: 7,
	eight: 8,
	nine: 9,
	ten: 10,
	eleven: 11,
	twelve: 12,
	fifteen: 15,
	twenty: 20,
	both: 2,
	half: 0.5,
	once: 1,
	twice: 2,
	thrice: 3,
	'a couple of': 2,
	'a pair of': 2,
	'a few': 3,
	some: 3,
	'a dozen': 12,
	'half a': 0.5,
}

/** Source of a pattern that matches what {@link numberOf} reads. */
export const NUMBER = `(?:-?\\d+(?:[.]\\d+)?|-?[.]\\d+|${Object.keys(NUMBERS)
	.sort((a, b) => b.length - a.length)
	.join('|')})`

export function numberOf(words: string): number | undefined {
	const said = words.trim().toLowerCase()
	if (/^-?(\d+(\.\d+)?|\.\d+)$/.test(said)) return Number(said)
	return Object.hasOwn(NUMBERS, said) ? NUMBERS[said] : undefined
}

const round3 = (value: number): number => Math.round(value * 1_000) / 1_000

/** How far a shade goes from the colour towards black or white. */
const SHADES: Readonly<Record<string, number>> = {
	dark: -0.45,
	deep: -0.35,
	darker: -0.45,
	light: 0.5,
	lighter: 0.5,
	pale: 0.65,
	bright: 0,
	pastel: 0.6,
}
const SHADE = Object.keys(SHADES).join('|')
/** Spellings that CSS does not know. */
const EXTRA: Readonly<Record<string, readonly [number, number, number]>> = {
	amber: [255, 191, 0],
	rose: [255, 0, 127],
	mint: [152, 255, 152],
	cream: [255, 253, 208],
	bronze: [205, 127, 50],
	charcoal: [54, 69, 79],
	emerald: [80, 200, 120],
	scarlet: [255, 36, 0],
}

/** Reads "red", "dark blue", "dark-blue", "light sea green", "#f80", "#ff8800". */
export function colourOf(words: string): Colour | undefined {
	const said = words.trim().toLowerCase().replace(/\s+/g, ' ')
	const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.exec(said)?.[1]
	if (hex) {
		const full = hex.length === 3 ? [...hex].map((c) => c + c).join('') : hex
		return colour(
			said,
			[0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16)),
		)
	}
	const plain = named(said)
	if (plain) return colour(said, plain)
	const shaded = new RegExp(`^(${SHADE})[ -](.+)$`).exec(said)
	const base = shaded?.[2] ? named(shaded[2]) : undefined
	if (!shaded?.[1] || !base) return undefined
	const amount = SHADES[shaded[1]] ?? 0
	const target = amount < 0 ? 0 : 255
	return colour(
		said,
		base.map((value) => value + (target - value) * Math.abs(amount)),
	)
}

function named(said: string): readonly number[] | undefined {
	const key = said.replace(/[ -]/g, '')
	if (Object.hasOwn(EXTRA, key)) return EXTRA[key]
	return Object.hasOwn(names, key) ? names[key as keyof typeof names] : undefined
}

const colour = (name: string, rgb: readonly number[]): Colour => ({
	name,
	rgba: [round3((rgb[0] ?? 0) / 255), round3((rgb[1] ?? 0) / 255), round3((rgb[2] ?? 0) / 255), 1],
})

/** The longest colour among the words, with what is left of them. */
export function takeColour(words: string): { colour?: Colour; rest: string } {
	const tokens = words.split(/\s+/).filter(Boolean)
	for (let length = 3; length >= 1; length--) {
		for (let from = 0; from + length <= tokens.length; from++) {
			const found = colourOf(tokens.slice(from, from + length).join(' '))
			if (!found) continue
			const rest = [...tokens.slice(0, from), ...tokens.slice(from + length)].join(' ')
			return { colour: found, rest }
		}
	}
	return { rest: tokens.join(' ') }
}

const FIGURE = '-?(?:\\d+(?:[.]\\d+)?|[.]\\d+)'
/** Three figures, with or without brackets, commas and letters: `0 3 0`, `(0, 3, 0)`, `x=1 y=2 z=3`. */
export const VECTOR = `[([]?\\s*(?:x\\s*[=:]?\\s*)?(${FIGURE})[\\s,]+(?:y\\s*[=:]?\\s*)?(${FIGURE})[\\s,]+(?:z\\s*[=:]?\\s*)?(${FIGURE})\\s*[)\\]]?`

export function vectorOf(words: string): Vec3 | undefined {
	const match = new RegExp(`^\\s*${VECTOR}\\s*$`, 'i').exec(words)
	return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : undefined
}

export function along(axis: Axis, amount: number): Vec3 {
	return [axis === 'x' ? amount : 0, axis === 'y' ? amount : 0, axis === 'z' ? amount : 0]
}

/** `rotate me` → `RotateMe`: a name C# takes. */
export function pascalCase(words: string): string {
	const joined = words
		.split(/[^A-Za-z0-9]+/)
		.filter(Boolean)
		.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
		.join('')
	return /^[A-Z]/.test(joined) ? joined : `Script${joined}`
}
