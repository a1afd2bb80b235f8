import { useSyncExternalStore } from 'react'

/** narrow: one pane · medium: the editor is a drawer · wide: three panes. As in UI.md. */
export type Layout = 'narrow' | 'medium' | 'wide'

const medium = matchMedia('(min-width: 700px)')
const wide = matchMedia('(min-width: 1100px)')

export const layoutNow = (): Layout =>
	wide.matches ? 'wide' : medium.matches ? 'medium' : 'narrow'

function subscribe(listener: () => void): () => void {
	medium.addEventListener('change', listener)
	wide.addEventListener('change', listener)
	return () => {
		medium.removeEventListener('change', listener)
		wide.removeEventListener('change', listener)
	}
}

export const useLayout = (): Layout => useSyncExternalStore(subscribe, layoutNow)

function subscribeToWidth(listener: () => void): () => void {
	addEventListener('resize', listener)
	return () => removeEventListener('resize', listener)
}

/** In pixels. */
export const useWindowWidth = (): number => useSyncExternalStore(subscribeToWidth, () => innerWidth)

/** A choice kept in this browser; storage may be blocked, then it lasts until the page closes. */
export function readStored(key: string): string | null {
	try {
		return localStorage.getItem(key)
	} catch {
		return null
	}
}
export function writeStored(key: string, value: string): void {
	try {
		localStorage.setItem(key, value)
	} catch {
		// Private windows may refuse storage; the choice is then not remembered.
	}
}
