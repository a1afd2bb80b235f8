/** Faults of a page: acting twice, acting on a key meant for something else, or showing a false state. */
import type { Browser, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Stack } from '../../scripts/stack/stack.ts'
import {
	answered,
	answersOf,
	armedQuestion,
	askFirst,
	composerOf,
	newConversation,
	openTab,
	ownPage,
	RUN_TIMEOUT,
	runEnded,
	say,
	signIn,
	WIDE,
} from './browser-kit.ts'
import { ownStack } from './stack-kit.ts'

let stack: Stack
let browser: Browser
let page: Page
beforeAll(async () => {
	const own = await ownPage(ownStack())
	;({ stack, browser, page } = own)
	return own.close
})
beforeEach(async () => {
	await page.unrouteAll({ behavior: 'ignoreErrors' })
	await newConversation(page)
})

/** Ids of the messages that the page posts from now on. */
function postedMessages(): string[] {
	const posted: string[] = []
	page.on('request', (request) => {
		if (request.method() !== 'POST' || !/\/messages$/.test(request.url())) return
		posted.push((request.postDataJSON() as { message: { id: string } }).message.id)
	})
	return posted
}

test('a conversation that is left and reopened does not send its first message again', async () => {
	const posted = postedMessages()
	await say(page, 'create a cube named Once at 0 1 0')
	await answered(page, /Once/)
	await page.getByRole('button', { name: 'Send' }).waitFor(RUN_TIMEOUT)
	const address = page.url()
	for (let visit = 0; visit < 2; visit++) {
		await newConversation(page)
		await page.goBack()
		await page.waitForURL(address)
		await answersOf(page).last().waitFor(RUN_TIMEOUT)
		await page.getByRole('button', { name: 'Send' }).waitFor(RUN_TIMEOUT)
	}
	expect(posted).toHaveLength(1)
})

