/** Seeds and starting positions. */
import type { Settings } from '../settings.ts'

/** The minimal standard generator (Park and Miller, 1988), the one that decides positions in pMARS too. */
const MODULUS = 2_147_483_647
const FACTOR = 16_807

/** Seeds are whole numbers from 1 to this. */
export const MAX_SEED = MODULUS - 1

export const nextSeed = (seed: number): number => (seed * FACTOR) % MODULUS

/** @returns the seed that comes `steps` after `seed`, without going through those between */
export function seedAfter(seed: number, steps: number): number {
	const modulus = BigInt(MODULUS)
	let factor = BigInt(FACTOR)
	let value = BigInt(seed)
	for (let left = steps; left > 0; left = Math.floor(left / 2)) {
		if (left % 2 === 1) value = (value * factor) % modulus
		factor = (factor * factor) % modulus
	}
	return Number(value)
}

/** @throws RangeError */
export function checkSeed(seed: number): void {
	if (Number.isSafeInteger(seed) && seed >= 1 && seed <= MAX_SEED) return
	throw new RangeError(`A seed must be a whole number from 1 to ${MAX_SEED}, not ${seed}.`)
}

/**
 * The positions of a round's warriors: the first at 0, the others at random, none closer to another than
 * `minDistance`, in a random order. With two warriors this is what pMARS does.
 * @throws RangeError if the core has no room for so many
 */
export function positionsFor(seed: number, warriors: number, settings: Settings): number[] {
	const { coreSize, minDistance } = settings
	const free = coreSize - warriors * minDistance
	if (free < 0) {
		throw new RangeError(
			`${warriors} warriors ${minDistance} cells apart need a core of ${warriors * minDistance} cells; it has ${coreSize}.`,
		)
	}
	let state = seed
	const draw = (below: number): number => {
		const value = state % below
		state = nextSeed(state)
		return value
	}
	const gaps = Array.from({ length: warriors - 1 }, () => draw(free + 1)).sort((a, b) => a - b)
	const places = gaps.map((gap, i) => gap + (i + 1) * minDistance)
	for (let i = places.length - 1; i > 0; i--) {
		const j = draw(i + 1)
		const place = places[i] ?? 0
		places[i] = places[j] ?? 0
		places[j] = place
	}
	return [0, ...places]
}
