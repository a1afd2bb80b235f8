/**
 * `npm run screenshots [folder] [view…]`: the page in its views and states (or in those that are named), at
 * three widths and in both themes, to be looked at. Starts its own stack with the simulated editor and the demo model.
 */

import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { findChromium } from './machine/chromium.ts'
import { claudeEnvironment, EDITOR_ARGS, PAGE_VIEWS } from './page-views/page-views.ts'
import { startStack } from './stack/stack.ts'
import { NO_MODEL_KEYS } from './stack/worker-vars.ts'

const WIDTHS = [375, 1024, 1440] as const
const HEIGHT = 900
const THEMES = ['dark', 'light'] as const
/** The time of a state's last transition. */
const SETTLE_MS = 400

const [, , out = join(tmpdir(), 'fairlead-screenshots'), ...only] = process.argv

async function shoot(page: Page, name: string, whole = false): Promise<void> {
	for (const width of WIDTHS) {
		await page.setViewportSize({ width, height: HEIGHT })
		for (const colorScheme of THEMES) {
			await page.emulateMedia({ colorScheme })
			await page.waitForTimeout(SETTLE_MS)
			await page.screenshot({
				path: join(out, `${name}-${width}-${colorScheme}.png`),
				fullPage: whole,
			})
		}
	}
	await page.setViewportSize({ width: 1440, height: HEIGHT })
}

const found = await findChromium()
if (!found.found) throw new Error(found.reason)
const unknown = only.filter((name) => !PAGE_VIEWS.some((view) => view.name === name))
if (unknown.length > 0) {
	const names = PAGE_VIEWS.map((view) => view.name).join(', ')
	throw new Error(`No view is called ${unknown.join(', ')}. There are: ${names}.`)
}
await mkdir(out, { recursive: true })
const dir = await mkdtemp(join(tmpdir(), 'fairlead-screenshots-'))
const stack = await startStack({
	port: 0,
	dir,
	editorArgs: EDITOR_ARGS,
	env: { ...process.env, ...NO_MODEL_KEYS, ...claudeEnvironment(dir) },
})
const browser = await chromium.launch({
	executablePath: found.path,
	args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
})
try {
	const page = await browser.newPage({ viewport: { width: 1440, height: HEIGHT } })
	await page.goto(stack.url)
	await page.getByText('Ready').first().waitFor()
	for (const { name, reach, whole } of PAGE_VIEWS) {
		await reach({ page, stack })
		if (only.length === 0 || only.includes(name)) await shoot(page, name, whole)
	}
	const views = only.length || PAGE_VIEWS.length
	console.log(`${views * WIDTHS.length * THEMES.length} pictures in ${out}`)
} finally {
	await browser.close()
	await stack.stop()
	await rm(dir, { recursive: true, force: true })
}
