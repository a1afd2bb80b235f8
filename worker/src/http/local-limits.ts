/**
 * Rate limits of a server without the platform's: fixed windows, counted in this process's memory. They have the
 * same interface and the numbers of wrangler.toml.
 */

interface Windows {
	/** Requests of one key in a window. */
	readonly limit: number
	readonly periodMs: number
	/** Keys counted one by one; bounds the memory. */
	readonly maxKeys: number
	readonly clock: () => number
}

/** Counts all keys beyond `maxKeys` of a window together. */
const OTHERS = ''

export class LocalLimit implements RateLimit {
	readonly #options: Windows
	#window = 0
	#counts = new Map<string, number>()

	constructor(options: Windows) {
		this.#options = options
	}

	limit({ key }: RateLimitOptions): Promise<RateLimitOutcome> {
		const { limit, periodMs, maxKeys, clock } = this.#options
		const window = Math.floor(clock() / periodMs)
		if (window !== this.#window) {
			this.#window = window
			this.#counts = new Map()
		}
		const known = this.#counts.has(key) || this.#counts.size < maxKeys
		const counted = known ? key : OTHERS
		const count = (this.#counts.get(counted) ?? 0) + 1
		this.#counts.set(counted, count)
		return Promise.resolve({ success: count <= limit })
	}
}

/** The most requests a minute. */
export const LOCAL_LIMITS = { addresses: 300, callers: 1_200, arena: 100 } as const

const common = { periodMs: 60_000, maxKeys: 10_000, clock: () => Date.now() }

/** The limits of all requests of this process. */
export const localLimits = {
	addresses: new LocalLimit({ ...common, limit: LOCAL_LIMITS.addresses }),
	callers: new LocalLimit({ ...common, limit: LOCAL_LIMITS.callers }),
	arena: new LocalLimit({ ...common, limit: LOCAL_LIMITS.arena }),
} as const
