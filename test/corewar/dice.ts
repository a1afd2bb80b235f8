/** Random numbers that are the same in every run. */
export class Dice {
	#state: number

	constructor(seed: number) {
		this.#state = seed >>> 0
	}

	/** A whole number from 0 to `sides` − 1. */
	roll(sides: number): number {
		// Mulberry32, a public-domain generator.
		this.#state = (this.#state + 0x6d2b79f5) >>> 0
		let mixed = this.#state
		mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
		return ((mixed ^ (mixed >>> 14)) >>> 0) % sides
	}

	pick<T>(from: readonly T[]): T {
		return from[this.roll(from.length)] as T
	}

	times<T>(count: number, make: (index: number) => T): T[] {
		return Array.from({ length: count }, (_, i) => make(i))
	}
}
