/** A person turns notifications on, closes Fairlead, and their browser tells them which conversation needs them. */
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../scripts/stack/stack.ts'
import { type PushService, startPushService } from '../fakes/push-service.ts'
import { expectAccessible } from './axe-kit.ts'
import { askFirst, ownPage, RUN_TIMEOUT, say } from './browser-kit.ts'
import { ownStack } from './stack-kit.ts'

let stack: Stack
let page: Page
let context: BrowserContext
let complaints: string[]
let service: PushService

beforeAll(async () => {
	service = await startPushService()
	const own = await ownPage(ownStack())
	;({ stack, page, complaints } = own)
	context = page.context()
	await context.grantPermissions(['notifications'], { origin: new URL(stack.url).origin })
	return async () => {
		await own.close()
		service.close()
	}
})

/** A browser whose push service is ours: those of Chromium are not reached in tests. */
const withPushService = (tab: Page): Promise<unknown> =>
	tab.addInitScript((address) => {
		let key: ArrayBuffer | null = null
		const subscription = () =>
			({
				endpoint: address,
				options: { applicationServerKey: key },
				unsubscribe: async () => {
					key = null
					return true
				},
			}) as unknown as PushSubscription
		PushManager.prototype.getSubscription = async () => (key ? subscription() : null)
		PushManager.prototype.subscribe = async (options) => {
			const text = String(options?.applicationServerKey).replaceAll('-', '+').replaceAll('_', '/')
			key = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)).buffer
			return subscription()
		}
	}, service.endpoint)

const origin = () => new URL(stack.url).origin
const worker = async () =>
	context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
/** How often something was shown, from now on. */
async function countShown(): Promise<() => Promise<number>> {
	const counting = await worker()
	await counting.evaluate(() => {
		const scope = self as unknown as { registration: ServiceWorkerRegistration; count: number }
		const { registration } = scope
		const show = registration.showNotification.bind(registration)
		scope.count = 0
		registration.showNotification = (...given) => {
			scope.count += 1
			return show(...given)
		}
	})
	return () => counting.evaluate(() => (self as unknown as { count: number }).count)
}
/** The notifications that the browser shows: title, and the text below it. */
const shown = async (): Promise<string[]> =>
	(await worker()).evaluate(async () => {
		const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
		return (await registration.getNotifications()).map(({ title, body }) => `${title} · ${body}`)
	})

/** Does what the browser's push service does; a test's browser has none. */
async function deliver(cdp: CDPSession, registrationId: string): Promise<void> {
	await cdp.send('ServiceWorker.deliverPushMessage', {
		origin: `${origin()}/`,
		registrationId,
		data: '',
	})
}

test('“Always” subscribes the browser, and a question is pushed and notified while no page is open', async () => {
	await withPushService(page)
	await page.goto(`${origin()}/settings`)
	const cdp = await context.newCDPSession(page)
	const registered = new Promise<string>((resolve) => {
		cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
			const [first] = registrations
			if (first) resolve(first.registrationId)
		})
	})
	await cdp.send('ServiceWorker.enable')
	const notify = page.getByRole('group', { name: 'Notify me when the agent needs me' })
	const put = page.waitForResponse((answer) => answer.request().method() === 'PUT')
	await notify.getByText('Always').click(RUN_TIMEOUT)
	await page.getByText('also while Fairlead is closed').waitFor(RUN_TIMEOUT)
	expect((await put).status()).toBe(204)
	await expectAccessible(page)

	await page.goto(stack.url)
	await askFirst(page)
	await say(page, 'delete the floor')
	await page.locator('[data-question]').waitFor(RUN_TIMEOUT)
	await expect.poll(() => service.pushed.length, RUN_TIMEOUT).toBe(1)
	expect(service.pushed[0]?.headers).toMatchObject({
		authorization: expect.stringMatching(/^vapid t=/),
		urgency: 'high',
		'content-length': '0',
	})
	const asked = page.url()
	const registrationId = await registered
	const timesShown = await countShown()
	// A page that is looked at shows it by itself.
	await deliver(cdp, registrationId)
	await page.goto('about:blank')
	await deliver(cdp, registrationId)
	await expect
		.poll(shown, RUN_TIMEOUT)
		.toEqual([expect.stringMatching(/^delete the floor needs you · /)])
	expect(await timesShown()).toBe(1)

	await page.goto(asked)
	await page.getByRole('button', { name: 'Deny', exact: true }).click(RUN_TIMEOUT)
	await expect.poll(shown, RUN_TIMEOUT).toEqual([])
	expect(complaints).toEqual([])
})

test('a browser that signs in anew is subscribed again, and “Off” ends it', async () => {
	await page.goto(`${origin()}/settings`)
	await page.evaluate(() => fetch('/api/push', { method: 'DELETE' }))
	const put = page.waitForResponse((answer) => answer.request().method() === 'PUT')
	await page.reload()
	expect((await put).status()).toBe(204)
	const ended = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
	const notify = page.getByRole('group', { name: 'Notify me when the agent needs me' })
	await notify.getByText('Off').click()
	expect((await ended).status()).toBe(204)
	const state = await page.evaluate(async () => (await fetch('/api/push')).json())
	expect(state).toMatchObject({ endpoint: null })
	expect(complaints).toEqual([])
})
