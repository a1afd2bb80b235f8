/** Every view and state of the page, checked by axe: in both themes, on a desk and on a phone. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { EDITOR_ARGS, PAGE_VIEWS } from '../../scripts/page-views.ts'
import type { Stack } from '../../scripts/stack.ts'
import { ownPage, WIDE } from './browser-kit.ts'
import { ownStack } from './stack-kit.ts'

const PHONE = { width: 375, height: 900 }
const THEMES = ['light', 'dark'] as const

interface Violation {
	readonly id: string
	readonly nodes: readonly {
		readonly target: readonly unknown[]
		readonly failureSummary?: string
	}[]
}

let stack: Stack
let page: Page
let axe: string
beforeAll(async () => {
	axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
	const own = await ownPage(ownStack({ editorArgs: EDITOR_ARGS }))
	;({ stack, page } = own)
	return own.close
})

/** Resolves when the page has been laid out for its new size and theme. */
const drawn = (): Promise<unknown> =>
	new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

/** As a person who mends it wants to read it. */
async function violations(): Promise<string[]> {
	// Evaluated, not added as a script: the page's CSP would refuse that.
	await page.evaluate(axe)
	const found = await page.evaluate(async () => {
		const { axe } = globalThis as unknown as {
			axe: { run: (options: object) => Promise<{ violations: Violation[] }> }
		}
		return (await axe.run({ resultTypes: ['violations'] })).violations
	})
	return found.flatMap(({ id, nodes }) =>
		nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
	)
}

test.each(PAGE_VIEWS)('$name', async ({ reach }) => {
	await page.setViewportSize(WIDE)
	await reach({ page, stack })
	for (const size of [WIDE, PHONE]) {
		await page.setViewportSize(size)
		for (const colorScheme of THEMES) {
			// Without motion: text in the middle of a transition has no contrast yet.
			await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
			await page.evaluate(drawn)
			expect(await violations(), `${colorScheme}, ${size.width} px`).toEqual([])
		}
	}
})
