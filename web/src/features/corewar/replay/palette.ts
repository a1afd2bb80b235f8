/**
 * The colours of up to ten warriors. Found by a search that began with Petroff's ten (Accessible Color Sequences for Data
 * Visualization, 2021, arXiv:2107.02270) and moved them until no two come closer than 0.1 in OKLab, neither to normal
 * eyes nor with protanopia, deuteranopia or tritanopia as Machado, Oliveira and Fernandes (2009) simulate them, and each
 * has a contrast of 3:1 with its ground. `palette.test.ts` measures both. The first are the furthest apart.
 */

export type PaletteTheme = 'dark' | 'light'

interface Palette {
	/** Behind the cells. */
	readonly ground: string
	/** Cells that nobody has touched. */
	readonly empty: string
	/** The colour towards which a touched cell goes. */
	readonly glow: string
	readonly warriors: readonly string[]
}

export const PALETTES: Readonly<Record<PaletteTheme, Palette>> = {
	dark: {
		ground: '#12161c',
		empty: '#1a1e24',
		glow: '#ffffff',
		warriors: [
			'#f7731a',
			'#a308f4',
			'#d4a1e3',
			'#496f82',
			'#46f6b0',
			'#c6322f',
			'#a279e6',
			'#e7e019',
			'#1f9d8f',
			'#44c98c',
		],
	},
	light: {
		ground: '#ffffff',
		empty: '#f4f6f8',
		glow: '#000000',
		warriors: [
			'#f75522',
			'#40129f',
			'#800615',
			'#1c83ba',
			'#7c5369',
			'#b23906',
			'#602eda',
			'#582058',
			'#db4ffa',
			'#8c9288',
		],
	},
}

/** The state of a cell: nothing for long, something lately, something just now, or its process is next. */
export const LOOK = { REST: 0, WARM: 1, HOT: 2, PROCESS: 3 } as const
const LOOKS = 4
/** How far each look goes from the warrior's colour to the glow. */
const GLOW = [0, 0.25, 0.55, 1] as const

/** Colour indexes. */
export const GROUND = 0
export const EMPTY = 1
const FIRST_WARRIOR = 2

/** The index of a warrior's colour. */
export const lookOf = (warrior: number, look: (typeof LOOK)[keyof typeof LOOK]): number =>
	FIRST_WARRIOR + warrior * LOOKS + look

/** @returns the warrior whose colour it is; null: nobody's */
export const warriorOf = (index: number): number | null =>
	index < FIRST_WARRIOR ? null : Math.floor((index - FIRST_WARRIOR) / LOOKS)

const numberOf = (colour: string): number => Number.parseInt(colour.slice(1), 16)

function mixed(from: number, to: number, share: number): number {
	let colour = 0
	for (const shift of [16, 8, 0]) {
		const [one, other] = [(from >> shift) & 255, (to >> shift) & 255]
		colour |= Math.round(one + (other - one) * share) << shift
	}
	return colour
}

/**
 * Colours as 0xRRGGBB, by colour index.
 * @param only the others are shown like cells that nobody has touched, but for a trace
 */
export function coloursOf(theme: PaletteTheme, only: number | null = null): readonly number[] {
	const { ground, empty, glow, warriors } = PALETTES[theme]
	const colours = [numberOf(ground), numberOf(empty)]
	for (const [w, colour] of warriors.entries()) {
		for (const share of GLOW) {
			const own = mixed(numberOf(colour), numberOf(glow), share)
			colours.push(only === null || only === w ? own : mixed(numberOf(empty), own, 0.12))
		}
	}
	return colours
}
