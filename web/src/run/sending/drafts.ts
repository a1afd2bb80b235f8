/**
 * Drafts of composers: by the id of a conversation, or by the project of a new one. Text
 * survives a reload of the tab, pictures (too large for the browser's store) until the page closes.
 */
import { type Draft, EMPTY_DRAFT } from '../messages/messages.ts'

/** The part of a browser's storage that is used here. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const PREFIX = 'fairlead.draft.'

export class Drafts {
	readonly #storage: DraftStorage | null
	readonly #open = new Map<string, Draft>()

	/** @param storage null: there is none, or the browser refuses it. */
	constructor(storage: DraftStorage | null) {
		this.#storage = storage
	}

	of(key: string): Draft {
		const open = this.#open.get(key)
		if (open) return open
		const text = this.#try((storage) => storage.getItem(PREFIX + key))
		return text ? { text, pictures: [] } : EMPTY_DRAFT
	}

	keep(key: string, draft: Draft): void {
		if (draft.text === '' && draft.pictures.length === 0) this.#open.delete(key)
		else this.#open.set(key, draft)
		this.#try((storage) => {
			if (draft.text === '') storage.removeItem(PREFIX + key)
			else storage.setItem(PREFIX + key, draft.text)
		})
	}

	/** A full or forbidden store loses the draft at a reload and nothing else. */
	#try<T>(use: (storage: DraftStorage) => T): T | null {
		try {
			return this.#storage && use(this.#storage)
		} catch {
			return null
		}
	}
}

function tabStorage(): DraftStorage | null {
	try {
		return globalThis.sessionStorage ?? null
	} catch {
		return null
	}
}

export const drafts = new Drafts(tabStorage())
