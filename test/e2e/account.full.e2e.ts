/** A person's own account in a browser: a passkey by a virtual authenticator, the name, the download. */
import { readFile } from 'node:fs/promises'
import type { CDPSession, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../scripts/stack/stack.ts'
import { ownPage, RUN_TIMEOUT } from './browser-kit.ts'
import { ownStack } from './stack-kit.ts'

let stack: Stack
let page: Page
let complaints: string[]
let cdp: CDPSession
let authenticatorId: string
beforeAll(async () => {
	const own = await ownPage(ownStack())
	;({ stack, page, complaints } = own)
	cdp = await own.context.newCDPSession(page)
	await cdp.send('WebAuthn.enable')
	const added = await cdp.send('WebAuthn.addVirtualAuthenticator', {
		options: {
			protocol: 'ctap2',
			transport: 'internal',
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: true,
		},
	})
	authenticatorId = added.authenticatorId
	return own.close
})
const open = (path: string) => page.goto(new URL(path, stack.origin).href)
const section = (title: string) =>
	page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const verified = (isUserVerified: boolean) =>
	cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })

test('a passkey is added, signs in without a name, and no longer does once it is removed', async () => {
	await open('/settings')
	const passkeys = section('Passkeys')
	await passkeys.getByText('No passkeys').waitFor(RUN_TIMEOUT)
	await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
	const list = passkeys.getByRole('list', { name: 'Passkeys' })
	await list.getByText(/never used/).waitFor(RUN_TIMEOUT)
	await section('Account').getByText('One passkey').waitFor(RUN_TIMEOUT)
	await list.getByRole('button', { name: /^Rename/ }).click()
	const dialog = page.getByRole('dialog', { name: 'Rename the passkey' })
	await dialog.getByRole('textbox', { name: 'Name' }).fill('Desk')
	await dialog.getByRole('button', { name: 'Rename' }).click()
	await list.getByText('Desk', { exact: true }).waitFor(RUN_TIMEOUT)

	await section('Sessions').getByRole('button', { name: 'Sign out of this browser' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
	await page.waitForURL(/\/sign-in/, RUN_TIMEOUT)
	expect((await page.request.get(new URL('/api/me', stack.origin).href)).status()).toBe(401)
	await open('/sign-in?to=/settings')
	await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
	await page.waitForURL(/\/settings$/, RUN_TIMEOUT)
	await list.getByText(/last used/).waitFor(RUN_TIMEOUT)
	expect(complaints.filter((text) => !/status of 401/.test(text))).toEqual([])

	// The setup token still signs this person in, so nothing more is asked.
	await list.getByRole('button', { name: 'Remove Desk' }).click()
	await page.getByRole('button', { name: 'Remove passkey' }).click()
	await passkeys.getByText('No passkeys').waitFor(RUN_TIMEOUT)
	await page.context().clearCookies()
	await open('/sign-in')
	await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
	await page.getByText('This passkey was not accepted.').waitFor(RUN_TIMEOUT)
	complaints.length = 0
})

test('a person whom the device does not recognize is told that nothing happened', async () => {
	await verified(false)
	await open('/sign-in')
	await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
	await page.getByText('You are not signed in.').waitFor(RUN_TIMEOUT)
	await verified(true)
	complaints.length = 0
})

test('the name is changed, and everything stored is downloaded', async () => {
	await page.goto(stack.url)
	await page.waitForURL(/\/p\//, RUN_TIMEOUT)
	await open('/settings')
	const account = section('Account')
	await account.getByRole('textbox', { name: 'Name' }).fill('Grace')
	await account.getByRole('button', { name: 'Save name' }).click()
	await account.getByText('Saved').waitFor(RUN_TIMEOUT)
	await page.getByRole('main').getByText('Signed in as Grace').waitFor(RUN_TIMEOUT)
	const downloading = page.waitForEvent('download')
	await section('Your data').getByRole('link', { name: 'Download' }).click()
	const file = await (await downloading).path()
	const data = JSON.parse(await readFile(file, 'utf8')) as Record<string, { name?: string }[]>
	expect(data['account']?.[0]?.name).toBe('Grace')
	expect(data['projects']).toHaveLength(1)
	expect(data['complete']).toBe(true)
	// This person owns the installation.
	await expect
		.poll(() => section('Your data').getByRole('button', { name: 'Delete account' }).count())
		.toBe(0)
	expect(complaints).toEqual([])
})
