/** A person's actions on the page, for end-to-end tests and for the views that are photographed. */
import type { Locator, Page } from 'playwright-core'

/** Longer than a run takes on a busy machine. */
export const RUN_TIMEOUT = { timeout: 60_000 }

export const go = (page: Page, path: string) => page.goto(new URL(path, page.url()).href)

export const composerOf = (page: Page): Locator =>
	page.getByRole('textbox', { name: 'Message', exact: true })

/** Opens a new conversation. */
export async function newConversation(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'New conversation', exact: true }).click()
	await page.waitForURL((url) => !url.pathname.includes('/c/'))
	await composerOf(page).waitFor(RUN_TIMEOUT)
}

/** Types a message and sends it; during a run it joins the run. */
export async function say(page: Page, text: string): Promise<void> {
	await composerOf(page).fill(text)
	await composerOf(page).press('Enter')
}

/** A new project of the signed-in person, without an editor. Returns its id. */
export const newProject = (page: Page, name: string): Promise<string> =>
	page.evaluate(async (wanted) => {
		const headers = { 'content-type': 'application/json' }
		const body = JSON.stringify({ name: wanted })
		const made = await fetch('/api/projects', { method: 'POST', headers, body })
		return ((await made.json()) as { id: string }).id
	}, name)

/** The run has ended: an empty composer offers Send again, and not Stop. */
export const runEnded = (page: Page): Promise<void> =>
	page.getByRole('button', { name: 'Send' }).waitFor(RUN_TIMEOUT)

/** From now on, every change in this conversation needs an approval. */
export async function askFirst(page: Page): Promise<void> {
	await page.getByRole('button', { name: /What the agent may do/ }).click()
	await page.getByRole('menuitemradio', { name: /[Aa]sk/ }).click()
	await page.getByRole('button', { name: 'What the agent may do: ask' }).waitFor(RUN_TIMEOUT)
}
