/** The page shows only what is so: a lost connection, the age of a picture, a project without an editor. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../scripts/stack.ts'
import {
	composerOf,
	newProject,
	ownPage,
	RUN_TIMEOUT,
	roomLine,
	runEnded,
	say,
} from './browser-kit.ts'
import { ownStack } from './stack-kit.ts'

let stack: Stack
let page: Page
beforeAll(async () => {
	const own = await ownPage(ownStack())
	;({ stack, page } = own)
	return own.close
})

const addressOf = (projectId: string): string => new URL(`/p/${projectId}`, page.url()).href

/** What is drawn in the color that means "all is well". */
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

test('while the page reconnects, nothing says that all is well', async () => {
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

test('a project without an editor offers to connect one, and no requests that would fail', async () => {
	const other = await newProject(page, 'Empty')
	await page.goto(addressOf(other))
	await composerOf(page).waitFor(RUN_TIMEOUT)
	await page.getByRole('heading', { name: 'Connect Unity first' }).waitFor(RUN_TIMEOUT)
	const offered = page.getByRole('listitem').getByText(/red cube/)
	await expect.poll(() => offered.count()).toBe(0)
	await page.getByRole('main').getByRole('button', { name: 'Connect Unity' }).first().click()
	const dialog = page.getByRole('dialog', { name: 'Connect Unity' })
	await dialog
		.getByText(`npm run fairlead -- login --url ${new URL(addressOf(other)).origin}/p/${other}`)
		.waitFor()
	await dialog.getByText('npm run fairlead -- up', { exact: true }).waitFor()
})
