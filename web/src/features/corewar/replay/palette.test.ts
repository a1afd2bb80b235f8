/** Ten warriors can be told apart by everybody, in both themes. */
import { describe, expect, test } from 'vitest'
import { MAX_WARRIORS } from '../battle/setup.ts'
import { coloursOf, EMPTY, GROUND, LOOK, lookOf, PALETTES, warriorOf } from './palette.ts'

type Rgb = readonly [number, number, number]

/** Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB. */
const SIGHTS: Readonly<Record<string, readonly Rgb[]>> = {
	normal: [
		[1, 0, 0],
		[0, 1, 0],
		[0, 0, 1],
	],
	protanopia: [
		[0.152286, 1.052583, -0.204868],
		[0.114503, 0.786281, 0.099216],
		[-0.003882, -0.048116, 1.051998],
	],
	deuteranopia: [
		[0.367322, 0.860646, -0.227968],
		[0.280085, 0.672501, 0.047413],
		[-0.01182, 0.04294, 0.968881],
	],
	tritanopia: [
		[1.255528, -0.076749, -0.178779],
		[-0.078411, 0.930809, 0.147602],
		[0.004733, 0.691367, 0.3039],
	],
}

const linear = (colour: number): Rgb =>
	[colour >> 16, (colour >> 8) & 255, colour & 255]
		.map((one) => one / 255)
		.map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)) as unknown as Rgb

const oklab = ([r, g, b]: Rgb): Rgb => {
	const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
	const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
	const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
	return [
		0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
		1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
		0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
	]
}

function seen(colour: number, sight: readonly Rgb[]): Rgb {
	const [r, g, b] = linear(colour)
	const through = sight.map(([x, y, z]) => Math.min(1, Math.max(0, x * r + y * g + z * b)))
	return oklab(through as unknown as Rgb)
}

function contrast(one: number, other: number): number {
	const luminance = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b
	const [low, high] = [luminance(linear(one)), luminance(linear(other))].sort((a, b) => a - b)
	return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05)
}

describe.each(['dark', 'light'] as const)('%s', (theme) => {
	const colours = coloursOf(theme)
	const own = PALETTES[theme].warriors.map((_, w) => colours[lookOf(w, LOOK.REST)]!)

	test('has a colour for each warrior', () => expect(own).toHaveLength(MAX_WARRIORS))

	test.each(Object.keys(SIGHTS))('no two are alike with %s', (sight) => {
		const views = own.map((colour) => seen(colour, SIGHTS[sight]!))
		for (const [i, one] of views.entries()) {
			for (const other of views.slice(0, i)) {
				expect(Math.hypot(...one.map((v, at) => v - other[at]!))).toBeGreaterThanOrEqual(0.1)
			}
		}
	})

	test('each stands out from the ground, at rest and just touched', () => {
		for (let w = 0; w < MAX_WARRIORS; w++) {
			for (const look of Object.values(LOOK)) {
				const colour = colours[lookOf(w, look)]!
				expect(contrast(colour, colours[GROUND]!)).toBeGreaterThanOrEqual(3)
				expect(contrast(colour, colours[EMPTY]!)).toBeGreaterThanOrEqual(2.9)
			}
		}
	})
})

test('an index tells whose it is', () => {
	expect(warriorOf(EMPTY)).toBeNull()
	expect(warriorOf(lookOf(9, LOOK.PROCESS))).toBe(9)
	expect(coloursOf('dark')).toHaveLength(lookOf(9, LOOK.PROCESS) + 1)
})
