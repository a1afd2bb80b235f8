/** A person's conversations: lost among others, renamed, put away, deleted by mistake, left while they run. */
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
	answered,
	answersOf,
	newConversation,
	ownPage,
	RUN_TIMEOUT,
	runEnded,
	say,
} from './browser-kit.ts'
import { ownStack } from './stack-kit.ts'

let page: Page
beforeAll(async () => {
	const own = await ownPage(ownStack())
	page = own.page
	return own.close
})
beforeEach(() => newConversation(page))

const list = () => page.getByRole('navigation', { name: 'Conversations' })
const rowOf = (title: string) => list().getByRole('listitem').filter({ hasText: title })
const find = () => page.getByRole('button', { name: 'Find conversations' })

async function choose(title: string, action: string): Promise<void> {
	await rowOf(title).first().hover()
	await page.getByRole('button', { name: `Actions for ${title}` }).click()
	await page.getByRole('menuitem', { name: action }).click()
}

async function begin(text: string, title: string): Promise<void> {
	await say(page, text)
	// A page before the run has begun looks like one whose run has ended.
	await page.waitForURL(/\/c\//)
	await answersOf(page).first().waitFor(RUN_TIMEOUT)
	await runEnded(page)
	await choose(text, 'Rename')
	await page.getByRole('textbox', { name: 'Conversation title' }).fill(title)
	await page.keyboard.press('Enter')
	await rowOf(title).waitFor()
}

test('a conversation is renamed, found by what was said in it, and opened at that place', async () => {
	await begin('create a cube named Lighthouse at 0 1 0', 'Coast')
	await newConversation(page)
	await find().click()
	await page.getByRole('searchbox').fill('lighthou')
	const row = list().getByRole('link', { name: /Coast/ })
	await row.getByText('Lighthou', { exact: false }).first().waitFor(RUN_TIMEOUT)
	await expect.poll(() => row.locator('mark').first().textContent()).toMatch(/lighthou/i)
	await row.click()
	await answered(page, /Lighthouse/)
	await page.waitForURL((url) => url.hash.startsWith('#msg_'))
	await page.getByRole('searchbox').fill('no such words')
	await list().getByText('No conversation has these words.').waitFor()
	await find().click()
})

test('a conversation is named after the first answer for what was asked, in the list and the tab; a rename stays', async () => {
	await say(page, 'could you please create a cube named Titled at 0 1 0? I need it soon.')
	const named = list().getByRole('link', { name: /^create a cube named Titled/ })
	await named.waitFor(RUN_TIMEOUT)
	await expect.poll(() => page.title()).toMatch(/^create a cube named Titled at 0 1 0\? · /)
	await choose('create a cube named Titled at 0 1 0?', 'Rename')
	await page.getByRole('textbox', { name: 'Conversation title' }).fill('My cube')
	await page.keyboard.press('Enter')
	await say(page, 'could you please create a cube named Second at 0 1 2?')
	await answered(page, /Second/)
	await runEnded(page)
	await page.reload()
	await rowOf('My cube').waitFor()
	await expect.poll(() => page.title()).toMatch(/^My cube · /)
})

test('a pinned conversation stands first; an archived one leaves the list and comes back', async () => {
	await begin('how many lights are there?', 'Keep')
	await newConversation(page)
	await begin('what is in the scene?', 'Newest')
	await choose('Keep', 'Pin')
	await expect.poll(() => list().getByRole('listitem').first().textContent()).toContain('Keep')
	await expect.poll(() => rowOf('Keep').getByRole('img', { name: 'Pinned' }).count()).toBe(1)

	await choose('Newest', 'Move to folder')
	await page.getByRole('combobox', { name: 'Folder' }).fill('Level 1')
	await page.getByRole('button', { name: 'Move', exact: true }).click()
	await choose('Newest', 'Archive')
	await rowOf('Newest').waitFor({ state: 'detached' })
	await find().click()
	const where = page.getByRole('combobox', { name: 'Where to look' })
	await where.selectOption('Archive')
	await list().getByText('Archived · Level 1', { exact: false }).waitFor()
	await page.getByRole('button', { name: 'Move back to the list: Newest' }).click()
	await where.selectOption('Level 1 (1)')
	await list()
		.getByRole('link', { name: /Newest/ })
		.waitFor()
	await find().click()
	await rowOf('Newest').waitFor()
})

test('a deleted conversation comes back by Undo, open if it was, and from the recently deleted ones', async () => {
	await begin('create a sphere named Precious', 'Precious work')
	const address = page.url()
	const remove = async () => {
		await choose('Precious work', 'Delete')
		await rowOf('Precious work').waitFor({ state: 'detached' })
	}
	const undo = async () => {
		const toast = page.getByRole('dialog').filter({ hasText: 'Deleted “Precious work”' })
		await toast.getByRole('button', { name: 'Undo' }).click()
		await toast.waitFor({ state: 'detached' })
		await rowOf('Precious work').waitFor()
	}
	await remove()
	await page.waitForURL((url) => !url.pathname.includes('/c/'))
	await undo()
	await page.waitForURL(address)
	await answered(page, /Precious/)

	await newConversation(page)
	const elsewhere = page.url()
	await remove()
	await undo()
	expect(page.url()).toBe(elsewhere)

	await remove()
	await page.reload()
	await find().click()
	const where = page.getByRole('combobox', { name: 'Where to look' })
	await where.selectOption('Recently deleted')
	await list().getByText('7 days left').waitFor()
	await page.getByRole('button', { name: 'Restore Precious work' }).click()
	await rowOf('Precious work').waitFor({ state: 'detached' })
	await page.goto(address)
	await answered(page, /Precious/)
})

test('the first message of a conversation that is left before it has opened is sent', async () => {
	const gate = Promise.withResolvers<void>()
	await page.route(/\/messages(\?|$)/, async (route) => {
		if (route.request().method() === 'GET') await gate.promise
		await route.continue()
	})
	await say(page, 'create a cube named Left at 0 1 6')
	await page.waitForURL(/\/c\//)
	const left = page.url()
	await page.getByRole('button', { name: 'New conversation', exact: true }).click()
	await page.waitForURL((url) => !url.pathname.includes('/c/'))
	gate.resolve()
	await page.unrouteAll({ behavior: 'wait' })
	await list()
		.locator(`a[href^="${new URL(left).pathname}"]`)
		.click()
	await answered(page, /Left/)
	await runEnded(page)
	await expect
		.poll(() => page.getByRole('article', { name: 'Message', exact: true }).count())
		.toBe(1)
})

test('two runs go on while a person switches between them, and both answers are whole', async () => {
	await say(page, 'create a cube named North at 0 1 9 and save the scene')
	await page.waitForURL(/\/c\//)
	const north = page.url()
	await page.getByRole('button', { name: 'New conversation', exact: true }).click()
	await page.waitForURL((url) => !url.pathname.includes('/c/'))
	await say(page, 'create a cube named South at 0 1 3 and save the scene')
	await page.waitForURL(/\/c\//)
	const south = page.url()
	const open = async (url: string) => {
		const path = new URL(url).pathname
		await list().locator(`a[href^="${path}"]`).click()
		await page.waitForURL((now) => now.pathname === path)
	}
	for (let round = 0; round < 3; round++) {
		await open(north)
		await open(south)
	}
	const shownWithoutTimes = async (): Promise<string> =>
		(await answersOf(page).allTextContents())
			.join('\n')
			.replace(/\d+(\.\d+)? ?(?:m?s|min)|now/g, '')
	const texts: string[] = []
	for (const [url, own, other] of [
		[north, /North/, /South/],
		[south, /South/, /North/],
	] as const) {
		await open(url)
		await answered(page, own)
		await runEnded(page)
		const text = await shownWithoutTimes()
		expect(text).not.toMatch(other)
		texts.push(text)
	}
	// The stored answer equals the one that streamed across the switches.
	for (const [at, url] of [north, south].entries()) {
		await page.goto(url)
		await answersOf(page).first().waitFor(RUN_TIMEOUT)
		await expect.poll(shownWithoutTimes).toBe(texts[at])
	}
})
