/** An approval shows wherever the person is, and disappears everywhere once it is answered anywhere. */
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../scripts/stack/stack.ts'
import { answered, askFirst, openTab, ownPage, RUN_TIMEOUT, say, WIDE } from './browser-kit.ts'
import { ownStack } from './stack-kit.ts'

const PHONE = { width: 375, height: 800 }

let stack: Stack
let browser: Browser
let page: Page
let complaints: string[]
beforeAll(async () => {
	const own = await ownPage(ownStack())
	;({ stack, browser, page, complaints } = own)
	return own.close
})

const icon = (tab: Page) => tab.locator('link[rel="icon"]').getAttribute('href')
const badge = (tab: Page) => tab.getByRole('button', { name: /^Chats\s*, 1 needs you$/ })

test('a question in one project shows in another, in every browser, until one of them has answered', async () => {
	// A second browser of the same person, on a phone, in another project.
	const elsewhere = await browser.newContext({ storageState: await page.context().storageState() })
	const phone = await openTab(elsewhere, complaints, PHONE)
	await phone.goto(new URL('/', stack.url).href)
	await phone.getByRole('button', { name: 'New project' }).click()
	await phone.getByRole('textbox', { name: 'Name' }).fill('Second')
	await phone.getByRole('button', { name: 'Create project' }).click()
	await phone.waitForURL(/\/p\/prj_/)
	await expect.poll(() => phone.title()).toBe('Second · Fairlead')
	const list = await openTab(elsewhere, complaints, WIDE)
	await list.goto(new URL('/', stack.url).href)
	await list.getByRole('main').getByText('Second', { exact: true }).waitFor(RUN_TIMEOUT)

	await askFirst(page)
	await say(page, 'delete the floor')
	await page.locator('[data-question]').waitFor(RUN_TIMEOUT)

	await expect.poll(() => phone.title(), RUN_TIMEOUT).toBe('(1) Second · Fairlead')
	await expect.poll(() => icon(phone)).toBe('/favicon-needs-you.svg')
	await expect.poll(() => list.title(), RUN_TIMEOUT).toBe('(1) Projects · Fairlead')
	await expect
		.poll(() => list.getByRole('listitem').filter({ hasText: 'Needs you' }).count())
		.toBe(1)
	await badge(phone).click()
	await phone.getByRole('heading', { name: 'Needs you in other projects' }).waitFor(RUN_TIMEOUT)
	await phone.getByRole('link', { name: /delete the floor/ }).click()

	// Answered on the phone.
	await phone.getByRole('button', { name: 'Deny', exact: true }).click(RUN_TIMEOUT)
	await answered(phone, /Denied|denied|left/)
	await expect.poll(() => page.title(), RUN_TIMEOUT).not.toMatch(/^\(/)
	await expect.poll(() => list.title(), RUN_TIMEOUT).toBe('Projects · Fairlead')
	await expect.poll(() => list.getByText('Needs you').count()).toBe(0)
	await expect.poll(() => icon(list)).toBe('/favicon.svg')
	await expect.poll(() => icon(phone), RUN_TIMEOUT).toBe('/favicon.svg')
	expect(complaints).toEqual([])
	await elsewhere.close()
})

test('the settings end the session of another browser, and what it has open', async () => {
	const elsewhere = await browser.newContext({ storageState: await page.context().storageState() })
	const settings = await openTab(elsewhere, complaints)
	await settings.goto(new URL('/settings', stack.url).href)
	await settings.getByText('This browser', { exact: true }).waitFor(RUN_TIMEOUT)
	await settings.getByRole('button', { name: 'Sign out of this browser' }).click()
	const dialog = settings.getByRole('dialog')
	await dialog.getByRole('button', { name: 'Sign out' }).click()
	await settings.waitForURL(/\/sign-in/)
	// Both browsers had the same session: the other one has lost it, too.
	await page.reload()
	await page.waitForURL(/\/sign-in/)
	await elsewhere.close()
})
