/** A person reverts a step below later ones, in the page: what goes along is counted, and marked in its own answer. */
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { answersOf, ownPage, RUN_TIMEOUT, runEnded, say } from './browser-kit.ts'
import { ownStack } from './stack-kit.ts'

let page: Page
let complaints: string[]
beforeAll(async () => {
	const own = await ownPage(ownStack())
	;({ page, complaints } = own)
	return own.close
})
afterEach(() => {
	expect(complaints.splice(0)).toEqual([])
})

const answerAt = (at: number) => answersOf(page).nth(at)
const cardOf = (at: number) => answerAt(at).getByRole('group', { name: 'Changes of this run' })
const endOf = (at: number) => answerAt(at).getByText('Reverted', { exact: true })

test('later runs that a revert took along say so, until it is restored', async () => {
	await say(page, 'make a red sphere')
	await cardOf(0).waitFor(RUN_TIMEOUT)
	await runEnded(page)
	await say(page, 'make a green sphere')
	await cardOf(1).waitFor(RUN_TIMEOUT)
	await runEnded(page)

	await answerAt(0).getByRole('link', { name: 'Step done: show it' }).first().click()
	await page.getByText('From here on', { exact: true }).click(RUN_TIMEOUT)
	await page.getByRole('button', { name: 'Revert from here' }).click(RUN_TIMEOUT)
	const dialog = page.getByRole('dialog', { name: 'Revert from this step on' })
	const choice = dialog.getByRole('checkbox', { name: 'Revert these too' })
	await choice.check(RUN_TIMEOUT)
	const button = dialog.getByRole('button', { name: /^Revert \d+ changes$/ })
	const counted = (await button.innerText()).replace('Revert ', '')
	await button.click()

	await answerAt(0).getByText(`Reverted ${counted}`).waitFor(RUN_TIMEOUT)
	await endOf(1).waitFor(RUN_TIMEOUT)
	await answerAt(1)
		.getByText('Reverted with an earlier step of another answer')
		.waitFor(RUN_TIMEOUT)
	await expect.poll(() => cardOf(0).count()).toBe(0)
	await expect.poll(() => cardOf(1).count()).toBe(0)
	await answerAt(1).locator('s').first().waitFor(RUN_TIMEOUT)
	await answerAt(1).getByRole('link', { name: 'Show that answer' }).click()
	await expect.poll(() => page.url()).toContain('#')

	await answerAt(0).getByRole('button', { name: 'Restore' }).click(RUN_TIMEOUT)
	await page.getByRole('button', { name: `Restore ${counted}` }).click(RUN_TIMEOUT)
	await answerAt(0).getByText(`Restored ${counted}`).waitFor(RUN_TIMEOUT)
	await cardOf(1).waitFor(RUN_TIMEOUT)
	await expect.poll(() => endOf(1).count()).toBe(0)
})
