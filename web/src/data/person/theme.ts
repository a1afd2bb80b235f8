import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../../ui/layout.ts'

export type ThemeChoice = 'system' | 'light' | 'dark'

/** The same key that `public/theme.js` reads before the first paint. */
const STORAGE_KEY = 'fairlead.theme'
/** The browser's own frame takes the page's background. */
const FRAME_COLOR = { light: '#f8fafc', dark: '#12161c' } as const

const system = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

const isChoice = (value: string | null): value is ThemeChoice =>
	value === 'system' || value === 'light' || value === 'dark'

const stored = readStored(STORAGE_KEY)
let choice: ThemeChoice = isChoice(stored) ? stored : 'system'

function apply(): void {
	const theme = choice === 'system' ? (system.matches ? 'dark' : 'light') : choice
	document.documentElement.dataset['theme'] = theme
	document.querySelector('meta[name="theme-color"]')?.setAttribute('content', FRAME_COLOR[theme])
}
system.addEventListener('change', apply)

export function chooseTheme(next: ThemeChoice): void {
	choice = next
	writeStored(STORAGE_KEY, next)
	apply()
	for (const listener of listeners) listener()
}

export function useTheme(): ThemeChoice {
	return useSyncExternalStore(
		(listener) => {
			listeners.add(listener)
			return () => listeners.delete(listener)
		},
		() => choice,
	)
}
