/** The page's colours and font, as xterm takes them. */
import type { ITheme } from '@xterm/xterm'

/** xterm's colours, by the name of the custom property in `tokens.css` or `terminal.css`. */
const COLOURS = {
	foreground: 'text',
	background: 'surface',
	cursor: 'knot',
	cursorAccent: 'surface',
	selectionBackground: 'term-selection',
	selectionInactiveBackground: 'term-selection',
	black: 'term-black',
	red: 'term-red',
	green: 'term-green',
	yellow: 'term-yellow',
	blue: 'term-blue',
	magenta: 'term-magenta',
	cyan: 'term-cyan',
	white: 'term-white',
	brightBlack: 'term-bright-black',
	brightRed: 'term-bright-red',
	brightGreen: 'term-bright-green',
	brightYellow: 'term-bright-yellow',
	brightBlue: 'term-bright-blue',
	brightMagenta: 'term-bright-magenta',
	brightCyan: 'term-bright-cyan',
	brightWhite: 'term-bright-white',
} as const satisfies Partial<Record<keyof ITheme, string>>

const cssValue = (property: string): string =>
	getComputedStyle(document.documentElement).getPropertyValue(`--${property}`).trim()

export const themeNow = (): ITheme =>
	Object.fromEntries(Object.entries(COLOURS).map(([key, name]) => [key, cssValue(name)]))

export function onThemeChanged(listener: () => void): () => void {
	const observer = new MutationObserver(listener)
	observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
	return () => observer.disconnect()
}

export const fontFamily = (): string => cssValue('font-mono') || 'monospace'

export const FONT_PX = 13
const FONT_WAIT_MS = 1_500

/** Resolves when the font is loaded, or loading it takes too long. */
export async function fontLoaded(): Promise<void> {
	await Promise.race([
		document.fonts.load(`${FONT_PX}px ${fontFamily()}`).catch(() => undefined),
		new Promise((resolve) => setTimeout(resolve, FONT_WAIT_MS)),
	])
}
