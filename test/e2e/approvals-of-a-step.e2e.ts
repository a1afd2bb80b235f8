/** Calls of one answer that ask are one decision: all of them, all but some, or none. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { calls, type FakeAnthropic, text } from '../fakes/anthropic-server.ts'
import {
	answered,
	armedQuestion,
	askFirst,
	newConversation,
	openTab,
	ownPage,
	passMoment,
	RUN_TIMEOUT,
	say,
} from './browser-kit.ts'
import { ownStackWithModel } from './stack-kit.ts'

let model: FakeAnthropic
let page: Page
let context: BrowserContext
let complaints: string[]
/** The project's. */
let folder: string
/** Answers that the page sent. */
const answers: Record<string, unknown>[] = []

beforeAll(async () => {
	const own = await ownPage(ownStackWithModel())
	;({ model, page, context, complaints } = own)
	folder = own.stack.projectFolder
	page.on('request', (request) => {
		if (request.method() === 'POST' && request.url().includes('/approvals/'))
			answers.push(request.postDataJSON())
	})
	return own.close
})
beforeEach(async () => {
	answers.length = 0
	await page.setViewportSize({ width: 1440, height: 900 })
	await newConversation(page)
	await askFirst(page)
})
afterEach(() => expect(complaints.splice(0)).toEqual([]))

const card = () => page.locator('[data-question]')
const button = (name: string) => card().getByRole('button', { name, exact: true })
const file = (name: string) => join(folder, 'Assets', name)
const write = (name: string, content = `${name}\n`) => ({
	id: `toolu_${name.replace(/\W/g, '_')}`,
	name: 'write_file',
	input: { path: `Assets/${name}`, content },
})
const echo = (n: number) => ({
	id: `toolu_c${n}`,
	name: 'run_command',
	input: { action: 'run', command: ['echo', `number-${n}`] },
})
/** The last message that the model got: results of its calls. */
const results = (): string => JSON.stringify(model.requests.at(-1)?.body['messages'])

test('three calls are one card, which Enter approves', async () => {
	const cube = {
		id: 'toolu_cube',
		name: 'unity_hierarchy',
		input: { action: 'create', name: 'Crate' },
	}
	model.script(calls(write('one.txt'), write('two.txt'), cube), text('All three are there.'))
	await say(page, 'make three things')
	await card().getByText('3 calls of this step').waitFor(RUN_TIMEOUT)
	await expect.poll(() => card().count()).toBe(1)
	for (const words of ['Assets/one.txt', 'Assets/two.txt', 'Crate'])
		await card().getByRole('checkbox', { name: words }).waitFor(RUN_TIMEOUT)
	await button('Approve 3').waitFor(RUN_TIMEOUT)
	await armedQuestion(page)
	await page.keyboard.press('Enter')
	const answer = await answered(page, 'All three are there.')
	expect(answers).toHaveLength(3)
	expect([existsSync(file('one.txt')), existsSync(file('two.txt'))]).toEqual([true, true])
	await answer.getByText('3 created').waitFor(RUN_TIMEOUT)
})

test('a call that is left out is denied, and the others run', async () => {
	model.script(calls(write('kept.txt'), write('left.txt'), write('also.txt')), text('Two of them.'))
	await say(page, 'make three files')
	await card().getByRole('checkbox', { name: 'Assets/left.txt' }).uncheck(RUN_TIMEOUT)
	await button('Approve 2, deny 1').click(RUN_TIMEOUT)
	await answered(page, 'Two of them.')
	expect(['kept.txt', 'left.txt', 'also.txt'].map((name) => existsSync(file(name)))).toEqual([
		true,
		false,
		true,
	])
	expect(results()).toContain('denied')
})

test('a call that is left out stays denied although its kind is allowed for the run', async () => {
	model.script(
		calls(write('run-1.txt'), write('run-2.txt')),
		calls(write('run-3.txt')),
		text('As you wish.'),
	)
	await say(page, 'make files')
	await card().getByRole('checkbox', { name: 'Assets/run-1.txt' }).uncheck(RUN_TIMEOUT)
	await button('More answers').click()
	await page
		.getByRole('menuitem', { name: /for the rest of this run$/ })
		.first()
		.click(RUN_TIMEOUT)
	await answered(page, 'As you wish.')
	expect(['run-1.txt', 'run-2.txt', 'run-3.txt'].map((name) => existsSync(file(name)))).toEqual([
		false,
		true,
		true,
	])
})

test('no call runs when all are denied, and the model gets the reason for each', async () => {
	model.script(calls(write('no-1.txt'), write('no-2.txt')), text('Then not.'))
	await say(page, 'make two files')
	await button('Deny with a reason').click(RUN_TIMEOUT)
	await page.getByRole('textbox', { name: /^Why not/ }).fill('wrong folder')
	await page.keyboard.press('Enter')
	await answered(page, 'Then not.')
	expect([existsSync(file('no-1.txt')), existsSync(file('no-2.txt'))]).toEqual([false, false])
	expect(results().split('wrong folder')).toHaveLength(3)
})

test('nothing is approved where nothing is chosen', async () => {
	model.script(calls(write('a.txt'), write('b.txt')), text('Then not.'))
	await say(page, 'make two files')
	for (const name of ['Assets/a.txt', 'Assets/b.txt'])
		await card().getByRole('checkbox', { name }).uncheck(RUN_TIMEOUT)
	await expect.poll(() => button('Approve 0, deny 2').isDisabled()).toBe(true)
	await armedQuestion(page)
	await page.keyboard.press('Enter')
	await page.keyboard.press('Escape')
	await answered(page, 'Then not.')
	expect(answers).toEqual([{ approved: false }, { approved: false }])
})

