/** The address holds what the page shows: Back and Forward lead through it, and a copy of it opens the same. */
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../scripts/stack/stack.ts'
import {
	answered,
	answersOf,
	composerOf,
	openTab,
	ownPage,
	RUN_TIMEOUT,
	runEnded,
	say,
} from './browser-kit.ts'
import { ownStack } from './stack-kit.ts'

let stack: Stack
let page: Page
let complaints: string[]
beforeAll(async () => {
	const own = await ownPage(ownStack())
	;({ stack, page, complaints } = own)
	await say(page, 'create a cube named Signpost at 2 1 2')
	await answered(page, /Signpost/)
	await runEnded(page)
	return own.close
})

const tab = (at: Page, name: string) => at.getByRole('tab', { name, exact: true })
const selected = (at: Page, name: string) =>
	at.getByRole('tab', { name, selected: true }).waitFor(RUN_TIMEOUT)
const stepOf = (at: Page) => answersOf(at).last().locator('li').last()

/** Every place, with the way to it from the place before and how it is recognized. */
const PLACES: readonly (readonly [
	what: string,
	go: (at: Page) => Promise<unknown>,
	shows: (at: Page) => Promise<unknown>,
])[] = [
	[
		'the projects',
		(at) => at.getByRole('link', { name: 'All projects' }).click(),
		(at) => at.getByRole('heading', { name: 'Projects', exact: true }).waitFor(RUN_TIMEOUT),
	],
	[
		'a project',
		(at) => at.getByRole('main').getByRole('listitem').getByRole('link').first().click(),
		async (at) => {
			await composerOf(at).waitFor(RUN_TIMEOUT)
			await expect.poll(() => answersOf(at).count()).toBe(0)
		},
	],
	[
		'a conversation',
		(at) => at.getByRole('navigation', { name: 'Conversations' }).getByRole('link').first().click(),
		async (at) => {
			await answersOf(at).last().waitFor(RUN_TIMEOUT)
			await selected(at, 'Scene')
		},
	],
	['the console', (at) => tab(at, 'Console').click(), (at) => selected(at, 'Console')],
	[
		'the scene again',
		(at) => tab(at, 'Scene').click(),
		async (at) => {
			await selected(at, 'Scene')
			await at.getByRole('treeitem', { name: /Signpost/ }).waitFor(RUN_TIMEOUT)
		},
	],
	[
		'an object',
		(at) => at.getByRole('treeitem', { name: /Signpost/ }).click(),
		async (at) => {
			await selected(at, 'Inspector')
			await at.getByRole('tabpanel').getByText('Signpost').first().waitFor(RUN_TIMEOUT)
		},
	],
	[
		'a step',
		(at) =>
			stepOf(at)
				.getByRole('link', { name: /link to it/ })
				.click(),
		async (at) => {
			await selected(at, 'Inspector')
			const hash = `#${await stepOf(at).getAttribute('id')}`
			await at.waitForURL((url) => url.hash === hash)
		},
	],
]

test('Back and Forward go through projects, project, conversation, tab, object and step', async () => {
	const addresses: string[] = []
	for (const [, go, shows] of PLACES) {
		await go(page)
		await shows(page)
		addresses.push(page.url())
	}
	expect(new Set(addresses).size).toBe(PLACES.length - 1)
	const places = PLACES.map(([what, , shows], n) => ({ what, shows, address: addresses[n] ?? '' }))
	const there = async ({ what, shows, address }: (typeof places)[number]): Promise<void> => {
		await expect.poll(() => page.url(), { ...RUN_TIMEOUT, message: what }).toBe(address)
		await shows(page)
	}
	for (const place of places.slice(0, -1).toReversed()) {
		await page.goBack()
		await there(place)
	}
	for (const place of places.slice(1)) {
		await page.goForward()
		await there(place)
	}
	expect(complaints).toEqual([])
})

test('a click on the page that is being left does not lead back to it', async () => {
	const left = await openTab(page.context(), complaints)
	await left.goto(page.url())
	await selected(left, 'Inspector')
	const loaded = Promise.withResolvers<void>()
	await left.route(/\/assets\/home-layout-/, async (route) => {
		await loaded.promise
		await route.continue()
	})
	await left.getByRole('link', { name: 'All projects' }).click()
	await left.waitForURL((url) => url.pathname === '/')
	await tab(left, 'Console').click()
	loaded.resolve()
	await left.getByRole('heading', { name: 'Projects', exact: true }).waitFor(RUN_TIMEOUT)
	await left.close()
	expect(complaints).toEqual([])
})