test('Enter in the scene tree selects there and approves nothing; Enter on the page approves', async () => {
	await say(page, 'create a cube named Keeper at 5 1 5 and save the scene')
	await answered(page, /[Ss]aved/)
	await page.getByRole('button', { name: 'Send' }).waitFor(RUN_TIMEOUT)
	await askFirst(page)
	await say(page, 'delete Keeper')
	const question = await armedQuestion(page)
	// From another tab, and from the list of projects, the pending approval is visible.
	await expect.poll(() => page.title()).toMatch(/^\(1\) /)
	const projects = await openTab(page.context(), [], WIDE)
	await projects.goto(new URL('/', page.url()).href)
	await projects.getByText('Needs you').waitFor(RUN_TIMEOUT)
	await projects.close()
	const answers: string[] = []
	page.on('request', (request) => {
		if (/\/approvals\//.test(request.url())) answers.push(request.url())
	})
	const row = page.getByRole('treeitem', { name: /Keeper/ })
	await row.focus()
	await page.keyboard.press('Enter')
	await page.getByRole('tab', { name: 'Inspector', selected: true }).waitFor(RUN_TIMEOUT)
	await page.getByRole('tab', { name: 'Scene' }).focus()
	await page.keyboard.press('Escape')
	// While an answer is on its way, no second one can be given.
	const approve = question.getByRole('button', { name: 'Approve', exact: true })
	await expect.poll(() => approve.isEnabled()).toBe(true)
	expect(answers).toEqual([])

	await composerOf(page).focus()
	await page.keyboard.press('Enter')
	await page.getByRole('button', { name: 'Send' }).waitFor(RUN_TIMEOUT)
	expect(answers).toHaveLength(1)
	await page.getByRole('tab', { name: 'Scene' }).click()
	await expect.poll(() => page.getByRole('treeitem', { name: /Keeper/ }).count()).toBe(0)
})

test('a denial is shown in the knot, below the answer and in the list, also after a reload', async () => {
	await say(page, 'create a cube named Stays at 7 1 7')
	await answered(page, /Stays/)
	await runEnded(page)
	await askFirst(page)
	await say(page, 'delete Stays')
	await page.locator('[data-question]').waitFor(RUN_TIMEOUT)
	await page.getByRole('button', { name: 'Deny', exact: true }).click()
	await runEnded(page)
	const answer = answersOf(page).last()
	await answer.getByText('Denied', { exact: true }).waitFor(RUN_TIMEOUT)
	await expect.poll(() => answer.getByText('Step denied: show it').count()).toBe(1)
	const row = page
		.getByRole('navigation', { name: 'Conversations' })
		.locator('[aria-current="page"]')
	await row.getByText('Denied', { exact: true }).last().waitFor(RUN_TIMEOUT)
	await page.reload()
	await row.getByText('Denied', { exact: true }).last().waitFor(RUN_TIMEOUT)
})

test('Stop before the run has an id stops it once it has one', async () => {
	await say(page, 'what is in the scene?')
	await answersOf(page).last().waitFor(RUN_TIMEOUT)
	await page.getByRole('button', { name: 'Send' }).waitFor(RUN_TIMEOUT)
	const held = Promise.withResolvers<void>()
	await page.route(/\/messages$/, async (route) => {
		await held.promise
		await route.continue()
	})
	await say(page, 'create twelve green spheres in a row and take a screenshot')
	const stop = page.getByRole('button', { name: 'Stop', exact: true })
	const answer = page.waitForResponse(/\/stop$/)
	await stop.click()
	await answer
	held.resolve()
	await page.getByRole('button', { name: 'Send' }).waitFor(RUN_TIMEOUT)
	await answersOf(page).last().getByText('Stopped', { exact: true }).waitFor(RUN_TIMEOUT)
})

test('a rename that the server refuses is undone in the list', async () => {
	await say(page, 'what is in the scene now?')
	await answersOf(page).last().waitFor(RUN_TIMEOUT)
	await page.getByRole('button', { name: 'Send' }).waitFor(RUN_TIMEOUT)
	const list = page.getByRole('navigation', { name: 'Conversations' })
	const open = list.locator('[aria-current="page"]')
	const before = (await open.innerText()).split('\n')[0] ?? ''
	await page.route(/\/api\/conversations\/[^/]+$/, (route) =>
		route.request().method() === 'PATCH'
			? route.fulfill({ status: 500, body: '' })
			: route.continue(),
	)
	await open.hover()
	await list.getByRole('button', { name: `Actions for ${before}` }).click()
	await page.getByRole('menuitem', { name: 'Rename' }).click()
	const field = page.getByRole('textbox', { name: 'Conversation title' })
	await field.fill('Never stored')
	await field.press('Enter')
	await expect.poll(async () => (await open.innerText()).split('\n')[0]).toBe(before)
})

test('a part of the page whose code fails to load leaves the chat usable', async () => {
	const second = await openTab(page.context(), [], WIDE)
	await second.route(/\/assets\/panes-/, (route) => route.abort())
	await second.goto(page.url())
	await second.getByText('The editor pane cannot be shown').waitFor(RUN_TIMEOUT)
	await say(second, 'what is in the scene?')
	await answersOf(second).last().waitFor(RUN_TIMEOUT)
	await second.close()
})

test('a valid sign-in link works after an invalid one in the same tab, and its token leaves the address', async () => {
	const stranger = await openTab(await browser.newContext(), [], WIDE)
	await stranger.goto(stack.url.replace(/token=.*/, 'token=not-the-one'))
	await stranger.getByText('This link does not work').waitFor(RUN_TIMEOUT)
	expect(stranger.url()).not.toContain('token=')
	await signIn(stranger, stack.url)
	expect(stranger.url()).not.toContain('token=')
	await stranger.context().close()
})

test('a menu that a key opens for the first time chooses its first item, as it does later', async () => {
	await page.reload()
	const mode = page.getByRole('button', { name: /^What the agent may do/ })
	for (const _ of ['first', 'later']) {
		await mode.focus(RUN_TIMEOUT)
		await page.keyboard.press('Enter')
		const chosen = page.getByRole('menuitemradio').first()
		await expect
			.poll(() => chosen.evaluate((item) => item === document.activeElement), RUN_TIMEOUT)
			.toBe(true)
		await page.keyboard.press('Escape')
		await chosen.waitFor({ state: 'detached' })
	}
})

test('a draft survives a reload', async () => {
	await composerOf(page).fill('half a thought')
	await page.reload()
	await composerOf(page).waitFor(RUN_TIMEOUT)
	await expect.poll(() => composerOf(page).inputValue()).toBe('half a thought')
	await composerOf(page).fill('')
})

test('a run counts and lists its changes; reverted, it marks them as reverted and lists no more', async () => {
	await say(page, 'create five yellow cubes in a row')
	const answer = await answered(page, /5|five/i)
	await runEnded(page)
	await answer.getByRole('button', { name: '5 created', exact: true }).click()
	const pane = page.getByRole('tabpanel', { name: /Changes/ })
	await pane.getByRole('region', { name: 'Objects' }).waitFor(RUN_TIMEOUT)
	await pane.getByRole('button', { name: 'Revert' }).click()
	await page.getByRole('button', { name: 'Revert 5 changes' }).click()
	await answer.getByText('Reverted 5 changes').waitFor(RUN_TIMEOUT)
	await pane.getByText('This run left no changes').waitFor(RUN_TIMEOUT)
	await expect
		.poll(() => answer.getByRole('button', { name: '5 created', exact: true }).count())
		.toBe(0)
	await page.getByRole('tab', { name: 'Scene' }).click()
})
