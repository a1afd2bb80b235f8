/** Numbers and texts as one short text, to see whether anything in them is another. */

const OFFSETS = [0x811c9dc5, 0x01000193 ^ 0x5bd1e995]
const PRIMES = [16_777_619, 0x85ebca6b]

/** Two FNV-1a sums with different constants, 64 bits together: against mistakes, not against forgers. */
export class Fingerprint {
	readonly #sums = Int32Array.from(OFFSETS)
	readonly #number = new Float64Array(1)
	readonly #halves = new Int32Array(this.#number.buffer)

	add(values: ArrayLike<number> | Iterable<number>): void {
		const all = Array.from(values as Iterable<number>)
		this.#mix(all.length)
		for (const value of all) this.#mix(value)
	}

	get text(): string {
		return [...this.#sums].map((sum) => (sum >>> 0).toString(16).padStart(8, '0')).join('')
	}

	/** All 64 bits of it, so that 0.5 is not 0. */
	#mix(value: number): void {
		this.#number[0] = value
		for (const half of this.#halves) {
			for (let i = 0; i < 2; i++) {
				const mixed = Math.imul((this.#sums[i] ?? 0) ^ half, PRIMES[i] ?? 1)
				this.#sums[i] = mixed ^ (mixed >>> 15)
			}
		}
	}
}
