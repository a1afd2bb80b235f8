/** A person reads all of what they approve: no end of a question is out of sight, and Enter waits for it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { calls, type FakeAnthropic, text } from '../fakes/anthropic-server.ts'
import {
	answered,
	askFirst,
	newConversation,
	ownPage,
	passMoment,
	RUN_TIMEOUT,
	say,
} from './browser-kit.ts'
import { ownStackWithModel } from './stack-kit.ts'

const WIDTHS = [1440, 375]
/** The last word of everything that is asked here. */
const END = 'the-very-end'
const SPACES = ' '.repeat(600)

let model: FakeAnthropic
let page: Page
let complaints: string[]
/** The project's folder. */
let folder: string
/** Answers that the page sent. */
const answers: string[] = []

beforeAll(async () => {
	const own = await ownPage(ownStackWithModel())
	;({ model, page, complaints } = own)
	folder = own.stack.projectFolder
	page.on('request', (request) => {
		if (request.method() === 'POST' && request.url().includes('/approvals/'))
			answers.push(request.postData() ?? '')
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

/** The hint at the question that the keys are for. */
const hint = () => page.locator('[data-question]').getByText(/Enter approves,/)
const lines = (count: number): string =>
	Array.from({ length: count }, (_, n) => `// line ${n}`).join('\n')
const cube = (name: string) => ({
	tool: 'unity_hierarchy',
	args: { action: 'create', primitive_type: 'Cube', name },
})

const QUESTIONS: readonly [kind: string, tool: string, input: object][] = [
	[
		'an argument of a command behind spaces',
		'run_command',
		{ action: 'run', command: ['git', 'status', `${SPACES}${END}`] },
	],
	[
		'a shell line behind spaces',
		'run_command',
		{ action: 'shell', line: `true npm test${SPACES}; touch ${END}` },
	],
	[
		'a shell line behind line breaks',
		'run_command',
		{ action: 'shell', line: `true npm test${'\n'.repeat(200)}touch ${END}` },
	],
	[
		'a long line of a file that runs code',
		'write_file',
		{ path: 'Assets/Editor/Long.cs', content: `// ${'long '.repeat(1_500)}${END}\n` },
	],
	[
		'the last of many lines of a file that runs code',
		'write_file',
		{ path: 'Assets/Editor/Deep.cs', content: `${lines(1_500)}\n// ${END}\n` },
	],
	[
		'an argument of several kilobytes',
		'append_to_file',
		{ path: 'Assets/notes.txt', content: `${'word '.repeat(1_500)}${END}` },
	],
	[
		'the last operation of a batch',
		'unity_batch',
		{
			operations: [
				...Array.from({ length: 40 }, (_, n) => cube(`Crate ${n}`)),
				cube(`${'Long'.repeat(40)} ${END}`),
			],
		},
	],
]

/** Whether the last word is drawn inside the window, with nothing over it. */
const endIsInView = (): Promise<boolean> =>
	page.locator('[data-question]').evaluate((question, word) => {
		const walker = document.createTreeWalker(question, NodeFilter.SHOW_TEXT)
		let last: { node: Node; at: number } | null = null
		for (let node = walker.nextNode(); node; node = walker.nextNode()) {
			const at = node.textContent?.lastIndexOf(word) ?? -1
			if (at >= 0) last = { node, at }
		}
		if (last === null) return false
		const range = document.createRange()
		range.setStart(last.node, last.at + word.length - 1)
		range.setEnd(last.node, last.at + word.length)
		const { left, right, top, bottom } = range.getBoundingClientRect()
		if (left < 0 || right > innerWidth || top < 0 || bottom > innerHeight) return false
		const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
		return over !== null && question.contains(over)
	}, END)

/** Presses a key, and returns once the page has acted on it. */
async function press(key: string): Promise<void> {
	await passMoment(page)
	await page.keyboard.press(key)
	await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
}

test.each(QUESTIONS)('%s is read to its end before Enter approves it', async (_, name, input) => {
	model.script(
		calls({ id: 'toolu_find', name: 'find_tools', input: { query: name.replaceAll('_', ' ') } }),
		calls({ id: 'toolu_asked', name, input }),
		text('Then I leave it.'),
	)
	await say(page, 'do it')
	const whole = page.locator('[data-question]').getByRole('group', { name: 'All of it' })
	await whole.getByText(END).last().waitFor(RUN_TIMEOUT)
	for (const width of WIDTHS) {
		await page.setViewportSize({ width, height: 900 })
		const seen = hint()
		if (!(await endIsInView()) && (await seen.count()) === 0) {
			await press('Enter')
			expect(answers).toEqual([])
		}
		// Polled: the text grows when the current state has been read.
		await expect
			.poll(async () => {
				await whole.focus()
				await page.keyboard.press('End')
				return endIsInView()
			}, RUN_TIMEOUT)
			.toBe(true)
		const sideways = () => whole.evaluate((box) => box.scrollWidth - box.clientWidth)
		await expect.poll(sideways).toBe(0)
	}
	await expect
		.poll(async () => {
			await press('Escape')
			return answers.length
		}, RUN_TIMEOUT)
		.toBeGreaterThan(0)
	expect(JSON.parse(answers[0] ?? '')).toEqual({ approved: false })
	await answered(page, 'Then I leave it.')
})

test('a deletion says what it takes before it is approved', async () => {
	const find = { query: 'delete file' }
	model.script(
		calls({ id: 'toolu_find', name: 'find_tools', input: find }),
		calls({ id: 'toolu_gone', name: 'delete_file', input: { path: 'Assets' } }),
		text('Then it stays.'),
	)
	await say(page, 'delete it all')
	const question = page.locator('[data-question]')
	await question.getByText(/^It is a folder with (at least )?\d+ files? in it/).waitFor(RUN_TIMEOUT)
	await question.getByRole('button', { name: 'Deny', exact: true }).click()
	await answered(page, 'Then it stays.')
})

test('a folder whose files would run is named file by file, and not approved by Enter', async () => {
	mkdirSync(join(folder, 'Assets/Tools'))
	for (const name of ['Harmless.cs', 'Evil.cs'])
		writeFileSync(join(folder, 'Assets/Tools', name), '')
	const input = { from: 'Assets/Tools', to: 'Assets/Editor' }
	model.script(
		calls({ id: 'toolu_find', name: 'find_tools', input: { query: 'copy file' } }),
		calls({ id: 'toolu_dir', name: 'copy_file', input }),
		text('Then it stays.'),
	)
	await say(page, 'put them there')
	const question = page.locator('[data-question]')
	for (const name of ['Harmless.cs', 'Evil.cs'])
		await question.getByText(`Assets/Tools/${name}`, { exact: true }).waitFor(RUN_TIMEOUT)
	await question.getByText('Only the button approves this').waitFor(RUN_TIMEOUT)
	await press('Enter')
	expect(answers).toEqual([])
	await question.getByRole('button', { name: 'Deny', exact: true }).click()
	await answered(page, 'Then it stays.')
})

test('a change that was approved is not made to a file that is another by then', async () => {
	const path = 'Assets/seen.txt'
	const file = join(folder, path)
	const edits = [{ find: 'speed = 1', replace: 'speed = 2' }]
	model.script(
		calls({ id: 'toolu_new', name: 'write_file', input: { path, content: 'speed = 1\n' } }),
		calls({ id: 'toolu_edit', name: 'edit_file', input: { path, edits } }),
		text('I look again.'),
	)
	await say(page, 'make it faster')
	const question = page.locator('[data-question]')
	await hint().waitFor(RUN_TIMEOUT)
	await press('Enter')
	await question.getByRole('group', { name: `Changes to ${path}` }).waitFor(RUN_TIMEOUT)
	const theirs = 'speed = 1\n// a person writes here\n'
	// The page reads a file that changed again: here it changes while the answer is on its way.
	await page.route('**/approvals/**', (route) => {
		writeFileSync(file, theirs)
		return route.continue()
	})
	await hint().waitFor(RUN_TIMEOUT)
	await press('Enter')
	await answered(page, 'I look again.')
	await page.unroute('**/approvals/**')
	await page.getByText('Could not edit Assets/seen.txt').first().waitFor(RUN_TIMEOUT)
	expect(readFileSync(file, 'utf8')).toBe(theirs)
})

test('a file that somebody makes while it is approved is not replaced', async () => {
	const path = 'Assets/made.txt'
	const input = { path, content: 'from the agent\n' }
	model.script(calls({ id: 'toolu_made', name: 'write_file', input }), text('I leave it.'))
	await say(page, 'write it')
	const question = page.locator('[data-question]')
	await question.getByText('new file').waitFor(RUN_TIMEOUT)
	const theirs = 'a person made this\n'
	await page.route('**/approvals/**', (route) => {
		writeFileSync(join(folder, path), theirs)
		return route.continue()
	})
	await hint().waitFor(RUN_TIMEOUT)
	await press('Enter')
	await answered(page, 'I leave it.')
	await page.unroute('**/approvals/**')
	expect(readFileSync(join(folder, path), 'utf8')).toBe(theirs)
})

test('Enter in the message box sends what was written there and approves nothing; the empty box answers again', async () => {
	const input = { path: 'Assets/small.txt', content: 'small\n' }
	model.script(calls({ id: 'toolu_small', name: 'write_file', input }), text('It ran.'))
	await say(page, 'write small')
	await hint().waitFor(RUN_TIMEOUT)
	const composer = page.getByRole('textbox', { name: 'Message' })
	await composer.fill('and tell me its size')
	await expect.poll(() => hint().count()).toBe(0)
	// Held down, so that it repeats.
	await passMoment(page)
	for (let pressed = 0; pressed < 3; pressed++) await page.keyboard.down('Enter')
	await expect.poll(() => composer.inputValue()).toBe('')
	await passMoment(page)
	await page.keyboard.down('Enter')
	await page.keyboard.up('Enter')
	await hint().waitFor(RUN_TIMEOUT)
	expect(answers).toEqual([])
	await expect.poll(() => composer.evaluate((box) => box === document.activeElement)).toBe(true)
	await press('Enter')
	await answered(page, 'It ran.')
	expect(JSON.parse(answers[0] ?? '')).toMatchObject({ approved: true })
})

test('a text that fits is approved by Enter at once; a reason that was begun can be left', async () => {
	const input = { path: 'Assets/small.txt', content: 'small\n' }
	model.script(calls({ id: 'toolu_small', name: 'write_file', input }), text('It ran.'))
	await say(page, 'write small')
	await hint().waitFor(RUN_TIMEOUT)
	await page.getByRole('button', { name: 'Deny with a reason' }).click()
	await expect.poll(() => hint().count()).toBe(0)
	await page.keyboard.press('Escape')
	await hint().waitFor(RUN_TIMEOUT)
	expect(answers).toEqual([])
	await press('Enter')
	await answered(page, 'It ran.')
	expect(JSON.parse(answers[0] ?? '')).toMatchObject({ approved: true })
})

test('the files in which an asset would be replaced are shown with their places', async () => {
	const [path, other] = ['Assets/Wood.mat', 'Assets/Gold.mat']
	const properties = { sharedMaterial: path }
	const operations = [
		{ tool: 'unity_asset', args: { action: 'create_material', path } },
		{ tool: 'unity_asset', args: { action: 'create_material', path: other } },
		cube('Table'),
		{
			tool: 'unity_component',
			args: {
				action: 'modify',
				game_object_id: '/Table',
				component_type: 'MeshRenderer',
				properties,
			},
		},
	]
	const swap = { action: 'replace_references', path, with: other, files: ['Assets'] }
	model.script(
		calls({ id: 'toolu_find', name: 'find_tools', input: { query: 'replace material' } }),
		calls({ id: 'toolu_made', name: 'unity_batch', input: { operations } }),
		calls({ id: 'toolu_swap', name: 'unity_asset', input: swap }),
		text('It is golden.'),
	)
	await say(page, 'use gold wherever wood is')
	const asked = (words: string) => page.locator('[data-question]').filter({ hasText: words })
	await asked('Gold.mat').getByText('Table').first().waitFor(RUN_TIMEOUT)
	await hint().waitFor(RUN_TIMEOUT)
	await press('Enter')
	const row = asked('Wood.mat × 1').getByRole('row', { name: /Assets\/.*\.unity, open/ })
	await row.waitFor(RUN_TIMEOUT)
	await hint().waitFor(RUN_TIMEOUT)
	await press('Enter')
	await answered(page, 'It is golden.')
})
