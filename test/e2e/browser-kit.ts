/** A browser for end-to-end tests, and a person's actions on the page. */
import type {
	Browser,
	BrowserContext,
	BrowserContextOptions,
	Locator,
	Page,
	WebSocketRoute,
} from 'playwright-core'
import { afterEach, expect } from 'vitest'
import { type Drawing, launchBrowser } from '../../scripts/machine/browser.ts'
import { composerOf, RUN_TIMEOUT, say } from '../../scripts/page-views/page-person.ts'
import type { OwnStack } from './stack-kit.ts'

export { launchBrowser } from '../../scripts/machine/browser.ts'
export {
	askFirst,
	composerOf,
	newConversation,
	newProject,
	RUN_TIMEOUT,
	runEnded,
	say,
} from '../../scripts/page-views/page-person.ts'

export const WIDE = { width: 1440, height: 900 }

/** Requests and addresses of the tabs of this file's test, newest last; a part of the error if the test fails. */
const seen: string[] = []
const MAX_SEEN = 60
const MAX_PAGE_CHARS = 1500
const tabs = new Set<Page>()

function note(what: string): void {
	seen.push(what)
	if (seen.length > MAX_SEEN) seen.shift()
}

/** The end of what a person reads on it. */
const textOf = async (page: Page): Promise<string> =>
	`${page.url()} shows:\n${(await page.locator('body').innerText({ timeout: 5_000 })).slice(-MAX_PAGE_CHARS)}`

afterEach(async ({ task }) => {
	const [error] = task.result?.errors ?? []
	if (error) {
		const texts = await Promise.allSettled([...tabs].map(textOf))
		const shown = texts.flatMap((text) => (text.status === 'fulfilled' ? [text.value] : []))
		error.message += `\nWhat its pages saw:\n${[...seen, ...shown].join('\n')}`
	}
	seen.length = 0
})

/** @param complaints collects errors of the page itself: a strict CSP, a crash, a broken request. */
export async function openTab(
	context: BrowserContext,
	complaints: string[],
	viewport = WIDE,
): Promise<Page> {
	const page = await context.newPage()
	tabs.add(page)
	page.on('close', () => tabs.delete(page))
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

/** Longer than an approval or a list of completions must have been on screen before it takes keys. */
const ARMED_MS = 1_000

/** Moves the page's clocks on, so that what has just appeared takes keys. */
export const passMoment = (page: Page): Promise<void> =>
	page.evaluate((ms) => {
		for (const clock of [performance, Date]) {
			const now = clock.now.bind(clock)
			clock.now = () => now() + ms
		}
	}, ARMED_MS)

/** The approval that waits on the page, once its keys count. */
export async function armedQuestion(page: Page): Promise<Locator> {
	const question = page.locator('[data-question]')
	// Said only by the approval that the keys are for.
	await question.getByText(/approves, .* denies/).waitFor(RUN_TIMEOUT)
	await passMoment(page)
	return question
}

export const answersOf = (page: Page): Locator =>
	page.getByRole('article', { name: 'Answer from the agent' })

/** Opens the sign-in link and waits until page and editor are ready. */
export async function signIn(page: Page, url: string): Promise<void> {
	await page.goto(url)
	await composerOf(page).waitFor(RUN_TIMEOUT)
	await page.getByText('Ready').first().waitFor(RUN_TIMEOUT)
}

/** The tab's connection to the room, which a test can cut and mend. Made before the tab goes anywhere. */
export async function roomLine(tab: Page): Promise<{ cut(): Promise<void>; mend(): void }> {
	const sockets: WebSocketRoute[] = []
	let isCut = false
	const close = (socket: WebSocketRoute): Promise<void> => socket.close({ code: 1011 })
	await tab.routeWebSocket(/\/room/, (socket) => {
		if (isCut) {
			void close(socket)
			return
		}
		sockets.push(socket)
		socket.connectToServer()
	})
	return {
		cut: async () => {
			isCut = true
			for (const socket of sockets.splice(0)) await close(socket)
		},
		mend: () => {
			isCut = false
		},
	}
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
	drawing: Drawing = 'none',
	options: BrowserContextOptions = {},
): Promise<Own & OwnPage> {
	const own = await starting
	try {
		const browser = await launchBrowser(drawing)
		const context = await browser.newContext(options)
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

/** Presses a button that offers to revert, and the one in the dialog that it opens. */
export async function revertBy(button: Locator): Promise<void> {
	await button.click(RUN_TIMEOUT)
	const dialog = button.page().getByRole('dialog')
	await dialog.getByRole('button', { name: /^Revert/ }).click(RUN_TIMEOUT)
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
	await expect.poll(() => answer.getByText(/Created Cube at \(0, 3, 0\)/).count()).toBe(1)
	await expect.poll(() => answer.getByText(/Rigidbody/).count()).toBeGreaterThan(0)
	const picture = answer.locator('img').last()
	await picture.scrollIntoViewIfNeeded()
	await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(768)
	await page.getByRole('treeitem', { name: /Cube/ }).waitFor(RUN_TIMEOUT)
}
