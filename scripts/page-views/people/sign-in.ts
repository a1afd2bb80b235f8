/** The sign-in page as a server shows it that offers every way in. */
import type { SignInOptions } from '@fairlead/protocol/people/sign-in'
import type { Page } from 'playwright-core'
import { go, RUN_TIMEOUT } from '../page-person.ts'

const EVERYTHING: SignInOptions = {
	setupToken: true,
	providers: [
		{ id: 'github', name: 'GitHub' },
		{ id: 'google', name: 'Google' },
	],
	mail: true,
	trial: true,
	signUp: 'open',
}

export async function showWaysIn(page: Page, query = ''): Promise<void> {
	await page.route('**/api/auth/options', (route) => route.fulfill({ json: EVERYTHING }))
	await go(page, `/sign-in${query}`)
	await page.getByRole('button', { name: 'Continue with Google' }).waitFor(RUN_TIMEOUT)
}

/** From {@link showWaysIn}. */
export async function askForLink(page: Page): Promise<void> {
	await page.route('**/api/auth/magic-link', (route) => route.fulfill({ status: 204 }))
	const address = 'someone.with.a.long.name@a-long-name-of-a-studio.example'
	await page.getByRole('textbox', { name: 'Mail address' }).fill(address)
	await page.getByRole('button', { name: 'Mail me a link' }).click()
	await page.getByText('Look at your mail').waitFor(RUN_TIMEOUT)
}

export async function openMailedLink(page: Page): Promise<void> {
	await page.unrouteAll({ behavior: 'ignoreErrors' })
	await go(page, '/sign-in/link#token=used-before')
	await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor(RUN_TIMEOUT)
}

/** From {@link openMailedLink}. */
export async function useMailedLink(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Sign in', exact: true }).click()
	await page.getByText('This link is no longer valid').waitFor(RUN_TIMEOUT)
}
