/** Types of records that nothing is known of: each is told once. */
import { cut } from '../transcripts/fields.ts'

const MAX_TYPES = 50

export class UnknownTypes {
	readonly #met = new Set<string>()
	readonly #tell: (type: string) => void

	constructor(tell: (type: string) => void) {
		this.#tell = tell
	}

	met(type: string): void {
		const name = cut(type, 60).replace(/[^\w-]/g, '?')
		if (this.#met.has(name) || this.#met.size >= MAX_TYPES) return
		this.#met.add(name)
		this.#tell(name)
	}
}
