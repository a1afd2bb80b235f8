/** Two people and one project: invited, given a role, watching a run, removed in the middle of it. */
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../scripts/stack/stack.ts'
import { calls, type FakeAnthropic, text } from '../fakes/anthropic-server.ts'
import { heldAnswer } from '../fakes/held-answer.ts'
import {
	answered,
	askFirst,
	composerOf,
	newConversation,
	openTab,
	ownPage,
	RUN_TIMEOUT,
	runEnded,
	say,
} from './browser-kit.ts'
import { newPerson } from './people-kit.ts'
import { ownStackWithModel } from './stack-kit.ts'

let stack: Stack
let browser: Browser
let owner: Page
let dir: string
let model: FakeAnthropic
beforeAll(async () => {
	const own = await ownPage(ownStackWithModel({ RATE_LIMITS: 'off' }))
	;({ stack, browser, page: owner, dir, model } = own)
	return own.close
})

const open = (page: Page, path: string) => page.goto(new URL(path, stack.origin).href)
const rowOf = (name: string) =>
	owner.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: name })

async function invite(role: string): Promise<string> {
	await open(owner, `/p/${stack.projectId}/settings#people`)
	await owner.getByRole('combobox', { name: 'Role', exact: true }).selectOption(role)
	await owner.getByRole('button', { name: 'Create link' }).click()
	const link = owner.locator('code').filter({ hasText: '/invite#' })
	await link.waitFor(RUN_TIMEOUT)
	return (await link.textContent()) ?? ''
}

test('a person invited by a link joins, follows, gets a role at once, and is cut off in the middle of a run', async () => {
	const link = await invite('Viewer')
	const context = await newPerson(browser, { stack, dir }, 'Grace')
	try {
		const guest = await openTab(context, [])
		await guest.goto(link)
		await guest.getByRole('heading', { name: /^Owner invites you to / }).waitFor(RUN_TIMEOUT)
		await guest.getByText('You join as a viewer.').waitFor(RUN_TIMEOUT)
		await guest.getByRole('button', { name: 'Accept', exact: true }).click()
		await guest.waitForURL(`**/p/${stack.projectId}`)
		await guest.getByText('You can follow runs. To send messages').waitFor(RUN_TIMEOUT)
		await expect.poll(() => composerOf(guest).count()).toBe(0)
		await guest.goto(new URL(`/p/${stack.projectId}/agents`, stack.origin).href)
		await guest.getByText('Agents are shown to editors and owners').waitFor(RUN_TIMEOUT)
		await guest.getByRole('link', { name: 'Back to the chat' }).waitFor()
		await expect.poll(() => guest.getByRole('button', { name: /office|Sound/ }).count()).toBe(0)
		await guest.getByRole('link', { name: 'Back to the chat' }).click()
		await guest.getByText('You can follow runs. To send messages').waitFor(RUN_TIMEOUT)

		// The page that is open follows each role, without a reload.
		await owner.reload()
		const role = rowOf('Grace').getByRole('combobox')
		await role.selectOption('Approver')
		await guest.getByText('answer approvals and stop runs').waitFor(RUN_TIMEOUT)
		await role.selectOption('Editor')
		await composerOf(guest).waitFor(RUN_TIMEOUT)

		model.script(text('Hello, Grace.'))
		await say(guest, 'hello')
		await answered(guest, 'Hello, Grace.')
		await runEnded(guest)
		const shared = await context.request.post(
			new URL(`/api/projects/${stack.projectId}/shares`, stack.origin).href,
			{ data: {}, headers: { origin: stack.origin } },
		)
		expect(shared.status()).toBe(201)
		const long = heldAnswer()
		model.script(long.turn)
		await say(guest, 'tell me more')
		await answered(guest, long.said)
		const conversation = new URL(guest.url()).pathname
		await rowOf('Grace').getByRole('button', { name: 'Remove Grace' }).click()
		await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
		await guest
			.getByText('This project does not exist or is not shared with you')
			.waitFor(RUN_TIMEOUT)
		const id = conversation.split('/').at(-1)
		const messages = `/api/conversations/${id}/messages`
		const read = await owner.context().request.get(new URL(messages, stack.origin).href)
		expect(((await read.json()) as { activeRun: unknown }).activeRun).not.toBeNull()
		for (const path of [`/api/conversations/${id}/stream`, `/api/projects/${stack.projectId}`]) {
			expect((await context.request.get(new URL(path, stack.origin).href)).status()).toBe(404)
		}
		// The run goes on without its reader.
		long.goOn()
		await open(owner, conversation)
		await answered(owner, long.end)
		await runEnded(owner)
		// Nor does the link that they made open anything.
		const { url } = (await shared.json()) as { url: string }
		expect((await fetch(url)).status).toBe(404)
		await owner.getByRole('button', { name: 'Share by link' }).click()
		const links = owner.getByRole('dialog', { name: 'Share by link' })
		await links.getByText('Not live: Grace may no longer share this project').waitFor(RUN_TIMEOUT)
		await links.getByRole('button', { name: 'Revoke the link The whole project' }).click()
		await links.getByText('Revoked').waitFor(RUN_TIMEOUT)
		await owner.keyboard.press('Escape')
		// The link was for one person, and brings nobody back.
		await guest.goto(link)
		await guest.reload()
		await guest.getByRole('heading', { name: 'This invitation is not valid' }).waitFor(RUN_TIMEOUT)
	} finally {
		await context.close()
	}
})

