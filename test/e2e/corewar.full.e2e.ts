/** The Core War workbench in a browser that is signed in nowhere: each pane, and a link between two people. */
import { readFile } from 'node:fs/promises'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { fight, newWarrior, openRound, showPane } from '../../scripts/page-views/corewar.ts'
import { launchBrowser, openTab, passMoment, RUN_TIMEOUT } from './browser-kit.ts'
import { ownStack } from './stack-kit.ts'

const complaints: string[] = []
let context: BrowserContext
let page: Page
let address: string
beforeAll(async () => {
	const own = await ownStack()
	const browser = await launchBrowser()
	address = new URL('/corewar', own.stack.url).href
	context = await browser.newContext()
	await context.grantPermissions(['clipboard-read', 'clipboard-write'])
	page = await openTab(context, complaints)
	await page.goto(address)
	await page.getByText('No warriors of your own yet').waitFor(RUN_TIMEOUT)
	return async () => {
		await browser.close()
		await own.close()
	}
})

const source = () => page.getByRole('textbox', { name: /^Source of/ })

test('the editor: a template, an error where it is, completion, format, and all of it after a reload', async () => {
	await newWarrior(page, 'Dwarf')
	await page.getByText('4 of 100 instructions').waitFor(RUN_TIMEOUT)
	await source().fill(';name Mine\nloop mov.i bomb,@nowhere\njmp loop\nbomb dat 0')
	await page.getByText(/1 error: line 2/).waitFor(RUN_TIMEOUT)
	await expect.poll(() => page.locator('.cm-lintRange-error').innerText()).toBe('nowhere')
	await source().fill(';name Mine\nloop mov.i bomb,@bomb\njmp loop\nbomb dat 0\ndj')
	await page.getByRole('option', { name: /djn/ }).waitFor(RUN_TIMEOUT)
	// A list that has just opened takes no key for a moment, lest it take one that was meant for the text.
	await passMoment(page)
	await page.keyboard.press('Enter')
	await page.keyboard.type(' loop,bomb')
	await page.keyboard.press('Escape')
	await page.getByRole('button', { name: /^Format/ }).click()
	await page.getByText('4 of 100 instructions').waitFor(RUN_TIMEOUT)
	const formatted = [
		';name Mine',
		'loop    mov.i   bomb, @bomb',
		'        jmp     loop',
		'bomb    dat     0',
		'        djn     loop, bomb',
	]
	const lines = async () =>
		(await page.locator('.cm-line').allInnerTexts()).map((row) => row.trimEnd())
	await expect.poll(lines).toEqual(formatted)
	await page.reload()
	await page.getByRole('button', { name: 'Mine', exact: true }).waitFor(RUN_TIMEOUT)
	const download = page.waitForEvent('download')
	await page.getByRole('button', { name: 'Export as a file' }).click()
	expect((await download).suggestedFilename()).toBe('mine.red')
	expect(await readFile(await (await download).path(), 'utf8')).toBe(formatted.join('\n'))
	await page.getByLabel('Redcode files to import').setInputFiles({
		name: 'other.red',
		mimeType: 'text/plain',
		buffer: Buffer.from(';name Imported\nmov 0, 1'),
	})
	await page.getByRole('button', { name: 'Imported', exact: true }).waitFor(RUN_TIMEOUT)
})

test('other settings: the source is checked again by itself', async () => {
	const settings = page.getByRole('combobox', { name: 'Settings' })
	await newWarrior(page, 'Empty')
	await source().fill(`;name Long\n${'mov 0, 1\n'.repeat(30)}`)
	await page.getByText('30 of 100 instructions').waitFor(RUN_TIMEOUT)
	await settings.selectOption({ label: 'Small, 800 cells' })
	await page.getByText(/1 error: line \d+/).waitFor(RUN_TIMEOUT)
	await settings.selectOption({ index: 0 })
	await page.getByText('30 of 100 instructions').waitFor(RUN_TIMEOUT)
})

