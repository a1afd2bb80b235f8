/** The views of sharing by link: the dialog of members, and what a visitor sees. */
import type { Page } from 'playwright-core'
import { composerOf, RUN_TIMEOUT as RUN } from './page-person.ts'

/** The link that was made last. */
let url = ''

export async function showShareDialog(page: Page, projectId: string): Promise<void> {
	await page.goto(new URL(`/p/${projectId}`, page.url()).href)
	await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link').first().click()
	await composerOf(page).waitFor(RUN)
	// On a phone the dialog is found in the palette.
	await page.keyboard.press('ControlOrMeta+k')
	await page.getByRole('combobox').fill('Share by link')
	await page.getByRole('option', { name: /Share by link/ }).click()
	const dialog = page.getByRole('dialog')
	await dialog.getByRole('button', { name: 'Create link' }).click()
	url = await dialog.locator('code').innerText(RUN)
	await dialog
		.getByRole('button', { name: /^Revoke the link/ })
		.first()
		.waitFor(RUN)
}

/** Shows the link's page without scripts. */
export async function showSharedPage(page: Page): Promise<void> {
	await page.goto(url)
	await page.getByText('Shared from Fairlead').waitFor(RUN)
}

/** Opens the link as a guest: a member would be taken to the project. */
export async function showSharedLive(page: Page): Promise<void> {
	const token = new URL(url).pathname.slice('/s/'.length)
	await page.route(`**/api/shares/${token}`, async (route) => {
		const response = await route.fetch()
		const opened = (await response.json()) as object
		await route.fulfill({ response, json: { ...opened, member: false, name: 'Guest 3' } })
	})
	await page.goto(new URL(`/shared/${token}`, page.url()).href)
	await page.getByText('You can watch, as Guest 3').waitFor(RUN)
	await page.getByRole('article').first().waitFor(RUN)
}

export async function showDeadLink(page: Page): Promise<void> {
	await page.unrouteAll({ behavior: 'ignoreErrors' })
	await page.goto(new URL('/shared/fls_invented', page.url()).href)
	await page.getByRole('heading', { name: 'This link does not work.' }).waitFor(RUN)
}
