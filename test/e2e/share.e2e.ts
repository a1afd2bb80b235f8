/** A running conversation shared with a second, signed-out browser; and a finished one read with JavaScript off. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { calls, type FakeAnthropic, text } from '../fakes/anthropic-server.ts'
import { heldAnswer } from '../fakes/held-answer.ts'
import { answered, askFirst, openTab, ownPage, RUN_TIMEOUT, runEnded, say } from './browser-kit.ts'
import { ownStackWithModel } from './stack-kit.ts'

const FLOOR = { action: 'destroy', instance_id: '/Floor' }

let browser: Browser
let model: FakeAnthropic
let page: Page
let complaints: string[]
beforeAll(async () => {
	const own = await ownPage(ownStackWithModel())
	;({ browser, model, page, complaints } = own)
	return own.close
})

/** A signed-out browser. */
async function guest(options: Parameters<Browser['newContext']>[0] = {}): Promise<BrowserContext> {
	return browser.newContext(options)
}

async function makeLink(): Promise<string> {
	await page.getByRole('button', { name: 'Share by link' }).click()
	const dialog = page.getByRole('dialog')
	await dialog.getByRole('button', { name: 'Create link' }).click()
	const url = await dialog.locator('code').innerText(RUN_TIMEOUT)
	await page.keyboard.press('Escape')
	await dialog.waitFor({ state: 'hidden' })
	return url
}

test('a guest follows a run live, sees and is seen, and is out when the link is revoked in mid-stream', async () => {
	model.script(
		calls({ id: 'toolu_floor', name: 'unity_hierarchy', input: FLOOR }),
		text('Then it stays.'),
	)
	await askFirst(page)
	await say(page, 'delete the floor')
	await page.locator('[data-question]').waitFor(RUN_TIMEOUT)
	const url = await makeLink()

	const elsewhere = await guest()
	const theirs = await openTab(elsewhere, complaints)
	await theirs.goto(url)
	await theirs.getByText('The agent is still working').waitFor(RUN_TIMEOUT)
	await theirs.getByRole('link', { name: 'Follow it live' }).click()
	await theirs.getByText('You can watch, as Guest 1').waitFor(RUN_TIMEOUT)
	await theirs.locator('[data-question]').waitFor(RUN_TIMEOUT)
	const question = theirs.getByRole('article', { name: 'Message', exact: true }).first()
	await question.getByText('Owner', { exact: true }).waitFor(RUN_TIMEOUT)
	// To look on: no message box, no answers.
	await expect.poll(() => theirs.getByRole('textbox').count()).toBe(0)
	await expect.poll(() => theirs.getByRole('button', { name: 'Deny', exact: true }).count()).toBe(0)
	await page.getByText('2 people are watching: Owner, Guest 1').waitFor({
		...RUN_TIMEOUT,
		state: 'attached',
	})
	await theirs.getByText(/2 people are watching/).waitFor({ ...RUN_TIMEOUT, state: 'attached' })

	// The owner answers; the guest sees the result.
	await page.getByRole('button', { name: 'Deny', exact: true }).click(RUN_TIMEOUT)
	await answered(theirs, 'Then it stays.')
	await runEnded(page)

	const long = heldAnswer()
	model.script(
		calls({ id: 'toolu_look', name: 'unity_query', input: { action: 'hierarchy' } }),
		long.turn,
	)
	await say(page, 'what is there?')
	await answered(theirs, long.said)
	await page.getByRole('button', { name: 'Share by link' }).click()
	await page.getByRole('button', { name: /^Revoke the link/ }).click()
	await theirs.getByRole('heading', { name: 'This link has ended' }).waitFor(RUN_TIMEOUT)
	await theirs.getByText('A shared conversation.', { exact: true }).waitFor(RUN_TIMEOUT)
	const dialog = page.getByRole('dialog')
	await dialog.getByText('Revoked').waitFor(RUN_TIMEOUT)
	// A new link is shown until it is revoked.
	await dialog.getByRole('button', { name: 'Create link' }).click()
	await dialog.locator('code').waitFor(RUN_TIMEOUT)
	await dialog.getByRole('button', { name: /^Revoke the link/ }).click(RUN_TIMEOUT)
	await dialog.locator('code').waitFor({ ...RUN_TIMEOUT, state: 'hidden' })
	await page.keyboard.press('Escape')
	// In the middle: the run goes on for its owner.
	await theirs.goto(url)
	await theirs.getByRole('heading', { name: 'This link does not work.' }).waitFor(RUN_TIMEOUT)
	long.goOn()
	await answered(page, long.end)
	await runEnded(page)
	await elsewhere.close()
})

test('a finished conversation is read with JavaScript off', async () => {
	const url = await makeLink()
	const plain = await guest({ javaScriptEnabled: false, colorScheme: 'dark' })
	const theirs = await plain.newPage()
	await theirs.setViewportSize({ width: 375, height: 800 })
	await theirs.goto(url)
	await theirs.getByRole('main').getByText('delete the floor', { exact: true }).waitFor(RUN_TIMEOUT)
	await expect.poll(() => theirs.locator('.knot').count()).toBeGreaterThan(1)
	await expect.poll(() => theirs.locator('script').count()).toBe(0)
	const wider = 'document.documentElement.scrollWidth > innerWidth'
	const wide = await browser.newContext({ colorScheme: 'light' })
	const sized = await wide.newPage()
	await sized.setViewportSize({ width: 375, height: 800 })
	await sized.goto(url)
	await expect.poll(() => sized.evaluate(wider)).toBe(false)
	if (process.env['SHARE_PICTURES']) {
		await theirs.screenshot({ path: `${process.env['SHARE_PICTURES']}/dark.png`, fullPage: true })
		await sized.setViewportSize({ width: 1440, height: 900 })
		await sized.screenshot({ path: `${process.env['SHARE_PICTURES']}/light.png`, fullPage: true })
	}
	await wide.close()
	await plain.close()
})
