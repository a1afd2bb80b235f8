/** The page after a network failure, with an answer it cannot render, and with a server that has nothing to stop. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../scripts/stack/stack.ts'
import {
	answered,
	answersOf,
	askFirst,
	composerOf,
	newProject,
	ownPage,
	RUN_TIMEOUT,
	runEnded,
	say,
} from './browser-kit.ts'
import { ChatClient } from './chat-client.ts'
import { ownStack } from './stack-kit.ts'

let stack: Stack
let page: Page
beforeAll(async () => {
	const own = await ownPage(ownStack())
	;({ stack, page } = own)
	return own.close
})

const open = (chat: ChatClient): Promise<unknown> =>
	page.goto(new URL(`/p/${stack.projectId}/c/${chat.conversationId}`, page.url()).href)
const questions = (): Promise<string[]> =>
	page.getByRole('article', { name: 'Message', exact: true }).allInnerTexts()
const asked = (n: number): string => `what is in the scene? (${n})`

test('messages are in the right order after a sleep with more new ones than fit on one page', async () => {
	const chat = await ChatClient.open(stack)
	for (const n of [1, 2]) await chat.ask(asked(n))
	// Two messages per page: after the sleep the newest two do not overlap those on screen.
	await page.route(/\/messages\?/, (route) =>
		route.continue({
			url: route
				.request()
				.url()
				.replace(/limit=\d+/, 'limit=2'),
		}),
	)
	await open(chat)
	await expect.poll(questions, RUN_TIMEOUT).toContain(asked(2))
	// Its parts are there as well: without a network they could not come.
	await page.waitForLoadState('networkidle')
	await page.context().setOffline(true)
	for (const n of [3, 4, 5]) await chat.ask(asked(n))
	await page.context().setOffline(false)
	await page.evaluate(() => dispatchEvent(new Event('online')))
	await expect.poll(questions, RUN_TIMEOUT).toContain(asked(5))
	const all = [1, 2, 3, 4, 5].map(asked)
	const shown = await questions()
	expect(shown).toEqual(all.slice(-shown.length))
	await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a part that could not be loaded without a network comes by itself with it', async () => {
	await page.route(
		/\/assets\/skills-/,
		async (route) => {
			await page.context().setOffline(true)
			await route.abort()
		},
		{ times: 1 },
	)
	await page.goto(new URL('/settings', page.url()).href)
	await page.getByText('The list of skills cannot be shown').waitFor(RUN_TIMEOUT)
	await page.getByText('and comes with it').first().waitFor(RUN_TIMEOUT)
	await page.getByRole('heading', { name: 'Appearance' }).waitFor(RUN_TIMEOUT)
	await page.context().setOffline(false)
	await page.getByRole('heading', { name: 'Skills' }).waitFor(RUN_TIMEOUT)
})

test('a page that becomes narrow while its server is away keeps the conversation', async () => {
	const chat = await ChatClient.open(stack)
	await chat.ask(asked(1))
	await open(chat)
	await expect.poll(questions, RUN_TIMEOUT).toContain(asked(1))
	const wide = page.viewportSize()
	await page.route(/\/assets\/bottom-bar-/, (route) => route.abort())
	await page.setViewportSize({ width: 375, height: 800 })
	await page.getByText('The bar with the panes cannot be shown').waitFor(RUN_TIMEOUT)
	expect(await questions()).toContain(asked(1))
	await page.unrouteAll({ behavior: 'ignoreErrors' })
	await page.getByRole('button', { name: 'Reload the page' }).click()
	await page.getByRole('navigation', { name: 'Panes' }).waitFor(RUN_TIMEOUT)
	if (wide) await page.setViewportSize(wide)
})

test('a new version of the page, whose code has other names, takes no open page with it', async () => {
	const chat = await ChatClient.open(stack)
	await chat.ask(asked(1))
	const gone = /\/assets\/(?:usage-badge|viewers|project-menu|share-dialog|projects)-/
	await page.route(gone, (route) => route.fulfill({ status: 404, body: 'Not found' }))
	await open(chat)
	await expect.poll(questions, RUN_TIMEOUT).toContain(asked(1))
	await page.getByRole('button', { name: 'Share by link' }).click()
	await page.getByText('This dialog cannot be shown').waitFor(RUN_TIMEOUT)
	await page.locator('header').getByRole('heading').getByRole('button').click()
	await page.getByText('This menu cannot be shown').waitFor(RUN_TIMEOUT)
	await page.keyboard.press('Escape')
	expect(await questions()).toContain(asked(1))
	await page.getByRole('link', { name: 'All projects' }).click()
	await page.getByText('This page cannot be shown').waitFor(RUN_TIMEOUT)
	await page.goBack()
	await expect.poll(questions, RUN_TIMEOUT).toContain(asked(1))
	await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a message that comes a moment after another person’s joins the run of that one', async () => {
	const chat = await ChatClient.open(stack)
	await open(chat)
	await composerOf(page).waitFor(RUN_TIMEOUT)
	await page.route(
		/\/messages$/,
		async (route) => {
			await chat.post('delete the floor')
			await route.continue()
		},
		{ times: 1 },
	)
	const mine = page.getByText('make a green cylinder', { exact: true })
	await say(page, 'make a green cylinder')
	await expect.poll(questions, RUN_TIMEOUT).toEqual(['delete the floor'])
	await expect.poll(() => mine.count()).toBe(1)
	await runEnded(page)
	await expect.poll(() => mine.count()).toBe(1)
	await page.reload()
	await mine.waitFor(RUN_TIMEOUT)
	await expect.poll(() => mine.count()).toBe(1)
})

/** Sends a request offline, and once more with the button when the network is back. */
async function sendsAgain(name: string): Promise<void> {
	await page.getByText('Ready').first().waitFor(RUN_TIMEOUT)
	await page.context().setOffline(true)
	await page.getByText('Offline', { exact: true }).waitFor(RUN_TIMEOUT)
	await say(page, `create a cube named ${name} at 0 1 0`)
	const refused = page.getByRole('alert').filter({ hasText: 'The server cannot be reached' })
	await refused.getByRole('button', { name: 'Send again' }).waitFor(RUN_TIMEOUT)
	await page.context().setOffline(false)
	await refused.waitFor({ ...RUN_TIMEOUT, state: 'hidden' })
	await page.getByText('Your message has not been sent').waitFor(RUN_TIMEOUT)
	await page.getByRole('button', { name: 'Send again' }).click()
	await answered(page, new RegExp(`Created .*${name}`))
	await runEnded(page)
}

