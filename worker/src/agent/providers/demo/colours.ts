/** From figures to words: the name of a colour that was read from the scene. */
import names from 'color-name'

/** Distance of 255, over all channels, that is not visible. */
const SAME_DISTANCE = 6
/** Distance of 255, over all channels, that counts as "close to". */
const NEAR_DISTANCE = 40
/** Preferred where CSS has several names for one colour. */
const PREFERRED = ['cyan', 'magenta', 'grey'] as const

/** `darkseagreen` → `dark sea green`. */
const spaced = (name: string): string =>
	name
		.replace(/^(dark|light|medium|pale|deep|hot|dim)(?=.)/, '$1 ')
		.replace(
			/(?<=[a-z])(blue|green|red|gr[ae]y|white|yellow|pink|purple|violet|orchid|salmon|turquoise|cyan|magenta|khaki|brown)$/,
			' $1',
		)

/**
 * "red", "close to dark blue"; `undefined` if no name is near.
 * @param rgb 0–1 each; further channels are ignored.
 */
export function nameOfColour(rgb: readonly number[]): string | undefined {
	let best: string | undefined
	let nearest = Number.POSITIVE_INFINITY
	for (const name of [...PREFERRED, ...Object.keys(names)]) {
		const known = names[name as keyof typeof names]
		const distance = Math.hypot(...known.map((value, n) => value - (rgb[n] ?? 0) * 255))
		if (distance >= nearest) continue
		nearest = distance
		best = name
	}
	if (best === undefined || nearest > NEAR_DISTANCE) return undefined
	return nearest <= SAME_DISTANCE ? spaced(best) : `close to ${spaced(best)}`
}
