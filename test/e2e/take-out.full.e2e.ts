/**
 * A conversation that leaves its project: as a replay that is opened from disk, as a copy in a visitor's own project;
 * and its scene, as far as a link shares it.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../scripts/stack/stack.ts'
import { answered, answersOf, openTab, ownPage, RUN_TIMEOUT, runEnded, say } from './browser-kit.ts'
import { newPerson } from './people-kit.ts'
import { ownStack } from './stack-kit.ts'

let stack: Stack
let dir: string
let browser: Browser
let page: Page
let complaints: string[]
beforeAll(async () => {
	const own = await ownPage(ownStack())
	;({ stack, dir, browser, page, complaints } = own)
	await say(page, 'make a red cube above the floor and let it fall')
	await answered(page, 'came to rest on the floor')
	await runEnded(page)
	return own.close
})

async function download(from: Page, format: string): Promise<string> {
	await from.getByRole('button', { name: 'Download or copy' }).click()
	const dialog = from.getByRole('dialog', { name: 'Download or copy' })
	const downloading = from.waitForEvent('download')
	await dialog.getByRole('link', { name: new RegExp(`^${format}`) }).click()
	const path = join(dir, `${format}.html`)
	await (await downloading).saveAs(path)
	await from.keyboard.press('Escape')
	await dialog.waitFor({ state: 'hidden' })
	return path
}

async function makeLink(): Promise<string> {
	await page.getByRole('button', { name: 'Share by link' }).click()
	const dialog = page.getByRole('dialog')
	await dialog.getByRole('checkbox', { name: /^Visitors see the scene/ }).check()
	await dialog.getByRole('checkbox', { name: /^Visitors may download it/ }).check()
	await dialog.getByRole('button', { name: 'Create link' }).click()
	const url = await dialog.locator('code').innerText(RUN_TIMEOUT)
	await page.keyboard.press('Escape')
	await dialog.waitFor({ state: 'hidden' })
	return url
}

test('a member downloads the replay, and it plays from disk: alone, with its pictures', async () => {
	const file = await download(page, 'Replay')
	// Not even this machine is reachable: what the file needs is in it.
	const alone = await browser.newContext({ offline: true })
	const errors: string[] = []
	const replay = await openTab(alone, errors)
	const requests: string[] = []
	replay.on('request', (request) => requests.push(request.url()))
	await replay.goto(pathToFileURL(file).href)
	const slider = replay.getByRole('slider', { name: 'Step' })
	const last = Number(await slider.getAttribute('max'))
	expect(last).toBeGreaterThan(2)
	const shown = () => replay.locator('main .step:visible').count()
	const all = await shown()
	await slider.fill('1')
	await expect.poll(shown).toBeLessThan(all)
	await replay.getByText(`1 of ${last}`, { exact: true }).waitFor()
	await slider.fill('0')
	await replay.getByRole('button', { name: 'Replay' }).click()
	await replay.getByText(`${last} of ${last}`, { exact: true }).waitFor(RUN_TIMEOUT)
	await expect.poll(shown).toBe(all)
	const picture = replay.locator('main img').last()
	await picture.scrollIntoViewIfNeeded()
	await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(768)
	const policy = replay.locator('meta[http-equiv="Content-Security-Policy"]')
	await expect.poll(() => policy.getAttribute('content')).toMatch(/^default-src 'none';/)
	expect(requests.filter((url) => !url.startsWith('data:'))).toEqual([pathToFileURL(file).href])
	expect(errors).toEqual([])
	await alone.close()
})

test('Markdown and JSON have the pictures too', async () => {
	const markdown = await readFile(await download(page, 'Markdown'), 'utf8')
	expect(markdown).toMatch(/\n\[picture-1\]: data:image\/\w+;base64,/)
	const json = JSON.parse(await readFile(await download(page, 'JSON'), 'utf8'))
	expect(Object.values(json.pictures as object)[0]).toMatch(/^data:image\/\w+;base64,/)
	expect(json.picturesLeftOut).toBe(0)
})

test('a guest sees the current scene, but neither the console nor files', async () => {
	const url = await makeLink()
	const guest = await browser.newContext()
	// No one is signed in here, and the page asks.
	const problems: string[] = []
	const theirs = await openTab(guest, problems)
	await theirs.goto(url.replace('/s/', '/shared/'))
	await theirs.getByRole('treeitem', { name: /Cube/ }).click(RUN_TIMEOUT)
	await theirs.getByRole('tabpanel').getByText('Rigidbody').first().waitFor(RUN_TIMEOUT)
	for (const name of ['Scene', 'Inspector']) {
		await theirs.getByRole('tab', { name, exact: true }).waitFor(RUN_TIMEOUT)
	}
	await expect.poll(() => theirs.getByRole('tab', { name: 'Console' }).count()).toBe(0)
	await guest.close()

	const phone = await browser.newContext()
	const small = await openTab(phone, problems, { width: 375, height: 800 })
	await small.goto(url.replace('/s/', '/shared/'))
	await small.getByRole('button', { name: 'Scene', exact: true }).click(RUN_TIMEOUT)
	await small.getByRole('treeitem', { name: /Cube/ }).waitFor(RUN_TIMEOUT)
	const isWider = () => small.evaluate('document.documentElement.scrollWidth > innerWidth')
	await expect.poll(isWider).toBe(false)
	await phone.close()
	expect(problems.filter((text) => !/status of 401/.test(text))).toEqual([])
})

test('a signed-in visitor copies the conversation into their own project and continues it there', async () => {
	const url = await makeLink()
	const context = await newPerson(browser, { stack, dir }, 'Grace')
	const theirs = await openTab(context, complaints)
	const made = await context.request.post(new URL('/api/projects', stack.origin).href, {
		data: { name: 'Mine' },
		headers: { origin: stack.origin },
	})
	expect(made.status()).toBe(201)
	const { id } = (await made.json()) as { id: string }
	await theirs.goto(url.replace('/s/', '/shared/'))
	await theirs.getByRole('button', { name: 'Download or copy' }).click(RUN_TIMEOUT)
	await theirs.getByRole('combobox', { name: 'Project' }).selectOption({ label: 'Mine' })
	await theirs.getByRole('button', { name: 'Copy', exact: true }).click()
	await theirs.waitForURL(`**/p/${id}/c/**`, RUN_TIMEOUT)
	await theirs
		.getByText('Everything above was copied from a shared conversation.')
		.waitFor(RUN_TIMEOUT)
	const picture = answersOf(theirs).locator('img').last()
	await picture.scrollIntoViewIfNeeded()
	await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(768)
	// The agent's changes are in another project: there is nothing to revert here.
	await expect.poll(() => theirs.getByRole('button', { name: 'Revert' }).count()).toBe(0)
	expect(complaints).toEqual([])
	await context.close()
})