test('the header of an offline page says so, the message is kept, and is sent again with one button', async () => {
	const chat = await ChatClient.open(stack)
	await open(chat)
	await sendsAgain('Later')
	await expect.poll(() => page.getByText('Your message has not been sent').count()).toBe(0)
	expect(await questions()).toHaveLength(1)
})

test('the first message of a conversation on an offline page is kept too, and sent again with the same button', async () => {
	await page.goto(new URL(`/p/${stack.projectId}`, page.url()).href)
	await sendsAgain('First')
	expect(await questions()).toHaveLength(1)
})

test('an answer that was not sent offline can be given again, and nothing says offline any more', async () => {
	const chat = await ChatClient.open(stack)
	await open(chat)
	await page.getByText('Ready').first().waitFor(RUN_TIMEOUT)
	await askFirst(page)
	await say(page, 'create a cube named Asked at 0 2 0')
	const approve = page.getByRole('button', { name: 'Approve', exact: true })
	await approve.waitFor(RUN_TIMEOUT)
	await page.context().setOffline(true)
	await approve.click()
	const refused = page.getByRole('alert').filter({ hasText: 'The server cannot be reached' })
	await refused.waitFor(RUN_TIMEOUT)
	await page.context().setOffline(false)
	await refused.waitFor({ ...RUN_TIMEOUT, state: 'hidden' })
	await approve.click()
	await answered(page, /Created .*Asked/)
	await runEnded(page)
})