test('an answer that did not arrive can be given again, for what still asks', async () => {
	model.script(calls(write('lost-1.txt'), write('lost-2.txt')), text('Both, at last.'))
	await say(page, 'make two files')
	let cut = true
	await page.route('**/approvals/**', (route) => {
		if (!cut) return route.continue()
		cut = false
		return route.abort()
	})
	await button('Approve 2').click(RUN_TIMEOUT)
	await card().getByText('The server cannot be reached.').waitFor(RUN_TIMEOUT)
	complaints.length = 0
	await card()
		.getByRole('button', { name: /^Approve/ })
		.click(RUN_TIMEOUT)
	await answered(page, 'Both, at last.')
	await page.unroute('**/approvals/**')
	expect([existsSync(file('lost-1.txt')), existsSync(file('lost-2.txt'))]).toEqual([true, true])
})

test('each window shows what another has answered, also while the others still ask', async () => {
	model.script(calls(write('w1.txt'), write('w2.txt'), write('w3.txt')), text('The last two.'))
	await say(page, 'make three files')
	await button('Approve 3').waitFor(RUN_TIMEOUT)
	const other = await openTab(context, complaints)
	await other.goto(page.url())
	const there = other.locator('[data-question]')
	await there.getByRole('checkbox', { name: 'Assets/w1.txt' }).uncheck(RUN_TIMEOUT)
	// Only one of the three answers arrives.
	let sent = 0
	await other.route('**/approvals/**', (route) => (sent++ === 0 ? route.continue() : route.abort()))
	await there.getByRole('button', { name: 'Approve 2, deny 1' }).click()
	await there.getByText('The server cannot be reached.').waitFor(RUN_TIMEOUT)
	complaints.length = 0
	for (const shown of [there, card()])
		await shown.getByRole('button', { name: 'Approve 2', exact: true }).waitFor(RUN_TIMEOUT)
	await button('Approve 2').click()
	await answered(page, 'The last two.')
	await expect.poll(() => there.count()).toBe(0)
	await other.close()
	expect(['w1.txt', 'w2.txt', 'w3.txt'].map((name) => existsSync(file(name)))).toEqual([
		false,
		true,
		true,
	])
})

test('code that a copy makes run is asked about, and read to its end, once the text is there', async () => {
	const [from, to] = ['Assets/conf.txt', 'Assets/Editor/Conf.cs']
	const lines = Array.from({ length: 1_500 }, (_, n) => `// line ${n}`).join('\n')
	model.script(
		calls(write('conf.txt', `${lines}\n// the-very-end\n`), {
			id: 'toolu_code',
			name: 'copy_file',
			input: { from, to },
		}),
		text('Then it does not run.'),
	)
	await say(page, 'hide it')
	await card().getByText('1 more once it is answered').waitFor(RUN_TIMEOUT)
	await button('Approve').click(RUN_TIMEOUT)
	await card()
		.getByText(/changes a file that runs code/)
		.waitFor(RUN_TIMEOUT)
	await card().getByText('the-very-end').waitFor(RUN_TIMEOUT)
	await card().getByText('Read to the end before Enter approves').waitFor(RUN_TIMEOUT)
	await passMoment(page)
	await page.keyboard.press('Enter')
	expect(answers).toHaveLength(1)
	await button('More answers').click()
	await page
		.getByRole('menuitem', { name: `Always allow “Copy a file: ${from} → ${to}” in this project` })
		.waitFor(RUN_TIMEOUT)
	await page.keyboard.press('Escape')
	await button('Deny').click()
	await answered(page, 'Then it does not run.')
})

test('a change that would be lost says so while the game runs, and a file does not', async () => {
	const play = (action: string) => ({
		id: `toolu_${action}`,
		name: 'unity_play',
		input: { action },
	})
	const cube = {
		id: 'toolu_lost',
		name: 'unity_hierarchy',
		input: { action: 'create', name: 'Lost' },
	}
	const note = card().getByText('lost when play mode ends')
	model.script(
		calls(play('enter')),
		calls(write('lasts.txt')),
		calls(write('lasts-too.txt'), cube),
		calls(play('exit')),
		text('Only the files are left.'),
	)
	await say(page, 'try it while it runs')
	await button('Approve').click(RUN_TIMEOUT)
	await card().getByText('lasts.txt').first().waitFor(RUN_TIMEOUT)
	await page.getByText('Playing', { exact: true }).first().waitFor(RUN_TIMEOUT)
	await expect.poll(() => note.count()).toBe(0)
	await button('Approve').click(RUN_TIMEOUT)
	await button('Approve 2').waitFor(RUN_TIMEOUT)
	await note.waitFor(RUN_TIMEOUT)
	await button('Approve 2').click()
	await answered(page, 'Only the files are left.')
})

test('a key answers only where the answers are in view', async () => {
	model.script(calls(...Array.from({ length: 8 }, (_, n) => echo(n))), text('Then I leave them.'))
	await page.setViewportSize({ width: 1440, height: 420 })
	await say(page, 'run them')
	const approve = button('Approve 8')
	await card()
		.getByText(/ denies$/)
		.waitFor(RUN_TIMEOUT)
	await passMoment(page)
	const isInView = () =>
		approve.evaluate((element) => {
			const { left, top } = element.getBoundingClientRect()
			return document.elementFromPoint(left + 4, top + 4) === element
		})
	for (const key of ['Escape', 'Enter'] as const) {
		await page.getByRole('log').evaluate((messages) => messages.scrollTo(0, 0))
		await expect.poll(isInView).toBe(false)
		await page.keyboard.press(key)
		await expect.poll(isInView).toBe(true)
		expect(answers).toEqual([])
	}
	await passMoment(page)
	await page.keyboard.press('Escape')
	await answered(page, 'Then I leave them.')
	expect(answers).toHaveLength(8)
})
