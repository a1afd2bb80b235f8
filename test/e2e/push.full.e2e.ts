/** A person turns notifications on, closes Fairlead, and their browser tells them which conversation, or whose agent, waits for them. */
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { RunningClaude } from '../../relay-cli/test/mock-claude/running-claude.ts'
import { type PushService, startPushService } from '../fakes/push-service.ts'
import { expectAccessible } from './axe-kit.ts'
import { askFirst, ownPage, RUN_TIMEOUT, say } from './browser-kit.ts'
import { type ClaudeStack, claudeStack } from './claude-kit.ts'
import { inProject } from './stack-kit.ts'

let own: ClaudeStack
let stack: ClaudeStack['stack']
let page: Page
let context: BrowserContext
let complaints: string[]
let service: PushService
let cdp: CDPSession
let registrationId: string

beforeAll(async () => {
	service = await startPushService()
	const opened = await ownPage(claudeStack(() => ({ editor: 'simulator' })))
	own = opened
	;({ stack, page, complaints } = opened)
	context = page.context()
	await context.grantPermissions(['notifications'], { origin: new URL(stack.url).origin })
	return async () => {
		await own.close()
		service.close()
	}
})

/** Gives a browser our push service: that of Chromium is not reached in tests. */
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

/** A browser closes a notification by itself when it has been there for long: these are the tags of those that the page closed. */
const noteClosed = (tab: Page): Promise<unknown> =>
	tab.addInitScript(() => {
		const tags: string[] = []
		Object.assign(window, { closedTags: tags })
		const close = Notification.prototype.close
		Notification.prototype.close = function () {
			tags.push(this.tag)
			close.call(this)
		}
	})
const closed = (tab: Page) =>
	tab.evaluate(() => (window as unknown as { closedTags: string[] }).closedTags)

/** Does what the browser's push service does; a test's browser has none. */
async function deliver(): Promise<void> {
	await cdp.send('ServiceWorker.deliverPushMessage', {
		origin: `${origin()}/`,
		registrationId,
		data: '',
	})
}

test('“Always” subscribes the browser, and a question is pushed and notified while no page is open', async () => {
	await withPushService(page)
	await page.goto(`${origin()}/settings`)
	cdp = await context.newCDPSession(page)
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
	registrationId = await registered
	const timesShown = await countShown()
	// A page that is looked at shows it by itself.
	await deliver()
	await page.goto('about:blank')
	await deliver()
	await expect
		.poll(shown, RUN_TIMEOUT)
		.toEqual([expect.stringMatching(/^delete the floor needs you · /)])
	expect(await timesShown()).toBe(1)

	await page.goto(asked)
	await page.getByRole('button', { name: 'Deny', exact: true }).click(RUN_TIMEOUT)
	await expect.poll(shown, RUN_TIMEOUT).toEqual([])
	expect(complaints).toEqual([])
})

test('an agent that begins to wait is pushed where a person wants it, without a word of it, until they look at the agents', async () => {
	const { projectFolder, projectId } = stack
	await own.fairlead('agents', 'on', projectFolder)
	const agent = await RunningClaude.start(projectFolder, own.claude)
	onTestFinished(() => agent.kill())
	await page.goto(`${origin()}/settings`)
	const ofAgents = page.getByRole('group', { name: 'Also when a coding agent has finished' })
	const put = page.waitForResponse((answer) => answer.request().method() === 'PUT')
	// Chosen by its key: lists above it may still come and move it.
	await ofAgents.getByRole('radio', { name: 'Always' }).press('Space', RUN_TIMEOUT)
	expect((await put).request().postDataJSON()).toEqual({
		endpoint: service.endpoint,
		agents: true,
	})
	await page.getByText('with the name of the project').waitFor(RUN_TIMEOUT)
	await expectAccessible(page)

	const before = service.pushed.length
	const agents = `${origin()}/p/${projectId}/agents`
	await page.goto(agents)
	await agent.do({ do: 'prompt', text: 'Mend the door' })
	await page.getByRole('article').getByText('Thinking').waitFor(RUN_TIMEOUT)
	await page.goto('about:blank')
	await agent.do({ do: 'text', text: 'Mended.' }, { do: 'turn-end' })
	await expect.poll(() => service.pushed.length, RUN_TIMEOUT).toBe(before + 1)
	const push = service.pushed.at(-1)
	expect(push).toMatchObject({ body: '', headers: { topic: 'agents', 'content-length': '0' } })
	// The signature may have any letters.
	const headers = JSON.stringify({ ...push?.headers, authorization: undefined })
	expect(headers).not.toMatch(/mend|claude/i)

	await deliver()
	const { name } = (await inProject(stack, 'GET', '')) as { name: string }
	await expect.poll(shown, RUN_TIMEOUT).toEqual([`An agent waits for you · ${name}`])
	const leadsTo = await (await worker()).evaluate(async () => {
		const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
		return (await registration.getNotifications()).map(({ data }) => data.path)
	})
	expect(leadsTo).toEqual([new URL(agents).pathname])
	await noteClosed(page)
	await page.goto(agents)
	await expect.poll(() => closed(page), RUN_TIMEOUT).toEqual([`agents:${projectId}`])
	await page.getByRole('article').getByText('Waiting for you').waitFor(RUN_TIMEOUT)
	await expect.poll(shown, RUN_TIMEOUT).toEqual([])
	expect(service.pushed).toHaveLength(before + 1)
	expect(agent.problems).toEqual([])
	expect(complaints).toEqual([])
})

test('a browser that signs in anew is subscribed again, and “Off” ends it', async () => {
	// No page of ours: an open one might subscribe again at once, and be cut off by the next.
	await page.goto(`${origin()}/favicon.svg`)
	await page.evaluate(() => fetch('/api/push', { method: 'DELETE' }))
	const put = page.waitForResponse((answer) => answer.request().method() === 'PUT')
	await page.goto(`${origin()}/settings`)
	expect((await put).status()).toBe(204)
	const ended = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
	const notify = page.getByRole('group', { name: 'Notify me when the agent needs me' })
	await notify.getByText('Off').click()
	expect((await ended).status()).toBe(204)
	const state = await page.evaluate(async () => (await fetch('/api/push')).json())
	expect(state).toMatchObject({ endpoint: null })
	expect(complaints).toEqual([])
})
