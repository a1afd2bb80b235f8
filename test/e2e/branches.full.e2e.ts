/** Going back to a message: edited and sent again, answered again, continued elsewhere; the original stays. */
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
	answered,
	answersOf,
	newConversation,
	ownPage,
	RUN_TIMEOUT,
	revertBy,
	runEnded,
	say,
} from './browser-kit.ts'
import { ownStack } from './stack-kit.ts'

let page: Page
let complaints: string[]
beforeAll(async () => {
	const own = await ownPage(ownStack())
	;({ page, complaints } = own)
	return own.close
})
beforeEach(() => newConversation(page))
afterEach(() => {
	expect(complaints.splice(0)).toEqual([])
})

const questions = () => page.getByRole('article', { name: 'Message', exact: true })
/** Their words alone: a message may stand beside its branches. */
const asked = () => questions().locator('p[dir="auto"]').allTextContents()
const origin = () => page.getByRole('main').getByText('Branch of', { exact: true })

/** One after the other: what is said during a run joins it. */
async function ask(text: string, answer: RegExp): Promise<void> {
	await say(page, text)
	await answered(page, answer)
	await runEnded(page)
}

/** The conversation on screen, once it is another one than this. */
async function elsewhere(path: string): Promise<string> {
	await page.waitForURL((url) => url.pathname !== path && url.pathname.includes('/c/'))
	return new URL(page.url()).pathname
}
const here = async (): Promise<string> => {
	await page.waitForURL(/\/c\//)
	return new URL(page.url()).pathname
}

test('a message is edited and sent again in a branch; the way back leads to it, and from it to the branch', async () => {
	await ask('how many lights are there?', /light/i)
	await ask('create a cube named First at 0 1 0', /First/)
	const trunk = await here()

	await questions().last().hover()
	await page.getByRole('button', { name: 'Edit in a branch' }).last().click()
	const form = page.getByRole('form', { name: 'Edit in a branch' })
	await form.getByText('an answer after this message changed it', { exact: false }).waitFor()
	const box = form.getByRole('textbox', { name: 'Edited message' })
	await expect.poll(() => box.inputValue()).toBe('create a cube named First at 0 1 0')
	await box.press('Escape')
	await form.waitFor({ state: 'detached' })
	// The keyboard goes on where it was.
	await page.keyboard.press('Enter')
	await box.fill('create a cube named Second at 0 1 0')
	await box.press('Enter')
	const branch = await elsewhere(trunk)
	await answered(page, /Second/)
	await runEnded(page)
	await expect
		.poll(asked, RUN_TIMEOUT)
		.toEqual(['how many lights are there?', 'create a cube named Second at 0 1 0'])
	await page.getByText('The project was not set back', { exact: false }).waitFor()
	await page
		.getByRole('navigation', { name: 'Conversations' })
		.locator(`a[href^="${branch}"]`)
		.getByText('Branch', { exact: true })
		.waitFor()

	await origin().locator('xpath=..').getByRole('link').click()
	await page.waitForURL((url) => url.pathname === trunk && url.hash !== '')
	await answered(page, /First/)
	await expect
		.poll(asked, RUN_TIMEOUT)
		.toEqual(['how many lights are there?', 'create a cube named First at 0 1 0'])
	await page.getByRole('button', { name: '1 branch' }).click()
	await page.getByRole('menuitem').first().click()
	await page.waitForURL((url) => url.pathname === branch)
	await answered(page, /Second/)
})

test('an answer that changed nothing is regenerated at once; one that did says so, and can be reverted first', async () => {
	await ask('how many lights are there?', /light/i)
	const trunk = await here()
	await page.getByRole('button', { name: 'Regenerate answer' }).click()
	const branch = await elsewhere(trunk)
	await origin().waitFor(RUN_TIMEOUT)
	await answered(page, /light/i)
	await runEnded(page)
	await expect.poll(asked, RUN_TIMEOUT).toEqual(['how many lights are there?'])

	await ask('create a cube named Anew at 0 1 2', /Anew/)
	await page.getByRole('button', { name: 'Regenerate answer' }).last().click()
	const form = page.getByRole('form', { name: 'Regenerate answer' })
	await revertBy(form.getByRole('button', { name: 'Revert it first' }))
	await answersOf(page)
		.last()
		.getByText(/^Reverted/)
		.filter({ visible: true })
		.first()
		.waitFor(RUN_TIMEOUT)
	await form.getByText('The project is not set back.', { exact: false }).waitFor(RUN_TIMEOUT)
	await form.getByRole('button', { name: 'Regenerate in a branch' }).click()
	await elsewhere(branch)
	await page.getByRole('button', { name: 'Revert', exact: true }).waitFor(RUN_TIMEOUT)
	await answered(page, /Anew/)
	await runEnded(page)
	await expect.poll(async () => (await asked()).at(-1)).toBe('create a cube named Anew at 0 1 2')
})

test('a conversation goes on from an earlier answer, by the palette too, while the original runs', async () => {
	await ask('how many lights are there?', /light/i)
	await ask('what is in the scene?', /camera|floor/i)
	const trunk = await here()
	await page.getByRole('button', { name: 'Branch from here' }).first().click()
	const branch = await elsewhere(trunk)
	await origin().waitFor(RUN_TIMEOUT)
	await expect.poll(asked, RUN_TIMEOUT).toEqual(['how many lights are there?'])
	await ask('create a cube named Aside at 0 1 4', /Aside/)

	await page.keyboard.press('Control+k')
	await page.getByRole('combobox').fill('Branch from the last answer')
	await page.keyboard.press('Enter')
	const second = await elsewhere(branch)
	await origin().waitFor()
	await expect.poll(() => questions().count(), RUN_TIMEOUT).toBe(2)

	// In the middle of a run: its question is edited elsewhere, and the run goes on to its end.
	await say(page, 'create a cube named Kept at 0 1 6 and save the scene')
	await questions().last().hover()
	await page.getByRole('button', { name: 'Edit in a branch' }).last().click()
	const box = page.getByRole('form').getByRole('textbox', { name: 'Edited message' })
	await box.fill('create a cube named Other at 0 1 8')
	await box.press('Enter')
	await elsewhere(second)
	await answered(page, /Other/)
	await runEnded(page)
	await page.goto(new URL(second, page.url()).href)
	await answered(page, /Kept/)
	await runEnded(page)
	expect((await answersOf(page).allTextContents()).join()).not.toMatch(/Other/)
})
