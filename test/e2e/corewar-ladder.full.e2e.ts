/** The ladder of the workbench: a person joins, uploads, fights another player, and watches the battle again. */
import { STOCK_WARRIORS } from '@fairlead/corewar/source'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newWarrior, openLadder, openWorkbench } from '../../scripts/page-views/corewar.ts'
import type { Stack } from '../../scripts/stack/stack.ts'
import { openTab, ownPage, RUN_TIMEOUT } from './browser-kit.ts'
import { ownStack } from './stack-kit.ts'

let stack: Stack
let browser: Browser
let page: Page
let complaints: string[]
beforeAll(async () => {
	const own = await ownPage(ownStack())
	;({ stack, browser, page, complaints } = own)
	return own.close
})

/** A player without an account, by the arena's own API. */
async function otherPlayer(name: string, warrior: string): Promise<void> {
	const call = async (path: string, body: object, key?: string): Promise<{ api_key: string }> => {
		const answer = await fetch(new URL(`/arena/api${path}`, stack.url), {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
			},
			body: JSON.stringify(body),
		})
		expect(answer.status).toBe(201)
		return answer.json()
	}
	const { api_key } = await call('/register', { name })
	const redcode = STOCK_WARRIORS.find((one) => one.name === warrior)?.source
	await call('/warriors', { name: warrior, redcode }, api_key)
}

const log = () => page.getByRole('region', { name: 'Log' })
const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })

test('a person joins, uploads a warrior once, and stands on the leaderboard', async () => {
	await openWorkbench(page)
	await newWarrior(page, 'Dwarf')
	await openLadder(page)
	await page.getByText('Nobody is on this leaderboard yet').waitFor(RUN_TIMEOUT)
	await page.getByRole('textbox', { name: 'Name of your player' }).fill('Ädä')
	await page.getByRole('button', { name: 'Join the ladder' }).click()
	await page.getByText(/A name has 2 to 100 letters/).waitFor(RUN_TIMEOUT)
	await page.getByRole('textbox', { name: 'Name of your player' }).fill('Ada')
	await page.getByRole('button', { name: 'Join the ladder' }).click()
	await page.getByText('The API key of your player, shown once').waitFor(RUN_TIMEOUT)
	await expect.poll(() => page.getByText(/^fcw_/).count()).toBe(1)
	const upload = page.getByRole('button', { name: 'Upload for duels' })
	await upload.click()
	await log().getByText('Uploaded Dwarf for duels: 4 instructions.').waitFor(RUN_TIMEOUT)
	await row('Ada \\(you\\)').waitFor(RUN_TIMEOUT)
	// It is the one on the ladder: nothing to upload until it changes.
	await expect.poll(() => upload.isDisabled()).toBe(true)
})

test('a source with an error is refused with its line, and nothing of the ladder changes', async () => {
	const source = page.getByRole('textbox', { name: /^Source of/ })
	const kept = await source.innerText()
	await source.fill('mov 0, nowhere')
	await page.getByRole('button', { name: 'Upload for duels' }).click()
	await log()
		.getByText(/The warrior was not uploaded/)
		.waitFor(RUN_TIMEOUT)
	await log()
		.getByText(/^Line 1: /)
		.waitFor(RUN_TIMEOUT)
	await page.getByRole('combobox', { name: 'Level' }).selectOption({ label: 'Problems' })
	await expect.poll(() => log().getByText('Uploaded Dwarf').count()).toBe(0)
	await page.getByRole('button', { name: 'Clear the log' }).click()
	await page.getByText('Uploads and battles of this visit appear here.').waitFor(RUN_TIMEOUT)
	await source.fill(kept)
	await page.getByText('In duels: Dwarf.').waitFor(RUN_TIMEOUT)
})

test('a challenge changes the rating, and its battle is fought again on the page', async () => {
	await otherPlayer('Bob', 'Imp')
	await openWorkbench(page)
	await openLadder(page)
	await page.getByRole('button', { name: 'Challenge Bob' }).click()
	await log()
		.getByText(/^(Won|Lost|Tied) against Bob, \d+–\d+–\d+\. Rating/)
		.waitFor(RUN_TIMEOUT)
	const line = await log()
		.getByText(/against Bob/)
		.innerText()
	const score = /, (\d+)–(\d+)–(\d+)\./.exec(line)?.slice(1) ?? []
	await page.getByRole('button', { name: 'Bob', exact: true }).click()
	await page.getByRole('button', { name: /against Ada/ }).click()
	await page.getByRole('heading', { name: 'Replay of round 1' }).waitFor(RUN_TIMEOUT)
	await page.getByText('A battle of the ladder, fought again here').waitFor(RUN_TIMEOUT)
	await page.getByRole('button', { name: 'Fight' }).waitFor(RUN_TIMEOUT)
	const [won, lost, tied] = score
	const standings = page.getByRole('table', { name: 'Standings' })
	const cells = standings.getByRole('row', { name: /Dwarf/ }).getByRole('cell')
	await expect
		.poll(async () => (await cells.allInnerTexts()).slice(0, 3))
		.toEqual([won, tied, lost])
})

test('an arena seats the person’s warrior among ten', async () => {
	await openLadder(page)
	await page.getByRole('button', { name: 'Upload for arenas' }).click()
	await log().getByText('Uploaded Dwarf for arenas: 4 instructions.').waitFor(RUN_TIMEOUT)
	await page.getByRole('button', { name: 'Start an arena' }).click()
	await log()
		.getByText(/^Place \d+ of 10\./)
		.waitFor(RUN_TIMEOUT)
	// The refused source, which the browser notes.
	expect(complaints).toEqual([expect.stringContaining('status of 400')])
})

test('somebody without an account reads the ladder, and is led to sign in', async () => {
	const visitor = await openTab(await browser.newContext(), [])
	await visitor.goto(new URL('/corewar', stack.url).href)
	await openLadder(visitor)
	await visitor.getByRole('row', { name: /Ada/ }).waitFor(RUN_TIMEOUT)
	await expect.poll(() => visitor.getByRole('button', { name: /^Challenge/ }).count()).toBe(0)
	await visitor.getByRole('link', { name: 'Sign in' }).click()
	await visitor.waitForURL((url) => url.pathname === '/sign-in')
})
