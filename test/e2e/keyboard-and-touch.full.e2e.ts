/** The whole main job without a mouse: by keyboard alone, and on a phone by touch. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Stack } from '../../scripts/stack/stack.ts'
import {
	answered,
	answersOf,
	armedQuestion,
	composerOf,
	openTab,
	ownPage,
	RUN_TIMEOUT,
	runEnded,
} from './browser-kit.ts'
import { ownStack } from './stack-kit.ts'

/** More stops than any view of the page has. */
const MAX_STOPS = 120
const PHONE = { width: 375, height: 800 }
/** A fingertip. */
const MIN_TARGET_PX = 44

let stack: Stack
let browser: Browser
let complaints: string[]
beforeAll(async () => {
	const own = await ownPage(ownStack())
	;({ stack, browser, complaints } = own)
	await own.page.close()
	return own.close
})
afterEach(() => {
	expect(complaints.splice(0)).toEqual([])
})

/** Messages that are posted wait until `release`: so that a run can be stopped before it has done anything. */
async function holdMessages(page: Page): Promise<() => Promise<void>> {
	const held = Promise.withResolvers<void>()
	await page.route(/\/messages$/, async (route) => {
		await held.promise
		await route.continue()
	})
	return async () => {
		held.resolve()
		await runEnded(page)
		await page.unrouteAll({ behavior: 'ignoreErrors' })
	}
}

const question = (page: Page) => page.locator('[data-question]')
const inTree = (page: Page, name: RegExp) => page.getByRole('treeitem', { name })

describe('by keyboard', () => {
	let page: Page
	const press = async (...keys: string[]): Promise<void> => {
		for (const key of keys) await page.keyboard.press(key)
	}
	/** Goes to it as a person does, who has only the Tab key. */
	const tabTo = async (wanted: Locator, key = 'Tab'): Promise<void> => {
		await wanted.waitFor(RUN_TIMEOUT)
		for (let stop = 0; stop < MAX_STOPS; stop++) {
			if (await wanted.evaluate((element) => element === document.activeElement)) return
			await press(key)
		}
		throw new Error(`${wanted} is not reached by ${key}.`)
	}
	const type = async (text: string): Promise<void> => {
		await tabTo(composerOf(page))
		await page.keyboard.insertText(text)
		await press('Enter')
	}

	test('sign in, ask, approve, deny, stop, revert, find: nothing needs a pointer', async () => {
		const context = await browser.newContext()
		page = await openTab(context, complaints)
		await page.goto(new URL('/sign-in', stack.url).href)
		await tabTo(page.getByRole('textbox', { name: 'Sign-in link or token' }))
		await page.keyboard.insertText(stack.url)
		await press('Enter')
		await page.getByText('Ready').first().waitFor(RUN_TIMEOUT)

		await tabTo(page.getByRole('button', { name: 'New conversation' }))
		await press('Enter')
		await type('create two cubes named Typed in a row')
		await answered(page, /Typed/)
		await runEnded(page)

		await tabTo(page.getByRole('button', { name: 'Revert', exact: true }))
		await press('Enter')
		await tabTo(page.getByRole('button', { name: 'Revert 2 changes' }))
		await press('Enter')
		await answersOf(page).last().getByText('Reverted 2 changes').waitFor(RUN_TIMEOUT)
		await expect.poll(() => inTree(page, /Typed/).count(), RUN_TIMEOUT).toBe(0)

		await tabTo(page.getByRole('button', { name: /What the agent may do/ }))
		await press('Enter')
		await tabTo(page.getByRole('menuitemradio', { name: /^Ask/ }), 'ArrowDown')
		await press('Enter')
		await page.getByRole('button', { name: 'What the agent may do: ask' }).waitFor(RUN_TIMEOUT)

		await type('delete the floor')
		await armedQuestion(page)
		// The sheet of shortcuts lists the keys of this moment. Closing it with Escape answers nothing.
		await tabTo(page.getByRole('log', { name: 'Messages' }), 'Shift+Tab')
		await press('?')
		const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
		for (const [key, title] of [
			['Esc', 'Stop the run'],
			['Enter', 'Approve'],
			['Esc', 'Deny'],
		] as const) {
			const row = sheet.locator('dl > div').filter({ hasText: title })
			await expect
				.poll(() => row.innerText(), RUN_TIMEOUT)
				.toMatch(new RegExp(`${title}\\s+${key}`))
		}
		await press('Escape')
		await sheet.waitFor({ ...RUN_TIMEOUT, state: 'detached' })
		await expect.poll(() => question(page).count()).toBe(1)
		// From the log, Escape means nothing; from the empty message box, it denies and does not stop.
		await press('Escape')
		await expect.poll(() => question(page).count()).toBe(1)
		await tabTo(composerOf(page))
		await press('Escape')
		await runEnded(page)
		await answersOf(page).last().getByText('Denied', { exact: true }).waitFor(RUN_TIMEOUT)
		await expect.poll(() => inTree(page, /Floor|Plane|Ground/i).count()).toBe(1)

		await type('create a cube named Beacon at 3 1 3')
		await armedQuestion(page)
		await press('Enter')
		await inTree(page, /Beacon/).waitFor(RUN_TIMEOUT)
		await runEnded(page)

		const release = await holdMessages(page)
		await type('what is in the scene?')
		await page.getByRole('button', { name: 'Stop', exact: true }).waitFor(RUN_TIMEOUT)
		const stopped = page.waitForResponse(/\/stop$/)
		await press('Escape')
		await stopped
		await release()
		await answersOf(page).last().getByText('Stopped', { exact: true }).waitFor(RUN_TIMEOUT)

		await press('Control+k')
		await page.getByRole('option', { name: /Beacon/ }).waitFor(RUN_TIMEOUT)
		// Neither Stop nor Approve is offered while nothing runs.
		await expect
			.poll(() => page.getByRole('option', { name: /Stop the run|Approve|Deny/ }).count())
			.toBe(0)
		await page.keyboard.type('Beacon')
		await page.getByRole('option', { name: /Beacon/, selected: true }).waitFor(RUN_TIMEOUT)
		await press('Enter')
		await page.getByRole('tab', { name: 'Inspector', selected: true }).waitFor(RUN_TIMEOUT)
		await tabTo(page.getByRole('tab', { name: 'Inspector' }))
		await press('ArrowLeft', 'Enter')
		await inTree(page, /Beacon/).waitFor(RUN_TIMEOUT)
		await tabTo(inTree(page, /Beacon/))
		await context.close()
	})
})