test('a result that cannot be rendered is replaced by a note: the rest of the answer and the page stay', async () => {
	const chat = await ChatClient.open(stack)
	await chat.ask('what is in the scene?')
	await page.route(/\/messages\?/, async (route) => {
		const response = await route.fetch()
		const body = await response.text()
		await route.fulfill({ response, body: body.replace(/"objects":\[\{/, '"objects":[null,{') })
	})
	await open(chat)
	const answer = answersOf(page).last()
	await answer.waitFor(RUN_TIMEOUT)
	await answer.getByRole('button', { expanded: false }).first().click()
	await answer.getByText('This result cannot be shown').waitFor(RUN_TIMEOUT)
	await answer.getByRole('button', { name: 'Try again' }).waitFor()
	await page.unrouteAll({ behavior: 'ignoreErrors' })
	await say(page, 'create a cube named After at 3 1 3')
	await answered(page, /After/)
	await runEnded(page)
})

test('the button returns if Stop finds nothing to stop', async () => {
	const held = Promise.withResolvers<void>()
	await page.route(/\/messages$/, async (route) => {
		await held.promise
		await route.continue()
	})
	await page.route(/\/stop$/, (route) => route.fulfill({ json: { runId: null } }))
	await say(page, 'what is in the scene?')
	await page.getByRole('button', { name: 'Stop', exact: true }).click()
	held.resolve()
	await runEnded(page)
	await expect.poll(() => page.getByRole('button', { name: /Stopping/ }).count()).toBe(0)
	await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('the author of a message, stop or answer is named if it is another person, and only then', async () => {
	const chat = await ChatClient.open(stack)
	await chat.ask('what is in the scene?')
	await open(chat)
	const question = page.getByRole('article', { name: 'Message', exact: true })
	await question.waitFor(RUN_TIMEOUT)
	await expect.poll(() => question.innerText()).toBe('what is in the scene?')
	const ada = { kind: 'session', id: 'usr_ada', userId: 'usr_ada', name: 'Ada' }
	await page.route(/\/messages\?/, async (route) => {
		const response = await route.fetch()
		const body = (await response.json()) as { messages: { role: string; metadata: object }[] }
		for (const message of body.messages) {
			const change = message.role === 'user' ? { by: ada } : { state: 'cancelled', stoppedBy: ada }
			message.metadata = { ...message.metadata, ...change }
		}
		await route.fulfill({ response, json: body })
	})
	await page.reload()
	await question.getByText('Ada', { exact: true }).waitFor(RUN_TIMEOUT)
	await answersOf(page).last().getByText('Stopped by Ada').waitFor(RUN_TIMEOUT)
	await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a draft for a new conversation in one project does not appear in another', async () => {
	const other = await newProject(page, 'Another')
	const projectPage = (id: string) => new URL(`/p/${id}`, page.url()).href
	await page.goto(projectPage(stack.projectId))
	await composerOf(page).fill('only for the first')
	await page.goto(projectPage(other))
	await composerOf(page).waitFor(RUN_TIMEOUT)
	await expect.poll(() => composerOf(page).inputValue()).toBe('')
	await page.goto(projectPage(stack.projectId))
	await expect.poll(() => composerOf(page).inputValue()).toBe('only for the first')
	await composerOf(page).fill('')
})

test('a screen reader announces the approval, the answer and the end, none replacing another', async () => {
	await askFirst(page)
	await say(page, 'create a cube named Heard at 9 1 9')
	await page.getByRole('button', { name: 'Deny', exact: true }).click(RUN_TIMEOUT)
	await runEnded(page)
	const heard = page.locator('[aria-live="polite"][aria-relevant="additions"]')
	await expect.poll(() => heard.innerText(), RUN_TIMEOUT).toMatch(/The answer is complete/)
	await expect
		.poll(() => heard.innerText())
		.toMatch(/needs your approval[\s\S]+The answer is complete/)
})
