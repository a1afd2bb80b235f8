/** Seeded frames that no editor may act on. */

const BROKEN_CALL = {
	jsonrpc: '2.0',
	id: 'fuzz',
	method: 'call',
	params: {
		callId: 'fuzz',
		method: 'unity_hierarchy',
		params: { action: 'create', name: 'Fuzz' },
		argsHash: 'a'.repeat(64),
		deadlineMs: 1_000,
	},
}
/** Values that are wrong anywhere in a call. */
const WRONG: readonly unknown[] = [
	null,
	[],
	{},
	true,
	-1,
	1.5,
	'',
	'\u0000',
	'x'.repeat(5_000),
	[[[]]],
]

export class Fuzz {
	#state: number

	constructor(seed: number) {
		this.#state = seed >>> 0
	}

	/** In [0, bound). */
	#next(bound: number): number {
		// mulberry32
		this.#state = (this.#state + 0x6d2b79f5) >>> 0
		let t = this.#state
		t = Math.imul(t ^ (t >>> 15), t | 1)
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
		return ((t ^ (t >>> 14)) >>> 0) % bound
	}

	/** Always wrong: not JSON, not an envelope, or a call with an invalid member. */
	frame(): string {
		const text = JSON.stringify(BROKEN_CALL)
		switch (this.#next(7)) {
			case 0:
				return text.slice(0, 1 + this.#next(text.length - 1))
			case 1: {
				// In JSON control characters are allowed only as white space.
				const at = this.#next(text.length)
				return `${text.slice(0, at)}\u0001${text.slice(at)}`
			}
			case 2:
				return JSON.stringify(WRONG[this.#next(WRONG.length)])
			case 3:
				return JSON.stringify({ ...BROKEN_CALL, jsonrpc: WRONG[this.#next(WRONG.length)] })
			case 4:
				return JSON.stringify({ ...BROKEN_CALL, method: this.#pick([null, '', 7, [], {}]) })
			case 5: {
				const member = this.#pick(['callId', 'method', 'params', 'argsHash', 'deadlineMs'] as const)
				const value =
					member === 'params' ? this.#pick([null, 7, 'x', []]) : this.#pick([null, [], {}, '', 0])
				return JSON.stringify({
					...BROKEN_CALL,
					params: { ...BROKEN_CALL.params, [member]: value },
				})
			}
			default:
				return `${'['.repeat(1 + this.#next(3_000))}${this.#next(10)}`
		}
	}

	#pick<T>(values: readonly T[]): T {
		return values[this.#next(values.length)] as T
	}
}
