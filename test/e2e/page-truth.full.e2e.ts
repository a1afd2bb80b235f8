/** The page shows only what is so: a lost connection, the age of a picture, a project without an editor. */
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../scripts/stack/stack.ts'
import {
	answersOf,
	composerOf,
	newProject,
	openTab,
	ownPage,
	RUN_TIMEOUT,
	roomLine,
	runEnded,
	say,
} from './browser-kit.ts'
import { inProject, ownStack } from './stack-kit.ts'

let stack: Stack
let browser: Browser
let page: Page
beforeAll(async () => {
	const own = await ownPage(ownStack())
	;({ stack, browser, page } = own)
	return own.close
})

const addressOf = (projectId: string): string => new URL(`/p/${projectId}`, page.url()).href

/** Texts that are drawn in the color that means "all is well". */
const greens = (tab: Page): Promise<string[]> =>
	tab.evaluate(() => {
		const probe = document.createElement('i')
		probe.style.color = 'var(--ok)'
		document.body.append(probe)
		const green = getComputedStyle(probe).color
		probe.remove()
		return [...document.querySelectorAll('body *')].flatMap((element) => {
			const style = getComputedStyle(element)
			const isSeen = element.getClientRects().length > 0
			const isGreen = [
				style.backgroundColor,
				style.borderTopColor,
				style.fill,
				style.stroke,
			].includes(green)
			return isSeen && isGreen ? [element.outerHTML.slice(0, 120)] : []
		})
	})

test('nothing says that all is well while the page reconnects', async () => {
	const tab = await page.context().newPage()
	const room = await roomLine(tab)
	await tab.goto(addressOf(stack.projectId))
	await tab.getByText('Ready').first().waitFor(RUN_TIMEOUT)
	await expect.poll(() => greens(tab)).not.toEqual([])
	await room.cut()
	await tab.getByText('Reconnecting').first().waitFor(RUN_TIMEOUT)
	await expect.poll(() => greens(tab)).toEqual([])
	await expect.poll(() => tab.getByText('Ready', { exact: true }).count()).toBe(0)
	await tab.close()
})

test('a picture says what it shows, whose it is and how old it is', async () => {
	await page.goto(addressOf(stack.projectId))
	await say(page, 'take a screenshot of the game view')
	const facts = page.getByText(/^Latest picture in this conversation: .+, from .+, /)
	await facts.waitFor(RUN_TIMEOUT)
	await runEnded(page)
	const time = facts.locator('time')
	const takenAt = Date.parse((await time.getAttribute('datetime')) ?? '')
	expect(Math.abs(Date.now() - takenAt)).toBeLessThan(600_000)
	await expect.poll(() => facts.innerText()).toContain('from demo-project')
})

test('Connect Unity does not call the simulated editor Unity, and says what works on this computer only', async () => {
	await page.goto(addressOf(stack.projectId))
	await page.getByRole('button', { name: /Editor:/ }).click(RUN_TIMEOUT)
	await page.getByRole('menuitem', { name: 'Connect another folder' }).click()
	const dialog = page.getByRole('dialog', { name: 'Connect Unity' })
	await dialog.getByText(/Simulator .*, without Unity/).waitFor(RUN_TIMEOUT)
	const steps = dialog.getByRole('list', { name: 'Steps' })
	await steps.getByText('The simulated editor is connected').waitFor(RUN_TIMEOUT)
	await expect.poll(() => steps.getByText(/Install|Open it in Unity/).count()).toBe(0)
	await dialog.getByText('This works on this computer only').waitFor()
	await dialog.getByText(/Open it once from Unity Hub/).waitFor()
	await page.keyboard.press('Escape')
})

test('a request in a project without an editor waits, with a way to connect one and to stop', async () => {
	await page.goto(addressOf(await newProject(page, 'Waits')))
	await composerOf(page).waitFor(RUN_TIMEOUT)
	await say(page, 'describe the scene')
	const answer = answersOf(page).last()
	await answer.getByText('Waiting: No editor is connected yet').waitFor(RUN_TIMEOUT)
	await answer.getByText('The run continues when one connects.').waitFor(RUN_TIMEOUT)
	await expect.poll(() => answer.getByText(/npm run|in time|Could not/).count()).toBe(0)
	await answer.getByRole('button', { name: 'Connect Unity' }).click()
	const dialog = page.getByRole('dialog', { name: 'Connect Unity' })
	await dialog.waitFor(RUN_TIMEOUT)
	await page.keyboard.press('Escape')
	await dialog.waitFor({ state: 'hidden' })
	await page.getByRole('button', { name: 'Stop' }).click()
	await runEnded(page)
})

test('a guest who may take part, but not see the scene, is told nothing of the editor', async () => {
	const { conversationId } = await page.evaluate(async (id) => {
		const made = await fetch(`/api/projects/${id}/conversations`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: '{}',
		})
		return { conversationId: ((await made.json()) as { id: string }).id }
	}, stack.projectId)
	const shared = (await inProject(stack, 'POST', '/shares', {
		conversationId,
		role: 'editor',
	})) as { url: string }
	const elsewhere = await browser.newContext()
	const theirs = await openTab(elsewhere, [])
	await theirs.goto(shared.url)
	await theirs.getByRole('link', { name: 'Take part' }).click(RUN_TIMEOUT)
	await composerOf(theirs).waitFor(RUN_TIMEOUT)
	await theirs.getByRole('button', { name: 'Describe the scene' }).waitFor(RUN_TIMEOUT)
	await expect.poll(() => theirs.getByText(/Connect Unity|no editor/i).count()).toBe(0)
	await elsewhere.close()
})

test('a project without an editor offers to connect one, and no requests that would fail', async () => {
	const other = await newProject(page, 'Empty')
	await page.goto(addressOf(other))
	await composerOf(page).waitFor(RUN_TIMEOUT)
	await page.getByRole('heading', { name: 'Connect Unity or a folder first' }).waitFor(RUN_TIMEOUT)
	const offered = page.getByRole('listitem').getByText(/red cube/)
	await expect.poll(() => offered.count()).toBe(0)
	await page.getByRole('main').getByRole('button', { name: 'Connect Unity' }).first().click()
	const dialog = page.getByRole('dialog', { name: 'Connect Unity' })
	await dialog
		.getByText(`npm run fairlead -- login --url ${new URL(addressOf(other)).origin}/p/${other}`)
		.waitFor()
	await dialog.getByText('npm run fairlead -- up', { exact: true }).waitFor()
})