describe('on a phone', () => {
	let context: BrowserContext
	let page: Page
	beforeAll(async () => {
		context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true })
		page = await openTab(context, complaints, PHONE)
		return () => context.close()
	})
	/** Taps what a finger can hit, on a page that does not scroll sideways. */
	const tap = async (target: Locator): Promise<void> => {
		await target.waitFor(RUN_TIMEOUT)
		const box = await target.boundingBox()
		expect(Math.round(box?.height ?? 0), `${target}`).toBeGreaterThanOrEqual(MIN_TARGET_PX)
		expect(
			await page.evaluate(
				() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
			),
		).toBe(0)
		await target.tap()
	}
	const button = (name: string | RegExp, exact = true) => page.getByRole('button', { name, exact })
	const type = async (text: string): Promise<void> => {
		await composerOf(page).tap()
		await page.keyboard.insertText(text)
		await tap(button('Send'))
	}

	test('sign in, ask, approve, stop, revert and look at the scene: all at 375 px', async () => {
		await page.goto(stack.url)
		await composerOf(page).waitFor(RUN_TIMEOUT)
		await tap(button('Chats'))
		await tap(button('New conversation'))
		await type('create two cubes named Tapped in a row')
		await answered(page, /Tapped/)
		await runEnded(page)

		await tap(button('Revert'))
		await tap(button('Revert 2 changes'))
		await answersOf(page).last().getByText('Reverted 2 changes').waitFor(RUN_TIMEOUT)

		await tap(button(/What the agent may do/))
		await tap(page.getByRole('menuitemradio', { name: /^Ask/ }))
		await button('What the agent may do: ask').waitFor(RUN_TIMEOUT)
		await type('create a cube named Held at 3 1 3')
		await tap(button('Approve'))
		await runEnded(page)

		const release = await holdMessages(page)
		await type('what is in the scene?')
		const stopped = page.waitForResponse(/\/stop$/)
		await tap(button('Stop'))
		await stopped
		await release()

		await tap(button('Editor'))
		await tap(inTree(page, /Held/))
		await page.getByRole('tab', { name: 'Inspector', selected: true }).waitFor(RUN_TIMEOUT)
		await tap(page.getByRole('tab', { name: 'Changes' }))
		await tap(button('Chat'))
		await composerOf(page).waitFor(RUN_TIMEOUT)
		await tap(button('Find'))
		await page.getByRole('combobox').waitFor(RUN_TIMEOUT)

		// A link to the scene opens with the message box behind it.
		await page.goto(`${stack.origin}${new URL(page.url()).pathname}?pane=editor`)
		await inTree(page, /Held/).waitFor(RUN_TIMEOUT)
		await tap(button('Chat'))
		await composerOf(page).waitFor(RUN_TIMEOUT)
		const line = await composerOf(page).boundingBox()
		expect(line?.height).toBeGreaterThanOrEqual(MIN_TARGET_PX / 2)
	})
})
