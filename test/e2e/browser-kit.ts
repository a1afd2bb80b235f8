/** A browser for end-to-end tests, and a person's actions on the page. */
import {
	type Browser,
	type BrowserContext,
	chromium,
	type Locator,
	type Page,
} from 'playwright-core'
import { afterEach, expect } from 'vitest'
import { findChromium } from '../../scripts/chromium.ts'
import { composerOf, RUN_TIMEOUT, say } from '../../scripts/page-person.ts'
import type { OwnStack } from './stack-kit.ts'

export { askFirst, composerOf, RUN_TIMEOUT, runEnded, say } from '../../scripts/page-person.ts'

const ARGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
]
export const WIDE = { width: 1440, height: 900 }

export async function launchBrowser(): Promise<Browser> {
	const found = await findChromium()
	if (!found.found) throw new Error(found.reason)
	return chromium.launch({ executablePath: found.path, args: ARGS })
}

/** What the tabs of this file's test saw, newest last; printed if the test fails. */
const seen: string[] = []
const MAX_SEEN = 60

function note(what: string): void {
	seen.push(what)
	if (seen.length > MAX_SEEN) seen.shift()
}

afterEach(({ task }) => {
	if (task.result?.state === 'fail') console.error(`What its pages saw:\n${seen.join('\n')}`)
	seen.length = 0
})

/** @param complaints collects errors of the page itself: a strict CSP, a crash, a broken request. */
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
	page.on('framenavigated', (frame) => {
		if (frame === page.mainFrame()) note(`at ${frame.url().replace(/#.*/, '')}`)
	})
	page.on('requestfailed', (request) => note(`failed: ${request.method()} ${request.url()}`))
	page.on('response', (response) => {
		const { pathname } = new URL(response.url())
		if (!pathname.startsWith('/assets/'))
			note(`${response.status()} ${response.request().method()} ${pathname}`)
	})
	await page.setViewportSize(viewport)
	return page
}

export const answersOf = (page: Page): Locator =>
	page.getByRole('article', { name: 'Answer from the agent' })

/** Opens the sign-in link and waits until page and editor are ready. */
export async function signIn(page: Page, url: string): Promise<void> {
	await page.goto(url)
	await composerOf(page).waitFor(RUN_TIMEOUT)
	await page.getByText('Ready').first().waitFor(RUN_TIMEOUT)
}

export interface OwnPage {
	readonly browser: Browser
	readonly context: BrowserContext
	/** Signed in, with a connected editor. */
	readonly page: Page
	/** Errors of the page itself: a strict CSP, a crash, a broken request. */
	readonly complaints: string[]
}

/** A browser signed in to its own stack; `close` ends both. */
export async function ownPage<Own extends OwnStack>(
	starting: Promise<Own>,
): Promise<Own & OwnPage> {
	const own = await starting
	try {
		const browser = await launchBrowser()
		const context = await browser.newContext()
		const complaints: string[] = []
		const page = await openTab(context, complaints)
		await signIn(page, own.stack.url)
		const close = async (): Promise<void> => {
			await browser.close()
			await own.close()
		}
		return { ...own, browser, context, page, complaints, close }
	} catch (error) {
		await own.close()
		throw error
	}
}

/** The last answer, once it holds this text. */
export async function answered(page: Page, text: string | RegExp): Promise<Locator> {
	const last = answersOf(page).last()
	await last.getByText(text).first().waitFor(RUN_TIMEOUT)
	return last
}

/** The main job as a person sees it: the request, the answer, the picture, and the tree beside it. */
export async function seeCubeFall(page: Page): Promise<void> {
	await say(page, 'make a red cube above the floor and let it fall')
	const answer = await answered(page, 'came to rest on the floor')
	expect(await answer.getByText(/Created Cube at \(0, 3, 0\)/).count()).toBe(1)
	expect(await answer.getByText(/Rigidbody/).count()).toBeGreaterThan(0)
	const picture = answer.locator('img').last()
	await picture.scrollIntoViewIfNeeded()
	await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(768)
	await page.getByRole('treeitem', { name: /Cube/ }).waitFor(RUN_TIMEOUT)
}
