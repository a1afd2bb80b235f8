/** Edits of a form that are not saved yet, kept for this tab by the fields that differ. Not for secrets. */

/** The part of a browser's storage that is used here. */
export type EditStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const PREFIX = 'fairlead.edits.'

export class KeptEdits {
	readonly #storage: () => EditStorage

	/** @param storage throws where the browser refuses it: then nothing is kept. */
	constructor(storage: () => EditStorage) {
		this.#storage = storage
	}

	/** Returns what is saved with the kept edits over it; null if there are none. */
	over<T extends object>(key: string, saved: T): T | null {
		const kept = this.#read(key)
		// Another version may have had other fields.
		const edits = Object.entries(saved).flatMap(([name, value]) =>
			name in kept && typeof kept[name] === typeof value && !isSame(kept[name], value)
				? [[name, kept[name]]]
				: [],
		)
		return edits.length === 0 ? null : { ...saved, ...Object.fromEntries(edits) }
	}

	keep<T extends object>(key: string, saved: T, typed: T): void {
		const before = new Map(Object.entries(saved))
		const edits = Object.entries(typed).filter(([name, value]) => !isSame(value, before.get(name)))
		try {
			if (edits.length === 0) this.#storage().removeItem(PREFIX + key)
			else this.#storage().setItem(PREFIX + key, JSON.stringify(Object.fromEntries(edits)))
		} catch {
			// Storage is refused or full: the edits last as long as the page.
		}
	}

	forget(key: string): void {
		this.keep(key, {}, {})
	}

	#read(key: string): Readonly<Record<string, unknown>> {
		try {
			return Object(JSON.parse(this.#storage().getItem(PREFIX + key) ?? '{}'))
		} catch {
			return {}
		}
	}
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
