/** Find (Ctrl K) leads to what a person named, and Enter runs nothing else. */
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { answered, newConversation, ownPage, RUN_TIMEOUT, runEnded, say } from './browser-kit.ts'
import { ownStack } from './stack-kit.ts'

let page: Page
let complaints: string[]
beforeAll(async () => {
	const own = await ownPage(ownStack())
	;({ page, complaints } = own)
	await say(page, 'make a red cube above the floor and let it fall')
	await answered(page, 'came to rest on the floor')
	await runEnded(page)
	await newConversation(page)
	await say(page, 'make a blue sphere')
	await answered(page, /Created Sphere/)
	await runEnded(page)
	return own.close
})

const finder = (): Locator => page.getByRole('dialog', { name: 'Find' })
const selected = (): Locator => finder().locator('[cmdk-item][data-selected="true"]')

async function find(words: string): Promise<void> {
	await page.keyboard.press('Control+k')
	await finder().getByRole('combobox').fill(words, RUN_TIMEOUT)
}

test('the object of that name is the first hit, and Enter opens it', async () => {
	await find('sphere')
	// The objects are read when Find opens.
	await expect.poll(() => finder().getByRole('option').allInnerTexts()).toContain('Sphere')
	await expect.poll(() => selected().innerText()).toBe('Sphere')
	await expect
		.poll(() =>
			finder()
				.getByText(/Download/)
				.count(),
		)
		.toBe(0)
	await page.keyboard.press('Enter')
	await finder().waitFor({ state: 'hidden' })
	const inspector = page.getByRole('tabpanel', { name: 'Inspector' })
	await inspector.getByText('Sphere').first().waitFor(RUN_TIMEOUT)
})

test('a word that stands only in messages leads to the message', async () => {
	await find('rest')
	const hit = finder().getByRole('option', { name: /red cube/ })
	await hit.getByText('rest', { exact: true }).waitFor(RUN_TIMEOUT)
	await expect.poll(() => selected().innerText()).toMatch(/red cube/)
	await page.keyboard.press('Enter')
	await page.waitForURL(/\/c\/[^#]+#/)
	await answered(page, 'came to rest on the floor')
	const marked = () =>
		page.evaluate(() => [...(CSS.highlights.get('found') ?? [])].map(String).join())
	await expect.poll(marked).toBe('rest')
})

test('a word deep in a long message is marked, and in view', async () => {
	await newConversation(page)
	const lines = Array.from({ length: 150 }, (_, n) =>
		n === 90 ? 'the zanzibar line' : `line ${n}`,
	)
	await say(page, lines.join('\n\n'))
	await runEnded(page)
	await newConversation(page)
	await find('zanzibar')
	await finder().getByRole('option').getByText('zanzibar', { exact: true }).waitFor(RUN_TIMEOUT)
	await page.keyboard.press('Enter')
	const place = () =>
		page.evaluate(() => {
			const [range] = CSS.highlights.get('found') ?? []
			const box = range instanceof Range ? range.getBoundingClientRect() : null
			return box !== null && box.top > 0 && box.bottom < innerHeight
		})
	await expect.poll(place, RUN_TIMEOUT).toBe(true)
})

test('the settings come first for a beginning of their name', async () => {
	await find('set')
	await expect.poll(() => selected().innerText()).toBe('Project settings')
	await finder().getByRole('combobox').fill('setzz')
	await finder().getByText('No matches.').waitFor(RUN_TIMEOUT)
	await page.keyboard.press('Escape')
	expect(complaints).toEqual([])
})

test('the keys that the sheet lists as everywhere work outside of the workspace too', async () => {
	const projectPath = new URL(page.url()).pathname.split('/c/')[0] ?? ''
	for (const path of [
		'/',
		'/settings',
		'/usage',
		`${projectPath}/settings`,
		`${projectPath}/automations`,
	]) {
		await page.goto(new URL(path, page.url()).href)
		await page.getByRole('heading', { level: 1 }).waitFor(RUN_TIMEOUT)
		await expect
			.poll(async () => {
				await page.keyboard.press('?')
				return page.getByRole('dialog', { name: 'Keyboard shortcuts' }).count()
			})
			.toBe(1)
		const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
		await sheet.getByText('Approve', { exact: true }).waitFor()
		await page.keyboard.press('Escape')
		await sheet.waitFor({ state: 'hidden' })
		await find('all pro')
		await expect.poll(() => selected().innerText()).toBe('All projects')
		await page.keyboard.press('Escape')
		await finder().waitFor({ state: 'hidden' })
	}
})

test('a page that is gone to is shown from its beginning, with its heading in focus', async () => {
	await page.setViewportSize({ width: 1024, height: 400 })
	await page.goto(new URL('/settings', page.url()).href)
	const last = page.getByRole('heading', { level: 2 }).last()
	await last.scrollIntoViewIfNeeded(RUN_TIMEOUT)
	const top = () => page.evaluate(() => window.scrollY)
	await expect.poll(top).toBeGreaterThan(0)
	await find('all pro')
	await page.keyboard.press('Enter')
	const heading = page.getByRole('heading', { level: 1, name: 'Projects' })
	await heading.waitFor(RUN_TIMEOUT)
	await expect.poll(top).toBe(0)
	await expect.poll(() => heading.evaluate((it) => it === document.activeElement)).toBe(true)
	// No restart is asked for to use a real model: the key is added there.
	await expect.poll(() => page.getByText(/restart/i).count()).toBe(0)
	await page.getByRole('link', { name: 'Add a key' }).click()
	const keys = page.getByRole('heading', { name: 'Models and keys' })
	await keys.waitFor(RUN_TIMEOUT)
	await expect.poll(() => keys.evaluate((it) => it === document.activeElement)).toBe(true)
	expect(complaints).toEqual([])
})