test('the open warrior and its undo are still there on a phone after a look at the battle', async () => {
	await newWarrior(page, 'Stone')
	const before = await source().innerText()
	const wide = page.viewportSize()
	await page.setViewportSize({ width: 390, height: 844 })
	await source().press('ControlOrMeta+End')
	// Inserted as one change, which one undo removes.
	await page.keyboard.insertText('; typed')
	await showPane(page, 'Battle')
	await page.getByRole('button', { name: 'Fight' }).waitFor(RUN_TIMEOUT)
	await expect.poll(() => source().count()).toBe(0)
	await showPane(page, 'Source')
	await expect.poll(() => source().innerText()).toContain('; typed')
	await source().press('ControlOrMeta+z')
	await expect.poll(() => source().innerText(), RUN_TIMEOUT).toBe(before)
	if (wide) await page.setViewportSize(wide)
})

/** A row of the standings: won, tied, lost, points. */
const figuresIn = async (row: Locator): Promise<number[]> =>
	(await row.getByRole('cell').allInnerTexts()).map((text) => Number(text.replaceAll(',', '')))
const figures = (name: string): Promise<number[]> =>
	figuresIn(page.getByRole('table').getByRole('row', { name: new RegExp(`^${name} `) }))

test('a battle: every round is counted for everybody, and one that takes long is stopped', async () => {
	await page.getByRole('textbox', { name: 'Rounds' }).fill('10000')
	await page.getByRole('button', { name: 'Fight' }).click()
	await page.getByRole('progressbar', { name: 'Rounds fought' }).waitFor(RUN_TIMEOUT)
	await page.getByRole('button', { name: 'Stop' }).click()
	await page.getByRole('button', { name: 'Fight' }).waitFor(RUN_TIMEOUT)
	await fight(page, 30, 'Paper')
	for (const name of ['Dwarf', 'Imp', 'Paper']) {
		const [won = 0, tied = 0, lost = 0] = await figures(name)
		expect(won + tied + lost).toBe(30)
	}
	await expect
		.poll(() => page.getByRole('list', { name: 'Rounds' }).getByRole('button').count())
		.toBe(30)
})

test('a replay: it ends as the table says, forward and back, by keyboard, and is saved', async () => {
	const row = page.getByRole('list', { name: 'Rounds' }).getByRole('button').nth(3)
	const result = await row.innerText()
	await openRound(page, 4)
	await page.getByRole('button', { name: 'To the end' }).click()
	await expect
		.poll(async () => {
			const line = await page.locator('output', { hasText: /won|survived/ }).innerText()
			const winner = / won$/.test(line) ? line.replace(/ won$/, '') : 'Tie'
			return result.includes(winner)
		}, RUN_TIMEOUT)
		.toBe(true)
	await page.getByRole('button', { name: 'To the beginning' }).click()
	await page.getByText(/^0 \/ /).waitFor(RUN_TIMEOUT)
	await page.getByRole('button', { name: 'Play', exact: true }).click()
	await page.getByRole('button', { name: 'Pause' }).click()
	const download = page.waitForEvent('download')
	await page.getByRole('button', { name: 'Save this picture as a PNG' }).click()
	const png = await readFile(await (await download).path())
	expect(png.subarray(1, 4).toString()).toBe('PNG')
	const film = page.waitForEvent('download', RUN_TIMEOUT)
	await page.getByRole('button', { name: 'Save the round as a GIF' }).click()
	const gif = await readFile(await (await film).path())
	expect(gif.subarray(0, 6).toString()).toBe('GIF89a')
	expect(gif.at(-1)).toBe(0x3b)
})

