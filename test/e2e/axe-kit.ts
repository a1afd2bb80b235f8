/** The findings of axe on a page: in both themes, on a desk and on a phone; in the gate in one of these, by turns. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { IS_FULL } from '../../scripts/testing/vitest-base.ts'
import { WIDE } from './browser-kit.ts'

const PHONE = { width: 375, height: 900 }
const THEMES = ['light', 'dark'] as const

interface Violation {
	readonly id: string
	readonly nodes: readonly {
		readonly target: readonly unknown[]
		readonly failureSummary?: string
	}[]
}

const source = () => readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Resolves when the page has been laid out for its new size and theme. */
const drawn = (): Promise<unknown> =>
	new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

/** The rules of axe that depend on colors: the only ones whose result a theme can change. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Each violation in the words that a person needs to mend it.
 * @param rules empty: all
 */
async function violations(page: Page, rules: readonly string[]): Promise<string[]> {
	// Evaluated, not added as a script: the page's CSP would refuse that.
	if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await source())
	const found = await page.evaluate(async (runOnly) => {
		const { axe } = globalThis as unknown as {
			axe: { run: (options: object) => Promise<{ violations: Violation[] }> }
		}
		const limited = runOnly.length > 0 ? { runOnly } : {}
		return (await axe.run({ resultTypes: ['violations'], preload: false, ...limited })).violations
	}, rules)
	return found.flatMap(({ id, nodes }) =>
		nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
	)
}

const LOOKS = [WIDE, PHONE].flatMap((size) =>
	THEMES.map((colorScheme) => ({ size, colorScheme, rules: [] as readonly string[] })),
)
/** After all rules in one theme, those of colors suffice in the other. */
const ALL_LOOKS = LOOKS.map((look) =>
	look.colorScheme === 'light' ? look : { ...look, rules: COLOR_RULES },
)
let turn = 0

/**
 * Checks a page, and gives it its own size back: what a test does next must not depend on the looks that are tried.
 */
export async function expectAccessible(page: Page): Promise<void> {
	const own = page.viewportSize() ?? WIDE
	const looks = IS_FULL ? ALL_LOOKS : [LOOKS[turn++ % LOOKS.length]]
	for (const look of looks) {
		if (!look) continue
		const { size, colorScheme, rules } = look
		await page.setViewportSize(size)
		// Without motion: text in the middle of a transition has no contrast yet.
		await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
		await page.evaluate(drawn)
		expect(await violations(page, rules), `${colorScheme}, ${size.width} px`).toEqual([])
	}
	await page.setViewportSize(own)
}
