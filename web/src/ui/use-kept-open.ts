/** Keeps unfolded elements unfolded across reloads, for the lifetime of the tab. */
import { useCallback, useState } from 'react'

const STORAGE_KEY = 'fairlead.open'
/** The oldest are forgotten first: storage is small, and nobody misses them. */
const MAX_KEPT = 400

export interface KeyStore {
	readonly getItem: (key: string) => string | null
	readonly setItem: (key: string, value: string) => void
}

/** @param store absent or throwing where the browser refuses storage: then nothing is kept. */
export class OpenKeys {
	readonly #store: () => KeyStore
	#keys: Set<string> | null = null

	constructor(store: () => KeyStore) {
		this.#store = store
	}

	has(key: string): boolean {
		return this.#read().has(key)
	}

	set(key: string, open: boolean): void {
		const keys = this.#read()
		keys.delete(key)
		if (open) keys.add(key)
		while (keys.size > MAX_KEPT) keys.delete(keys.values().next().value ?? '')
		try {
			this.#store().setItem(STORAGE_KEY, JSON.stringify([...keys]))
		} catch {
			// Storage is refused or full; what is open stays so until the page is left.
		}
	}

	#read(): Set<string> {
		if (this.#keys) return this.#keys
		let stored: unknown = null
		try {
			stored = JSON.parse(this.#store().getItem(STORAGE_KEY) ?? '[]')
		} catch {
			// Storage is refused, or another version wrote a text that is not JSON: neither is worth an error.
		}
		const known = Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : []
		this.#keys = new Set(known)
		return this.#keys
	}
}

const openKeys = new OpenKeys(() => sessionStorage)

/** Like a boolean state that begins closed, kept under a key that is unique in the app. */
export function useKeptOpen(key: string): [open: boolean, toggle: () => void] {
	const [open, setOpen] = useState(() => openKeys.has(key))
	const toggle = useCallback(() => {
		setOpen(!open)
		openKeys.set(key, !open)
	}, [open, key])
	return [open, toggle]
}
