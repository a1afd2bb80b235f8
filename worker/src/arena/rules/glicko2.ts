/** Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2022): one rating after one period. Pure. */

/** A rating on the scale of players: around 1500 in chess, here it begins with 1200. */
export interface Rating {
	readonly rating: number
	/** RD: how uncertain the rating is. */
	readonly deviation: number
	/** How erratic the results are. */
	readonly volatility: number
}

export interface Game {
	readonly opponent: Pick<Rating, 'rating' | 'deviation'>
	/** 1: won, 0.5: a tie, 0: lost. */
	readonly score: number
}

/** How fast the volatility may change. */
export const TAU = 0.5
export const NEW_RATING: Rating = { rating: 1200, deviation: 350, volatility: 0.06 }
/** The rating is shown as provisional above it. */
const PROVISIONAL_DEVIATION = 200

/** Rating points per point of the internal scale. */
const SCALE = 173.7178
const CENTRE = 1500
/** The paper's value. */
const CONVERGENCE = 0.000_001
/** The search halves its interval at least every second step: more than this many never happens. */
const MAX_STEPS = 200

/** The rating as it is shown and ranked: the lower end of its probable range. */
export const shownRating = ({ rating, deviation }: Pick<Rating, 'rating' | 'deviation'>): number =>
	Math.round(rating - 2 * deviation)

export const isProvisional = ({ deviation }: Pick<Rating, 'deviation'>): boolean =>
	deviation > PROVISIONAL_DEVIATION

const g = (phi: number): number => 1 / Math.sqrt(1 + (3 * phi * phi) / (Math.PI * Math.PI))

/** Step 5 of the paper: the new volatility, by the Illinois method. */
function newVolatility(sigma: number, phi: number, v: number, delta: number): number {
	const a = Math.log(sigma * sigma)
	const f = (x: number): number => {
		const e = Math.exp(x)
		const sum = phi * phi + v + e
		return (e * (delta * delta - sum)) / (2 * sum * sum) - (x - a) / (TAU * TAU)
	}
	let low = a
	let high: number
	if (delta * delta > phi * phi + v) {
		high = Math.log(delta * delta - phi * phi - v)
	} else {
		let k = 1
		while (f(a - k * TAU) < 0) k++
		high = a - k * TAU
	}
	let fLow = f(low)
	let fHigh = f(high)
	for (let step = 0; step < MAX_STEPS && Math.abs(high - low) > CONVERGENCE; step++) {
		const middle = low + ((low - high) * fLow) / (fHigh - fLow)
		const fMiddle = f(middle)
		if (fMiddle * fHigh <= 0) {
			low = high
			fLow = fHigh
		} else {
			fLow /= 2
		}
		high = middle
		fHigh = fMiddle
	}
	return Math.exp(low / 2)
}

/** The rating after these games, which count as one period. Without games it stays as it is. */
export function rate(before: Rating, games: readonly Game[]): Rating {
	if (games.length === 0) return before
	const mu = (before.rating - CENTRE) / SCALE
	const phi = before.deviation / SCALE
	let precision = 0
	let surprise = 0
	for (const { opponent, score } of games) {
		const weight = g(opponent.deviation / SCALE)
		const expected = 1 / (1 + Math.exp(-weight * (mu - (opponent.rating - CENTRE) / SCALE)))
		precision += weight * weight * expected * (1 - expected)
		surprise += weight * (score - expected)
	}
	const v = 1 / precision
	const volatility = newVolatility(before.volatility, phi, v, v * surprise)
	const phiStar = Math.sqrt(phi * phi + volatility * volatility)
	const phiAfter = 1 / Math.sqrt(1 / (phiStar * phiStar) + 1 / v)
	const muAfter = mu + phiAfter * phiAfter * surprise
	return { rating: CENTRE + SCALE * muAfter, deviation: SCALE * phiAfter, volatility }
}
