/** A person deletes their account: signed out, told so, cut off in the other browser, and the project is gone. */
import type { Browser } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../scripts/stack/stack.ts'
import { composerOf, openTab, ownPage, RUN_TIMEOUT } from './browser-kit.ts'
import { newPerson } from './people-kit.ts'
import { ownStack } from './stack-kit.ts'

let stack: Stack
let dir: string
let browser: Browser
beforeAll(async () => {
	const own = await ownPage(ownStack())
	;({ stack, dir, browser } = own)
	return own.close
})

test('the account is over everywhere at once', async () => {
	const context = await newPerson(browser, { stack, dir }, 'Grace')
	const elsewhere = await browser.newContext({ storageState: await context.storageState() })
	try {
		const address = (path: string) => new URL(path, stack.origin).href
		const made = await context.request.post(address('/api/projects'), {
			data: { name: 'Mine' },
			headers: { origin: stack.origin },
		})
		expect(made.status()).toBe(201)
		const { id } = (await made.json()) as { id: string }
		const other = await openTab(elsewhere, [])
		await other.goto(address(`/p/${id}`))
		await composerOf(other).waitFor(RUN_TIMEOUT)

		const page = await openTab(context, [])
		await page.goto(address('/settings'))
		await page.getByRole('button', { name: 'Delete account' }).click(RUN_TIMEOUT)
		const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
		await dialog.getByText('Mine (0 conversations)').waitFor(RUN_TIMEOUT)
		const confirm = dialog.getByRole('button', { name: 'Delete account' })
		await expect.poll(() => confirm.isDisabled()).toBe(true)
		await dialog.getByRole('textbox').fill('Grace')
		await confirm.click()
		await page.waitForURL(/\/sign-in/, RUN_TIMEOUT)
		await page.getByText('Your account is deleted').first().waitFor(RUN_TIMEOUT)

		// The other browser had the room open, and does nothing by itself.
		await other.waitForURL(/\/sign-in/, RUN_TIMEOUT)
		expect((await elsewhere.request.get(address('/api/me'))).status()).toBe(401)
		const again = await newPerson(browser, { stack, dir }, 'Ada')
		expect((await again.request.get(address(`/api/projects/${id}`))).status()).toBe(404)
		await again.close()
	} finally {
		await context.close()
		await elsewhere.close()
	}
})
