/**
 * A permission that a coding agent asks for stands on every open page and is pushed, and an answer on one page clears it
 * everywhere. The end of a turn is notified of where a person wants it.
 */
import { hostname } from 'node:os'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { RunningClaude } from '../../relay-cli/test/mock-claude/running-claude.ts'
import { type PushService, startPushService } from '../fakes/push-service.ts'
import { expectAccessible } from './axe-kit.ts'
import { launchBrowser, openTab, RUN_TIMEOUT, signIn } from './browser-kit.ts'
import { claudeStack } from './claude-kit.ts'
import { asOwner } from './stack-kit.ts'

const TITLE = 'Mend the door'
const COMMAND = 'npm run mend-it'

let page: Page
let origin: string
let projectUrl: string
let other: Page
let agent: RunningClaude
let service: PushService
const complaints: string[] = []

beforeAll(async () => {
	const own = await claudeStack()
	const { projectFolder, projectId, url } = own.stack
	origin = own.stack.origin
	projectUrl = `${origin}/p/${projectId}`
	await own.fairlead('agents', 'on', projectFolder, '--answers')
	await own.fairlead('agents', 'hooks', 'install')
	service = await startPushService()
	// The server makes its key when it is asked for it.
	await asOwner(own.stack, 'GET', '/api/push')
	const subscribed = await asOwner(own.stack, 'PUT', '/api/push', { endpoint: service.endpoint })
	expect(subscribed.status).toBe(204)
	agent = await RunningClaude.start(projectFolder, own.claude)
	const browser = await launchBrowser()
	const context = await browser.newContext()
	page = await openTab(context, complaints)
	await signIn(page, url)
	await page.goto(`${projectUrl}/agents`)
	const storageState = await context.storageState()
	other = await openTab(await browser.newContext({ storageState }), complaints)
	await other.goto(`${origin}/`)
	return async () => {
		await agent.kill()
		await browser.close()
		await own.close()
		service.close()
	}
})

const card = () => page.getByRole('article', { name: TITLE })
const waiting = () => other.getByRole('listitem').filter({ hasText: 'Needs you' })

test('both open pages show the question of an agent, and the push says nothing of it', async () => {
	await agent.do({ do: 'prompt', text: TITLE })
	await card().waitFor(RUN_TIMEOUT)
	await other.getByRole('listitem').first().waitFor(RUN_TIMEOUT)
	await agent.do({ do: 'permission', id: 't1', name: 'Bash', input: { command: COMMAND } })
	await card().getByRole('link', { name: 'Answer' }).waitFor(RUN_TIMEOUT)
	await waiting().waitFor(RUN_TIMEOUT)
	for (const one of [page, other])
		await expect.poll(() => one.title(), RUN_TIMEOUT).toMatch(/^\(1\) /)
	await expect.poll(() => service.pushed.length, RUN_TIMEOUT).toBe(1)
	const [push] = service.pushed
	expect(push?.body).toBe('')
	// Its signature may have any letters.
	const headers = JSON.stringify({ ...push?.headers, authorization: undefined })
	expect(headers).not.toMatch(/mend|Bash|Claude/i)
})

test('an answer on one page clears it on the other, and is not pushed', async () => {
	await card().getByRole('link', { name: 'Answer' }).click()
	const question = page.getByRole('group', { name: /Claude Code/ })
	await question.getByText(COMMAND).first().waitFor(RUN_TIMEOUT)
	await question.getByRole('button', { name: 'Deny', exact: true }).click(RUN_TIMEOUT)
	await agent.do({ do: 'hooks-end', id: 't1' })
	await waiting().waitFor({ state: 'detached', ...RUN_TIMEOUT })
	for (const one of [page, other])
		await expect.poll(() => one.title(), RUN_TIMEOUT).not.toMatch(/^\(/)
	await page.goBack()
	await card().getByText('Thinking').waitFor(RUN_TIMEOUT)
	expect(service.pushed).toHaveLength(1)
	expect(agent.problems).toEqual([])
	expect(complaints).toEqual([])
})

/** A tab that nobody looks at, and what it notifies of: open notifications by their titles. */
const behind = (tab: Page): Promise<unknown> =>
	tab.addInitScript(() => {
		Object.defineProperty(document, 'hidden', { get: () => true })
		const open = new Set<string>()
		Object.assign(window, { everOpened: 0 })
		class Shown {
			static permission = 'granted'
			readonly close: () => void
			constructor(title: string, { body = '' }: NotificationOptions) {
				const text = `${title} · ${body}`
				open.add(text)
				;(window as unknown as { everOpened: number }).everOpened += 1
				this.close = () => open.delete(text)
			}
		}
		Object.assign(window, { Notification: Shown, shownNotifications: open })
	})
const notified = () =>
	page.evaluate(() => {
		const scope = window as unknown as { shownNotifications: Set<string>; everOpened: number }
		return { shown: [...scope.shownNotifications], ever: scope.everOpened }
	})

test('the end of a turn is notified of once, if a person has asked for that, until the agent works again', async () => {
	await behind(page)
	await page.goto(`${origin}/settings`)
	const whenNeeded = page.getByRole('group', { name: 'Notify me when the agent needs me' })
	await whenNeeded.getByText('While open').click(RUN_TIMEOUT)
	const ofAgents = page.getByRole('group', { name: 'Also when a coding agent has finished' })
	await page.goto(projectUrl)
	await page.getByText('Ready').first().waitFor(RUN_TIMEOUT)
	await agent.do({ do: 'text', text: 'Mended.' }, { do: 'turn-end' })
	await page.goto(`${origin}/settings`)
	await ofAgents.getByText('While open').click(RUN_TIMEOUT)
	await expectAccessible(page)
	let readings = 0
	page.on('websocket', (socket) =>
		socket.on('framesent', ({ payload }) => {
			if (String(payload).includes('"room.agents"')) readings++
		}),
	)
	await page.goto(`${projectUrl}/agents`)
	// A question that waits already is no news, nor is an event from before news were wanted.
	await card().getByText('Waiting for you').waitFor(RUN_TIMEOUT)
	// The cards' and the notices' own: without it, they would not know that the agent works.
	await expect.poll(() => readings, RUN_TIMEOUT).toBe(2)
	await agent.do({ do: 'prompt', text: 'Paint it' })
	await card().getByText('Thinking').waitFor(RUN_TIMEOUT)
	await agent.do({ do: 'text', text: 'Painted.' }, { do: 'turn-end' })
	const place = `demo-project on ${hostname()}`
	await expect
		.poll(notified, RUN_TIMEOUT)
		.toEqual({ shown: [`${TITLE} waits for you · ${place}`], ever: 1 })
	await agent.do({ do: 'prompt', text: 'And the wall' })
	await expect.poll(notified, RUN_TIMEOUT).toEqual({ shown: [], ever: 1 })
	// It is no push: nobody asked for one.
	expect(service.pushed).toHaveLength(1)
	expect(complaints).toEqual([])
})
