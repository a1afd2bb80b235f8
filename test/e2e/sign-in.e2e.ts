/** People sign in with a provider and by mail, and a trial keeps its work. Provider and mail endpoint are on loopback. */

import type { Browser, Page } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../scripts/stack/stack.ts'
import { NO_MODEL_KEYS } from '../../scripts/stack/worker-vars.ts'
import { type MailSink, serveMailSink } from '../fakes/mail-sink.ts'
import { CLIENT_ID, CLIENT_SECRET, OAuthProvider } from '../fakes/oauth-provider.ts'
import { serveWeb } from '../fakes/web-server.ts'
import { answersOf, composerOf, launchBrowser, openTab, RUN_TIMEOUT, say } from './browser-kit.ts'
import { ownStack } from './stack-kit.ts'

const person = { id: 1, name: 'Ada', email: 'ada@mail.example', verified: true }
let atMail: MailSink
let provider: OAuthProvider
let stack: Stack
let browser: Browser
const complaints: string[] = []
const ends: (() => Promise<unknown>)[] = []

beforeAll(async () => {
	provider = new OAuthProvider(person, [])
	const atProvider = await serveWeb((request) => provider.answer(request))
	atMail = await serveMailSink()
	const own = await ownStack({
		editor: 'none',
		env: {
			...process.env,
			...NO_MODEL_KEYS,
			SIGN_UP: 'open',
			ANONYMOUS_TRIAL: '1',
			GITHUB_CLIENT_ID: CLIENT_ID,
			GITHUB_CLIENT_SECRET: CLIENT_SECRET,
			GITHUB_URL: atProvider.url,
			MAIL_FROM: 'fairlead@mail.example',
			MAIL_URL: atMail.url,
		},
	})
	stack = own.stack
	provider.allow(`${stack.origin}/api/auth/oauth/github/callback`)
	browser = await launchBrowser()
	return async () => {
		await browser.close()
		await own.close()
		await atProvider.close()
		await atMail.close()
	}
})
afterEach(async () => {
	for (const end of ends.splice(0).reverse()) await end()
	// A signed-out page asks who it is.
	expect(complaints.filter((text) => !text.includes('401'))).toEqual([])
	complaints.length = 0
})

async function newTab(): Promise<Page> {
	const context = await browser.newContext()
	ends.push(() => context.close())
	return openTab(context, complaints)
}
const open = (page: Page, path: string) => page.goto(new URL(path, stack.origin).href)

async function beginTrial(page: Page): Promise<string> {
	await open(page, '/sign-in')
	await page.getByRole('button', { name: 'Try it without an account' }).click()
	await composerOf(page).waitFor(RUN_TIMEOUT)
	await say(page, 'hello')
	await answersOf(page).first().waitFor(RUN_TIMEOUT)
	return page.url()
}

async function leaveForSignIn(page: Page): Promise<void> {
	await page.getByRole('link', { name: 'Sign in' }).click()
	await page.waitForURL(/\/sign-in\?to=/)
}

/** Leaves the page for that of the projects. */
async function isSignedInAs(page: Page, name: string): Promise<void> {
	await page.getByRole('link', { name: 'All projects' }).click()
	await accountMenuNames(page, name)
}

async function accountMenuNames(page: Page, name: string): Promise<void> {
	await page.getByRole('button', { name: 'Account', exact: true }).click()
	const menu = page.getByRole('menu', { name: 'Account' })
	await menu.getByText(`Signed in as ${name}`).waitFor(RUN_TIMEOUT)
}

test('a trial that signs in at a provider is back in its conversation, as the account', async () => {
	const page = await newTab()
	const conversation = await beginTrial(page)
	await leaveForSignIn(page)
	await page.getByRole('button', { name: 'Continue with GitHub' }).click()
	await page.waitForURL(conversation)
	await answersOf(page).first().waitFor(RUN_TIMEOUT)
	await say(page, 'hello again')
	await expect.poll(() => answersOf(page).count(), RUN_TIMEOUT).toBe(2)
	await isSignedInAs(page, 'Ada')
})

test('a trial that signs in by mail to an account brings its conversation along', async () => {
	const page = await newTab()
	const conversation = await beginTrial(page)
	await leaveForSignIn(page)
	await page.getByRole('textbox', { name: 'Mail address' }).fill('ADA@mail.example')
	await page.getByRole('button', { name: 'Mail me a link' }).click()
	await page.getByText('Look at your mail').waitFor(RUN_TIMEOUT)
	await expect.poll(() => atMail.mails.length, RUN_TIMEOUT).toBe(1)
	const link = /http\S+/.exec(atMail.mails[0]?.text ?? '')?.[0] ?? ''
	await page.goto(link)
	await page.waitForURL((url) => url.pathname === '/sign-in/link' && url.hash === '')
	await page.getByRole('button', { name: 'Sign in', exact: true }).click()
	await page.waitForURL(conversation)
	await answersOf(page).first().waitFor(RUN_TIMEOUT)
	await isSignedInAs(page, 'Ada')
	// The account of the test before: its own project, and this one.
	await expect.poll(() => page.locator('a[href^="/p/"]').count(), RUN_TIMEOUT).toBe(2)

	const other = await newTab()
	await other.goto(link)
	await other.getByRole('button', { name: 'Sign in', exact: true }).click()
	await other.getByText('This link is no longer valid').waitFor(RUN_TIMEOUT)
	await other.getByRole('link', { name: 'Sign in another way' }).click()
	await other.getByRole('button', { name: 'Continue with GitHub' }).waitFor(RUN_TIMEOUT)
})

test('a person who says no at the provider is told so, and the next page is still the one they wanted', async () => {
	const page = await newTab()
	await open(page, '/sign-in?to=/usage')
	provider.mood = 'refuses'
	await page.getByRole('button', { name: 'Continue with GitHub' }).click()
	await page.getByText('You did not agree to sign in').waitFor(RUN_TIMEOUT)
	provider.mood = 'ok'
	await page.getByRole('button', { name: 'Continue with GitHub' }).click()
	await page.waitForURL((url) => url.pathname === '/usage')
})

test('the owner adds an account at a provider, and signs in with it where they have no setup token', async () => {
	provider.person = { ...person, id: 2, name: 'Olga', email: 'olga@mail.example' }
	const page = await newTab()
	await page.goto(stack.url)
	await composerOf(page).waitFor(RUN_TIMEOUT)
	await open(page, '/settings')
	await page.getByRole('button', { name: 'Add GitHub' }).click()
	const ways = page.getByRole('list', { name: 'Ways to sign in' })
	await ways.getByText('login-2').waitFor(RUN_TIMEOUT)

	const elsewhere = await newTab()
	await open(elsewhere, '/sign-in?to=/settings')
	await elsewhere.getByRole('button', { name: 'Continue with GitHub' }).click()
	// A press while the page still takes its shape would open the menu of a button that is replaced.
	await elsewhere.getByRole('list', { name: 'Ways to sign in' }).waitFor(RUN_TIMEOUT)
	await accountMenuNames(elsewhere, 'Owner')
})
