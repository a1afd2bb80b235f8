/** A browser for end-to-end tests, and what a person does on the page. */
import {
	type Browser,
	type BrowserContext,
	chromium,
	type Locator,
	type Page,
} from 'playwright-core'
import { findChromium } from '../../scripts/chromium.ts'

const ARGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
]
/** Longer than a run takes on a machine that does other things as well. */
export const RUN_TIMEOUT = { timeout: 60_000 }
export const WIDE = { width: 1440, height: 900 }

export async function launchBrowser(): Promise<Browser> {
	const found = await findChromium()
	if (!found.found) throw new Error(found.reason)
	return chromium.launch({ executablePath: found.path, args: ARGS })
}

/** @param complaints takes errors of the page itself: a strict CSP, a crash, a broken request. */
export async function openTab(
	context: BrowserContext,
	complaints: string[],
	viewport = WIDE,
): Promise<Page> {
	const page = await context.newPage()
	page.on('pageerror', (error) => complaints.push(error.message))
	page.on('console', (message) => {
		if (message.type() === 'error') complaints.push(message.text())
	})
	await page.setViewportSize(viewport)
	return page
}

export const composerOf = (page: Page): Locator =>
	page.getByRole('textbox', { name: 'Message', exact: true })
export const answersOf = (page: Page): Locator =>
	page.getByRole('article', { name: 'Answer of the agent' })

/** Types a message and sends it; during a run it joins the run. */
export async function say(page: Page, text: string): Promise<void> {
	await composerOf(page).fill(text)
	await composerOf(page).press('Enter')
}

/** The run has ended: an empty composer offers Send again, and not Stop. */
export const runEnded = (page: Page): Promise<void> =>
	page.getByRole('button', { name: 'Send' }).waitFor(RUN_TIMEOUT)