test('the last of 25,200 cells is drawn, and the keyboard reads it', async () => {
	await page
		.getByRole('combobox', { name: 'Settings' })
		.selectOption({ label: 'Large, 25,200 cells' })
	await page.getByText('All settings').click()
	await page.getByRole('textbox', { name: 'Cycles' }).fill('60000')
	await fight(page, 1)
	await openRound(page, 1)
	await page.getByRole('button', { name: 'To the end' }).click()
	await page.locator('output', { hasText: /won|survived/ }).waitFor(RUN_TIMEOUT)
	await page.getByRole('application').focus()
	await page.keyboard.press('End')
	await page.locator('output', { hasText: /^25199 [A-Z]{3}\./ }).waitFor(RUN_TIMEOUT)
	const colour = () =>
		page.evaluate(() => {
			const canvas = document.querySelector('canvas')
			const mark = document.querySelector('.core-mark')?.getBoundingClientRect()
			const box = canvas?.getBoundingClientRect()
			const context = canvas?.getContext('2d')
			if (!canvas || !mark || !box || !context) throw new Error('Nothing is drawn.')
			const scale = canvas.width / box.width
			const at = [(mark.left - box.left + 1) * scale, (mark.top - box.top + 1) * scale] as const
			return [...context.getImageData(Math.floor(at[0]), Math.floor(at[1]), 1, 1).data].join()
		})
	// Neither empty nor the ground; whether anybody has touched the cell depends on the battle's seed.
	await expect.poll(colour).not.toMatch(/^(0,0,0,0|255,255,255,255|18,22,28,255)$/)
})

test('a link shows another person the same battle, and a damaged one says so', async () => {
	await page.getByRole('combobox', { name: 'Settings' }).selectOption({ index: 0 })
	await fight(page, 20)
	const expected = await figures('Paper')
	await openRound(page, 2)
	await page.getByRole('button', { name: 'Copy a link to this battle' }).click()
	await page.getByText(/^Link copied/).waitFor(RUN_TIMEOUT)
	const link = await page.evaluate(() => navigator.clipboard.readText())
	const other = await openTab(context, complaints)
	await other.goto(link)
	await other.getByRole('heading', { name: 'Replay of round 2' }).waitFor(RUN_TIMEOUT)
	await other.getByRole('button', { name: 'Fight' }).waitFor(RUN_TIMEOUT)
	const row = other.getByRole('table').getByRole('row', { name: /^Paper / })
	await expect.poll(() => figuresIn(row)).toEqual(expected)
	await other.goto(`${address}#battle=1.nothing`)
	await other.getByText('This link cannot be opened').waitFor(RUN_TIMEOUT)
	await other.close()
	expect(complaints).toEqual([])
})

test('a link may be a stranger’s or an old one: it begins nothing long, and is shared on as what was fought here', async () => {
	const other = await openTab(context, complaints)
	const small = {
		coreSize: 800,
		maxCycles: 8_000,
		maxProcesses: 800,
		maxLength: 20,
		minDistance: 20,
	}
	const open = async (over: object, round: number) => {
		const warriors = Array(10).fill({ name: 'Imp', source: 'mov 0, 1' })
		const setup = { engineVersion: 1, settings: small, rounds: 3, seed: 1, warriors, ...over }
		const packed = deflateRawSync(JSON.stringify({ setup, round })).toString('base64url')
		await other.goto(`${address}#battle=1.${packed}`)
	}
	// This battle would keep the computer busy for hours.
	await open({ rounds: 10_000, settings: { ...small, maxCycles: 10_000_000 } }, 9_999)
	await other.getByText(/begins when you choose Fight/).waitFor(RUN_TIMEOUT)
	await expect.poll(() => other.getByRole('progressbar').count()).toBe(0)
	await expect.poll(() => other.getByRole('button', { name: 'Fight' }).isEnabled()).toBe(true)

	await open({ engineVersion: 99 }, 2)
	await other.getByRole('heading', { name: 'Replay of round 3' }).waitFor(RUN_TIMEOUT)
	await other.getByText('It was fought with version 99').waitFor(RUN_TIMEOUT)
	await other.getByRole('button', { name: 'Copy a link to this battle' }).click()
	await other.getByText(/^Link copied/).waitFor(RUN_TIMEOUT)
	const link = await other.evaluate(() => navigator.clipboard.readText())
	const shared = JSON.parse(
		inflateRawSync(Buffer.from(link.split('#battle=1.')[1] ?? '', 'base64url')).toString(),
	)
	expect(shared).toMatchObject({ round: 2, setup: { rounds: 3 } })
	expect(shared.setup.engineVersion).not.toBe(99)
	await other.close()
	expect(complaints).toEqual([])
})
