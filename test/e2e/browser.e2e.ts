/** A person in a browser: the sign-in link, the chat, the scene beside it. */
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Stack } from '../../scripts/stack/stack.ts'
import {
	answered as answeredOn,
	answersOf,
	askFirst,
	composerOf,
	openTab,
	ownPage,
	RUN_TIMEOUT,
	runEnded,
	say as sayOn,
	seeCubeFall,
} from './browser-kit.ts'
import { ownStack } from './stack-kit.ts'

let stack: Stack
let context: BrowserContext
let page: Page
let complaints: string[]
beforeAll(async () => {
	const own = await ownPage(ownStack())
	;({ stack, context, page, complaints } = own)
	return own.close
})
afterEach(() => {
	expect(complaints.splice(0)).toEqual([])
})

const say = (text: string) => sayOn(page, text)
const answers = () => answersOf(page)
const answered = (text: string | RegExp) => answeredOn(page, text)
/** Both pages may still hear of the end of a run. */
const sameText = (one: Locator, other: Locator): Promise<void> =>
	vi.waitFor(async () => {
		const [text, otherText] = await Promise.all([one.innerText(), other.innerText()])
		expect(text).toBe(otherText)
	}, RUN_TIMEOUT)

describe('the page', () => {
	test('"make a red cube above the floor and let it fall": the cube is seen lying on the floor', async () => {
		await seeCubeFall(page)
	})

	test('the arrow up brings the last message back into an empty message box', async () => {
		const box = composerOf(page)
		await box.press('ArrowUp')
		await expect
			.poll(() => box.inputValue())
			.toBe('make a red cube above the floor and let it fall')
		await box.fill('')
	})

	test('a compile error is shown with its location, and the run continues after the reload', async () => {
		await say('write a broken script that rotates the cube')
		const answer = await answered(/has the script/)
		await expect.poll(() => answer.getByText('CS1002').count()).toBeGreaterThan(0)
		await expect
			.poll(() => answer.getByText(/Assets\/Scripts\/\w+\.cs:\d+/).count())
			.toBeGreaterThan(0)
		await expect.poll(() => answer.getByText('Compiled scripts: 1 error').count()).toBe(1)
		await expect.poll(() => answer.getByText('Compiled scripts: no errors').count()).toBe(1)
	})

	test('a page reloaded in the middle of a run shows the same as one that stayed open', async () => {
		const second = await openTab(context, complaints)
		await second.goto(page.url())
		await say('create three green spheres in a row and take a screenshot')
		await answers().nth(2).waitFor(RUN_TIMEOUT)
		await page.reload()
		const ended = async (p: Page): Promise<Locator> => {
			const last = answersOf(p).nth(2)
			await last.locator('img').last().waitFor(RUN_TIMEOUT)
			await runEnded(p)
			return last
		}
		await sameText(await ended(page), await ended(second))
		await second.close()
	})

	test('a knot shows its step: objects, picture, and a revert from there on; the card saves the scene', async () => {
		const answer = answers().nth(2)
		const card = answer.getByRole('group', { name: 'Changes of this run' })
		await card.getByRole('button', { name: '3 created' }).waitFor(RUN_TIMEOUT)
		await card.getByRole('img').waitFor(RUN_TIMEOUT)
		await page.getByRole('button', { name: 'Play', exact: true }).click()
		await card.getByRole('button', { name: 'Leave play mode' }).click(RUN_TIMEOUT)
		await card.getByRole('button', { name: 'Save scene' }).click(RUN_TIMEOUT)
		await page.getByText('not saved', { exact: true }).waitFor({ state: 'hidden', ...RUN_TIMEOUT })
		// In its place: the next press there must not be one of Revert.
		await card.getByRole('button', { name: 'Saved' }).waitFor(RUN_TIMEOUT)

		const pane = page.getByRole('tabpanel', { name: /Changes/ })
		const stepOf = (words: RegExp) => answer.getByRole('listitem').filter({ hasText: words })
		await stepOf(/^Step done: show it ?Created/)
			.getByRole('link', { name: 'Step done' })
			.click()
		await pane.getByText(/^Step \d of \d · Created Sphere/).waitFor(RUN_TIMEOUT)
		const material = pane.getByText(/material/).first()
		await pane
			.getByRole('button', { name: /^Sphere/ })
			.nth(2)
			.waitFor(RUN_TIMEOUT)
		await material.waitFor({ state: 'hidden' })

		const slider = pane.getByRole('slider', { name: 'Step of the run' })
		await slider.press('End')
		await pane.getByText('This step changed nothing.').waitFor(RUN_TIMEOUT)
		await pane.getByRole('img').waitFor(RUN_TIMEOUT)
		await slider.press('ArrowLeft')
		await material.waitFor(RUN_TIMEOUT)
		await pane.getByText('From here on', { exact: true }).click()
		await pane.getByRole('button', { name: 'Revert from here' }).waitFor(RUN_TIMEOUT)
		await page.reload()
		await pane.getByRole('button', { name: 'Revert from here' }).click(RUN_TIMEOUT)
		await page.getByRole('dialog', { name: 'Revert from this step on' }).waitFor(RUN_TIMEOUT)
		await page.getByRole('button', { name: /^Revert \d changes?$/ }).click(RUN_TIMEOUT)
		await answer.getByText(/^from step \d+ on/).waitFor(RUN_TIMEOUT)
		await pane.getByText('All changes from here on are reverted.').waitFor(RUN_TIMEOUT)
		await pane.getByRole('button', { name: 'Whole run' }).click()
		await pane
			.getByRole('button', { name: /^Sphere/ })
			.nth(2)
			.waitFor(RUN_TIMEOUT)
		await page.getByRole('tab', { name: 'Scene' }).click()
		await page
			.getByRole('treeitem', { name: /Sphere/ })
			.nth(2)
			.waitFor(RUN_TIMEOUT)
	})

	test('a destructive call asks first; "Deny" changes nothing', async () => {
		await say('create a cube named Keeper at 5 1 5 and save the scene')
		await answered(/[Ss]aved/)
		await askFirst(page)
		await say('delete Keeper')
		await page.getByRole('button', { name: 'Deny', exact: true }).waitFor(RUN_TIMEOUT)
		await answers().last().getByText('Wants to delete Keeper').first().waitFor(RUN_TIMEOUT)
		await page.getByRole('button', { name: 'Deny', exact: true }).click()
		await page.getByRole('button', { name: 'Send' }).waitFor(RUN_TIMEOUT)
		await page.getByRole('treeitem', { name: /Keeper/ }).waitFor(RUN_TIMEOUT)
	})

	test('a page opened just as the run ends shows all of it', async () => {
		await say('delete Keeper')
		const no = page.getByRole('button', { name: 'Deny', exact: true })
		await no.waitFor(RUN_TIMEOUT)
		const late = await openTab(context, complaints)
		// The messages are read while the run waits; its stream is requested when it is over.
		const asked = Promise.withResolvers<void>()
		const ended = Promise.withResolvers<void>()
		await late.route(/\/stream(\?|$)/, async (route) => {
			asked.resolve()
			await ended.promise
			await route.continue()
		})
		// The room's socket does not notify the page either.
		await late.routeWebSocket(/\/room/, () => undefined)
		await late.goto(page.url())
		await asked.promise
		await no.click()
		await page.getByRole('button', { name: 'Send' }).waitFor(RUN_TIMEOUT)
		ended.resolve()
		await sameText(answersOf(late).last(), answers().last())
		await late.close()
	})

	test('a conversation takes its new name after another menu was used; Escape ends that, not the run', async () => {
		await say('delete Keeper')
		const no = page.getByRole('button', { name: 'Deny', exact: true })
		await no.waitFor(RUN_TIMEOUT)
		await askFirst(page)
		const list = page.getByRole('navigation', { name: 'Conversations' })
		const field = list.getByRole('textbox', { name: 'Conversation title' })
		const rename = async (typed: string, end: string) => {
			await list
				.getByRole('button', { name: /^Actions for/ })
				.first()
				.click()
			await page.getByRole('menuitem', { name: 'Rename' }).click()
			await field.waitFor()
			// Only by keyboard, so the focus must be in the field and stay there.
			await page.keyboard.type(typed, { delay: 20 })
			await page.keyboard.press(end)
			await field.waitFor({ state: 'detached' })
			await list.getByRole('link', { name: /Night watch/ }).waitFor(RUN_TIMEOUT)
		}
		await rename('Night watch', 'Enter')
		await rename('Something else', 'Escape')
		await no.click()
		await page.getByRole('button', { name: 'Send' }).waitFor(RUN_TIMEOUT)
		await expect.poll(() => answers().last().getByText('Stopped', { exact: true }).count()).toBe(0)
	})

	test("the project's name leads to its pages, and the person's name to their own", async () => {
		const other = await openTab(context, complaints)
		await other.goto(page.url())
		const leadsTo = async (button: RegExp, item: string, heading: string) => {
			await other.getByRole('button', { name: button }).click(RUN_TIMEOUT)
			await other.getByRole('menuitem', { name: item, exact: true }).click()
			await other.getByRole('heading', { name: heading, exact: true }).waitFor(RUN_TIMEOUT)
			await other.goBack()
		}
		await leadsTo(/^My project/, 'Automations', 'Automations')
		await leadsTo(/^My project/, 'People of this project', 'People')
		await leadsTo(/^Account/, 'Settings', 'Settings')
		await other.close()
	})

	test('the end of the demo leads to a model and to a project of one’s own', async () => {
		const other = await openTab(context, complaints)
		await other.goto(page.url())
		await other.getByRole('button', { name: 'Connect my Unity' }).click(RUN_TIMEOUT)
		await other.getByRole('dialog', { name: /Connect/ }).waitFor(RUN_TIMEOUT)
		await other.keyboard.press('Escape')
		await other.getByRole('link', { name: 'Add a key' }).click()
		await other.getByRole('heading', { name: 'Models and keys' }).waitFor(RUN_TIMEOUT)
		await other.close()
	})

	test('a dialog that asks for a name accepts typing at once, including spaces', async () => {
		const second = await openTab(context, complaints)
		await second.goto(stack.origin)
		await second.getByRole('button', { name: 'New project' }).first().click()
		const dialog = second.getByRole('dialog', { name: 'New project' })
		await dialog.getByRole('textbox').waitFor()
		await expect.poll(() => dialog.evaluate((d) => d.contains(document.activeElement))).toBe(true)
		await second.keyboard.type('A b c')
		await expect.poll(() => dialog.getByRole('textbox').inputValue()).toBe('A b c')
		await second.close()
	})

	test('a long conversation keeps only nearby messages on the page; a link leads to its first message', async () => {
		const size = 600
		const pageSize = 100
		const late = await openTab(context, complaints)
		const message = (n: number) => ({
			id: `msg_long${n}`,
			role: n % 2 === 0 ? 'user' : 'assistant',
			parts: [{ type: 'text', text: `Message number ${n}\n\n`.repeat(8), state: 'done' }],
			metadata: {},
			createdAt: n,
		})
		await late.route(/\/messages\?/, (route) => {
			const end = Number(new URL(route.request().url()).searchParams.get('before') ?? size)
			const begin = Math.max(0, end - pageSize)
			const messages = Array.from({ length: end - begin }, (_, n) => message(begin + n))
			const before = begin > 0 ? String(begin) : null
			return route.fulfill({ json: { messages, before, activeRun: null, queued: [] } })
		})
		await late.goto(new URL('#msg_long0', page.url()).href)
		const first = late.locator('#msg_long0')
		await expect
			.poll(async () => (await first.boundingBox())?.y ?? -1, RUN_TIMEOUT)
			.toBeGreaterThan(0)
		await expect.poll(() => late.getByRole('article').count(), RUN_TIMEOUT).toBeLessThan(size / 2)
		await late.getByRole('button', { name: 'Jump to the end' }).click()
		await late
			.getByText(`Message number ${size - 1}`)
			.first()
			.waitFor(RUN_TIMEOUT)
		await first.waitFor({ ...RUN_TIMEOUT, state: 'detached' })
		await late.close()
	})

	test.each([375, 900])('nothing overflows at %d px', async (width) => {
		await page.setViewportSize({ width, height: 800 })
		// The panes are laid out again once the page notices its new size.
		const overflow = () =>
			page.evaluate(
				() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
			)
		await expect.poll(overflow, RUN_TIMEOUT).toBe(0)
		await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor(RUN_TIMEOUT)
	})
})