/** In a tab of its own, which came from the projects to the conversation. */
async function openFromProjects(width: number): Promise<Page> {
	const tab = await openTab(page.context(), complaints, { width, height: 800 })
	await tab.goto(new URL('/', stack.url).href)
	await tab.getByRole('main').getByRole('listitem').getByRole('link').first().click()
	await composerOf(tab).waitFor(RUN_TIMEOUT)
	return tab
}
const isClosed = (dialog: Locator) => dialog.waitFor({ ...RUN_TIMEOUT, state: 'detached' })

test('Back on a phone closes the dialog and leaves the page as it is', async () => {
	const phone = await openFromProjects(375)
	const address = phone.url()
	await composerOf(phone).fill('half a sentence')
	const find = phone.getByRole('dialog', { name: 'Find' })
	const openFind = async () => {
		await phone.getByRole('button', { name: 'Find', exact: true }).click()
		await find.waitFor(RUN_TIMEOUT)
	}
	await openFind()
	await phone.goBack()
	await isClosed(find)
	expect(phone.url()).toBe(address)
	await expect.poll(() => composerOf(phone).inputValue()).toBe('half a sentence')

	// Where it leads, Back leads to the page without it.
	await openFind()
	await phone.keyboard.type('Automations')
	await phone.getByRole('option', { name: /Automations/, selected: true }).click()
	await phone.getByRole('heading', { name: 'Automations', exact: true }).waitFor(RUN_TIMEOUT)
	await phone.goBack()
	await composerOf(phone).waitFor(RUN_TIMEOUT)
	expect(phone.url()).toBe(address)
	await expect.poll(() => find.count()).toBe(0)

	await openFind()
	await phone.reload()
	await composerOf(phone).waitFor(RUN_TIMEOUT)
	await openFind()
	await phone.keyboard.press('Escape')
	await isClosed(find)
	await expect.poll(() => phone.evaluate(() => history.state.dialogs ?? 0)).toBe(0)
	await phone.goBack()
	await phone.getByRole('heading', { name: 'Projects', exact: true }).waitFor(RUN_TIMEOUT)
	await phone.close()
	expect(complaints).toEqual([])
})

test('Back closes the drawer of the editor, and its own button leaves nothing to go back through', async () => {
	const tablet = await openFromProjects(900)
	const drawer = tablet.getByRole('dialog', { name: 'Editor' })
	const openDrawer = () =>
		tablet.getByRole('button', { name: 'Show the editor', exact: true }).click()
	await openDrawer()
	await drawer.getByRole('treeitem', { name: /Signpost/ }).click()
	await selected(tablet, 'Inspector')
	await tablet.goBack()
	await isClosed(drawer)
	// What was chosen in it is still chosen.
	await openDrawer()
	await selected(tablet, 'Inspector')
	await drawer.getByRole('button', { name: 'Close the editor pane' }).click()
	await isClosed(drawer)
	await expect.poll(() => tablet.evaluate(() => history.state.dialogs ?? 0)).toBe(0)
	await tablet.goBack()
	await tablet.getByRole('heading', { name: 'Projects', exact: true }).waitFor(RUN_TIMEOUT)
	await tablet.close()
	expect(complaints).toEqual([])
})

test('a copied address shows the same object and step, in another tab and after signing in', async () => {
	const address = page.url()
	expect(address).toMatch(/\/c\/.*tab=inspector.*object=.*#/)
	const sameView = async (at: Page): Promise<void> => {
		await expect.poll(() => at.url(), RUN_TIMEOUT).toBe(address)
		await answersOf(at).last().waitFor(RUN_TIMEOUT)
		await selected(at, 'Inspector')
		await at.getByRole('tabpanel').getByText('Signpost').first().waitFor(RUN_TIMEOUT)
		const step = at.locator(`[id="${new URL(address).hash.slice(1)}"]`)
		await expect
			.poll(async () => (await step.boundingBox())?.y ?? -1, RUN_TIMEOUT)
			.toBeGreaterThan(0)
	}
	const second = await openTab(page.context(), complaints)
	await second.goto(address)
	await sameView(second)
	await second.close()

	const stranger = await page.context().browser()?.newContext()
	if (!stranger) throw new Error('The browser is gone.')
	// Being asked to sign in is logged by the browser as a failed request.
	const third = await openTab(stranger, [])
	await third.goto(address)
	await third.getByRole('textbox', { name: 'Sign-in link or token' }).fill(stack.url)
	await third.keyboard.press('Enter')
	await sameView(third)
	await stranger.close()
})
