/** The looks in which each view of the page is photographed: four widths, from a phone to a large screen, in both themes. */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { SHOWN_FROM } from '../page-view.ts'

const WIDTHS = [375, 1024, 1440, 2560] as const
export const HEIGHT = 900
const THEMES = ['dark', 'light'] as const

export interface Look {
	readonly width: (typeof WIDTHS)[number]
	readonly theme: (typeof THEMES)[number]
}

/** A change of size lays everything out anew, one of the theme does not: it comes second. */
export const LOOKS: readonly Look[] = WIDTHS.flatMap((width) =>
	THEMES.map((theme) => ({ width, theme })),
)

export const nameOf = ({ width, theme }: Look): string => `${width}-${theme}`

/** The size in which views are reached. */
const REACHED_IN = { width: 1440, height: HEIGHT }

/** A browser that shows the same everywhere: without motion, and with dates and times of one place. */
export const SAME_EVERYWHERE: BrowserContextOptions = {
	viewport: REACHED_IN,
	reducedMotion: 'reduce',
	locale: 'en-US',
	timezoneId: 'UTC',
}

/** A change of size opens and closes panes, some of them a few frames later. */
const QUIET_MS = 100
/** An answer that is being written is never quiet. */
const LONGEST_MS = 1_000

/** Resolves when the page has its fonts, is laid out for its size and theme, and nothing has changed for this long. */
async function drawn([quietMs, longestMs]: readonly [number, number]): Promise<void> {
	await document.fonts.ready
	await new Promise<void>((resolve) => {
		const done = (): void => {
			observer.disconnect()
			resolve()
		}
		let quiet = setTimeout(done, quietMs)
		const observer = new MutationObserver(() => {
			clearTimeout(quiet)
			quiet = setTimeout(done, quietMs)
		})
		observer.observe(document, { subtree: true, childList: true, attributes: true })
		setTimeout(done, longestMs)
	})
}

/** Scrolls a long page to the element that it is shown from, or to its top. */
async function scrolled(shownFrom: string): Promise<void> {
	scrollTo({ top: 0, behavior: 'instant' })
	document.querySelector(`[${shownFrom}]`)?.scrollIntoView({ block: 'start', behavior: 'instant' })
	await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}

/**
 * Photographs the page in every look, as PNG, and gives it its own size back.
 * @param whole the whole length of the page, not only what the window shows
 */
export async function photograph(
	page: Page,
	take: (look: Look, picture: Buffer) => unknown,
	whole = false,
): Promise<void> {
	for (const look of LOOKS) {
		const isSized = page.viewportSize()?.width === look.width
		if (!isSized) await page.setViewportSize({ width: look.width, height: HEIGHT })
		await page.emulateMedia({ colorScheme: look.theme })
		await page.evaluate(drawn, [isSized ? 0 : QUIET_MS, LONGEST_MS] as const)
		await page.evaluate(scrolled, SHOWN_FROM)
		const picture = await page.screenshot({
			fullPage: whole,
			animations: 'disabled',
			caret: 'hide',
		})
		await take(look, picture)
	}
	await page.setViewportSize(REACHED_IN)
}
