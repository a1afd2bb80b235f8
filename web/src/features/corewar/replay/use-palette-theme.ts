import { useSyncExternalStore } from 'react'
import type { PaletteTheme } from './palette.ts'

function subscribe(listener: () => void): () => void {
	const observer = new MutationObserver(listener)
	observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
	return () => observer.disconnect()
}

/** A canvas does not follow the page's theme by itself. */
export const usePaletteTheme = (): PaletteTheme =>
	useSyncExternalStore(subscribe, () =>
		document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light',
	)