test('of two people who answer one question at once, the second is told who decided', async () => {
	const link = await invite('Approver')
	const context = await newPerson(browser, { stack, dir }, 'Ben')
	try {
		const ben = await openTab(context, [])
		await ben.goto(link)
		await ben.getByRole('button', { name: 'Accept', exact: true }).click(RUN_TIMEOUT)
		await ben.waitForURL(`**/p/${stack.projectId}`)
		await open(owner, `/p/${stack.projectId}`)
		await newConversation(owner)
		await askFirst(owner)
		const floor = { action: 'destroy', instance_id: '/Floor' }
		model.script(
			calls({ id: 'toolu_floor', name: 'unity_hierarchy', input: floor }),
			text('Then it stays.'),
		)
		await say(owner, 'delete the floor')
		await owner.locator('[data-question]').waitFor(RUN_TIMEOUT)
		await ben.goto(owner.url())
		// The owner's answer is on its way while Ben's arrives.
		const denied = Promise.withResolvers<void>()
		await owner.route('**/approvals/**', async (route) => {
			await denied.promise
			await route.continue()
		})
		await owner.getByRole('button', { name: 'Approve', exact: true }).click()
		await ben.getByRole('button', { name: 'Deny', exact: true }).click(RUN_TIMEOUT)
		await answered(ben, 'Then it stays.')
		denied.resolve()
		await owner.getByText('Ben denied it first.').first().waitFor(RUN_TIMEOUT)
		await expect.poll(() => ben.getByText('first.').count()).toBe(0)
		await runEnded(owner)
		await owner.unrouteAll({ behavior: 'ignoreErrors' })
	} finally {
		await context.close()
	}
})

test('an invitation opened while signed out comes back after signing in, and its token is in no address that was sent', async () => {
	const link = await invite('Editor')
	const token = new URL(link).hash.slice(1)
	const context = await browser.newContext()
	try {
		const tab = await openTab(context, [])
		const sent: string[] = []
		tab.on('request', (request) => sent.push(request.url()))
		await tab.goto(link)
		await tab.getByRole('button', { name: 'Sign in to accept' }).click()
		await tab.waitForURL('**/sign-in?to=%2Finvite')
		await tab.getByRole('textbox', { name: 'Sign-in link or token' }).fill(stack.url)
		await tab.getByRole('button', { name: 'Sign in', exact: true }).click()
		await tab.getByRole('button', { name: 'Accept', exact: true }).click(RUN_TIMEOUT)
		// The owner's own project: nothing is lowered, and it says so.
		await tab.getByText('You were a member already, as an owner.').waitFor(RUN_TIMEOUT)
		expect(sent.map((url) => url.replace(/#.*/, '')).filter((url) => url.includes(token))).toEqual(
			[],
		)
	} finally {
		await context.close()
	}
})
