/** Core War from a new project on, as a person without a key has it: the agent writes, tries and fights, and reads the editor. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openLadder, showPane } from '../../scripts/page-views/corewar.ts'
import { go } from '../../scripts/page-views/page-person.ts'
import { expectAccessible } from './axe-kit.ts'
import { ownPage, RUN_TIMEOUT, runEnded, say, WIDE } from './browser-kit.ts'
import { ownStack } from './stack-kit.ts'

let page: Page
let complaints: string[]
beforeAll(async () => {
	const own = await ownPage(ownStack())
	;({ page, complaints } = own)
	return own.close
})

test('a new project of this kind has the workbench beside the chat', async () => {
	await go(page, '/')
	await page.getByRole('button', { name: 'New project' }).click(RUN_TIMEOUT)
	await page.getByLabel('Name').fill('Ladder')
	await page.getByText('Core War', { exact: true }).click()
	await page.getByRole('button', { name: 'Create project' }).click()
	await page.getByText('What should your warrior do?').waitFor(RUN_TIMEOUT)
	await page.getByRole('tab', { name: 'Workbench' }).waitFor(RUN_TIMEOUT)
})

test('the agent writes bombers without an editor to connect, and the one it wrote last opens beside the chat', async () => {
	await page.getByRole('button', { name: /^Write a bomber/ }).click()
	await page
		.getByText(/is the best of them/)
		.first()
		.waitFor(RUN_TIMEOUT)
	await page
		.getByText(/^Chooser: \d+ won/)
		.first()
		.waitFor(RUN_TIMEOUT)
	await runEnded(page)
	await expect.poll(() => page.getByRole('tab', { name: 'Scene' }).count()).toBe(0)
	await expect.poll(() => page.getByText('Connect', { exact: false }).count()).toBe(0)
	await page.getByRole('button', { name: /^Open Demo Bomber/ }).click()
	await page.getByRole('textbox', { name: /^Source of Demo Bomber/ }).waitFor(RUN_TIMEOUT)
	await expect.poll(() => page.getByRole('button', { name: /^Open Demo Bomber/ }).count()).toBe(0)
})

test('the open warrior goes with the next message, and not again until it changes', async () => {
	const sent = page.getByText(/^With Demo Bomber \d+ from the editor$/)
	await say(page, 'show the leaderboard')
	await page.getByText('Nobody is on the leaderboard yet.').first().waitFor(RUN_TIMEOUT)
	await runEnded(page)
	await expect.poll(() => sent.count()).toBe(1)
	await say(page, 'help')
	await page
		.getByText(/fight the best player/)
		.first()
		.waitFor(RUN_TIMEOUT)
	await runEnded(page)
	await expect.poll(() => sent.count()).toBe(1)
	await page.getByRole('textbox', { name: /^Source of/ }).press('Control+End')
	await page.keyboard.type('; changed')
	await say(page, 'hello')
	await expect.poll(() => sent.count()).toBe(2)
	await page
		.getByText(/Hello! Tell me what to do/)
		.first()
		.waitFor(RUN_TIMEOUT)
})

test('the agent says without a player where its name is chosen; with one it uploads and fights', async () => {
	await runEnded(page)
	await say(page, 'upload it')
	await page
		.getByText(/I could not upload .* Battle, then Ladder/)
		.first()
		.waitFor(RUN_TIMEOUT)
	await runEnded(page)
	await openLadder(page)
	const name = page.getByRole('textbox', { name: 'Name of your player' })
	await name.fill('Gra')
	// A phone's width has another layout, whose panes are mounted anew; so has another pane in its place.
	await page.setViewportSize({ width: 375, height: 800 })
	await expect.poll(() => page.getByRole('heading', { name: 'Log' }).isVisible()).toBe(false)
	await page.setViewportSize(WIDE)
	await expect.poll(() => name.inputValue()).toBe('Gra')
	await showPane(page, 'Source')
	await openLadder(page)
	await expect.poll(() => name.inputValue()).toBe('Gra')
	await name.fill('Grace')
	await page.getByRole('button', { name: 'Join the ladder' }).click()
	await page.getByText('The API key of your player, shown once').waitFor(RUN_TIMEOUT)
	await say(page, 'upload it, then fight the best player')
	await page
		.getByText('Nobody else is on the ladder', { exact: false })
		.first()
		.waitFor(RUN_TIMEOUT)
	await page.getByText('The arena is over', { exact: false }).first().waitFor(RUN_TIMEOUT)
	await runEnded(page)
	await page.getByRole('radio', { name: 'Models' }).check({ force: true })
	const models = page.getByRole('table', { name: 'Models' })
	await models.getByRole('row', { name: /^Demo model/ }).waitFor(RUN_TIMEOUT)
	// An arena without another player counts for nobody.
	const demo = models.getByText('1 warrior, 1 player, 0 battles')
	await demo.waitFor(RUN_TIMEOUT)
	await page.getByRole('radio', { name: 'Arenas' }).last().check({ force: true })
	await demo.waitFor(RUN_TIMEOUT)
	expect(complaints).toEqual([])
})

test('battles in an answer are drawn as such, and one is replayed beside the chat from there', async () => {
	await page.getByRole('table', { name: 'Places' }).getByRole('row', { name: /Grace/ }).waitFor()
	await page.getByRole('button', { name: 'Watch the replay' }).click()
	await page.getByRole('heading', { name: 'Replay of round 1' }).waitFor(RUN_TIMEOUT)
	await expect.poll(() => page.getByText(/^0 \/ \d/).count()).toBe(1)
	await page
		.getByRole('button', { name: /^Ran a tournament/ })
		.last()
		.click()
	const standings = page.getByRole('table', { name: 'Standings' })
	await standings.getByRole('row', { name: /Demo Bomber/ }).waitFor()
	expect(complaints).toEqual([])
})

test('a round that the agent followed is watched beside the chat, as the call had it', async () => {
	// So that the replay of the test before is out of sight.
	await showPane(page, 'Source')
	await say(page, 'explain a round against Imp')
	await page
		.getByRole('button', { name: /^Followed a round/ })
		.last()
		.click(RUN_TIMEOUT)
	await runEnded(page)
	await page.getByRole('button', { name: 'Watch the replay' }).last().click()
	await page.getByRole('heading', { name: 'Replay of round 1' }).waitFor(RUN_TIMEOUT)
	await page.getByRole('radio', { name: 'Battle', exact: true }).check({ force: true })
	await page.getByText('A battle from the chat, fought again here').waitFor(RUN_TIMEOUT)
	expect(complaints).toEqual([])
})

test('the agent breeds the warrior, and its family tree grows beside the chat', async () => {
	await page.getByRole('radio', { name: 'Evolution' }).check({ force: true })
	const pane = page.getByRole('region', { name: 'Evolution' })
	await pane.getByText('No warrior has been bred here yet').waitFor(RUN_TIMEOUT)
	await say(page, 'evolve my warrior overnight')
	await pane.getByRole('heading', { name: 'Breeding for duels' }).waitFor(RUN_TIMEOUT)
	await expect.poll(() => pane.getByRole('progressbar').count()).toBe(1)
	// It has fought once the page reads again.
	const tree = pane.getByRole('list', { name: 'Family tree' })
	await tree.getByRole('button').first().click(RUN_TIMEOUT)
	await pane.getByText('The warrior that it began with.').waitFor(RUN_TIMEOUT)
	await pane.getByText(/% of all points/).waitFor(RUN_TIMEOUT)
	await pane.getByRole('button', { name: 'Open in the editor' }).click()
	await page.getByRole('textbox', { name: /^Source of Demo Bomber/ }).waitFor(RUN_TIMEOUT)
	await page.getByRole('radio', { name: 'Evolution' }).check({ force: true })
	await pane.getByRole('heading', { name: 'Family tree' }).waitFor(RUN_TIMEOUT)
	await expectAccessible(page)
	expect(complaints).toEqual([])
})
