/** Seeded randomness: the same seed gives the same run. */
export class Random {
	#state: number

	constructor(seed: number) {
		this.#state = seed >>> 0
	}

	/** In [0, 1) (mulberry32). */
	next(): number {
		this.#state = (this.#state + 0x6d2b79f5) >>> 0
		let t = this.#state
		t = Math.imul(t ^ (t >>> 15), t | 1)
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
		return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
	}

	/** True with this probability. */
	chance(probability: number): boolean {
		return this.next() < probability
	}

	/** A whole number from `low` to `high`, both included. */
	between(low: number, high: number): number {
		return low + Math.floor(this.next() * (high - low + 1))
	}

	pick<T>(values: readonly T[]): T {
		return values[Math.floor(this.next() * values.length)] as T
	}

	/** An independent source. */
	fork(): Random {
		return new Random(Math.floor(this.next() * 4_294_967_296))
	}
}
