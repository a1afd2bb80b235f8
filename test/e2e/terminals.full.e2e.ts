/** Agents and shells in terminals of the computer: started, typed into, replied to and ended on the page, by two browsers. */
import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { MockStart } from '../../relay-cli/test/mock-claude/mock-session.ts'
import { expectAccessible } from './axe-kit.ts'
import { launchBrowser, openTab, RUN_TIMEOUT, signIn } from './browser-kit.ts'
import { claudeStack } from './claude-kit.ts'

const MOCK_ACP = fileURLToPath(
	new URL('../../relay-cli/test/mock-acp/mock-acp.ts', import.meta.url),
)

let page: Page
let other: Page
let context: BrowserContext
/** The folder and its computer, in words. */
let place: string
/** The folder of Claude Code. */
let claude: string
/** A line for each start of the mock. */
let starts: string
let folder: string
let agentsUrl: string
/** One that is not linked. */
let further: string
const complaints: string[] = []

beforeAll(async () => {
	const own = await claudeStack(async (dir) => {
		further = join(dir, 'further')
		const sessions = join(dir, 'acp-sessions')
		for (const made of [sessions, further]) await mkdir(made)
		return {
			editor: 'none',
			env: {
				MOCK_CLAUDE_STARTS: join(dir, 'starts.jsonl'),
				MOCK_ACP: 'load modes',
				MOCK_ACP_HOME: sessions,
			},
		}
	})
	const { origin, projectFolder, projectId, url } = own.stack
	claude = own.claude
	starts = join(own.dir, 'starts.jsonl')
	folder = projectFolder
	place = `${basename(projectFolder)} on ${hostname()}`
	await own.fairlead('agents', 'hooks', 'install')
	await own.fairlead('agents', 'on', projectFolder, '--terminals')
	await own.fairlead('agents', 'add', 'Mock', '--', process.execPath, MOCK_ACP)
	const browser = await launchBrowser()
	context = await browser.newContext()
	page = await openTab(context, complaints)
	await signIn(page, url)
	agentsUrl = `${origin}/p/${projectId}/agents`
	await page.goto(agentsUrl)
	return async () => {
		await browser.close()
		await own.close()
	}
})

const cards = (of: Page) => of.getByRole('list', { name: 'Agents', exact: true })
const screen = (of: Page) => of.getByRole('region', { name: 'Terminal', exact: true })
const hasFocus = (of: Page) =>
	screen(of)
		.locator('.terminal-box')
		.evaluate((box) => box.contains(document.activeElement))
const rows = (of: Page) => screen(of).locator('.xterm-screen')
/** Whether a text is in the part of the terminal that is on screen, which has more of it. */
const inBox = (of: Page, text: string) =>
	screen(of)
		.locator('.terminal-box')
		.evaluate((box, wanted) => {
			const found = [...box.querySelectorAll('.xterm-rows > *')].find((row) =>
				row.textContent?.includes(wanted),
			)
			const [row, shown] = [found?.getBoundingClientRect(), box.getBoundingClientRect()]
			if (!row || box.scrollHeight <= box.clientHeight) return false
			return row.top >= shown.top && row.bottom <= shown.bottom
		}, text)
const git = (...args: string[]): string =>
	execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
		cwd: folder,
		encoding: 'utf8',
	})
/** Whether the screen fills its box, to less than two lines, and the program was told as many lines last. */
async function fills(of: Page): Promise<boolean> {
	const told = [...(await rows(of).innerText()).matchAll(/Size: \d+x(\d+)/g)].at(-1)?.[1]
	const shown = await screen(of)
		.locator('.terminal-box')
		.evaluate((box) => {
			const height = box.querySelector('.xterm-screen')?.getBoundingClientRect().height ?? 0
			const lines = box.querySelectorAll('.xterm-rows > *').length
			return { lines, isFull: Math.abs(box.clientHeight - height) < (2 * height) / lines }
		})
	return shown.isFull && Number(told) === shown.lines
}
const view = (of: Page, name: 'Transcript' | 'Terminal') =>
	of.getByRole('group', { name: 'View' }).getByText(name)

test('an agent is started with a prompt, and its terminal takes keys', async () => {
	await page.getByRole('button', { name: 'New agent' }).click(RUN_TIMEOUT)
	const form = page.getByRole('form', { name: 'New agent' })
	await form.getByLabel('First prompt').fill('run npm test')
	await page.getByText(`in a terminal in ${place}`).waitFor()
	await expectAccessible(page)
	await form.getByRole('button', { name: 'Start' }).click()
	await rows(page).getByText('Allow npm test?').waitFor(RUN_TIMEOUT)
	await page.getByText(place, { exact: true }).waitFor()
	await cards(page)
		.getByRole('article', { name: 'run npm test' })
		.getByText('Needs a permission')
		.waitFor(RUN_TIMEOUT)
	await expectAccessible(page)
	// The focus is in the terminal since its start.
	await page.keyboard.press('1')
	await rows(page).getByText('It ran.').waitFor(RUN_TIMEOUT)
})

test('another browser sees the same, and takes over', async () => {
	other = await openTab(context, complaints)
	await other.goto(page.url())
	await rows(other).getByText('It ran.').waitFor(RUN_TIMEOUT)
	await other.getByText('You are typing on another page.').waitFor(RUN_TIMEOUT)
	await other.getByRole('button', { name: 'Type here' }).click()
	await page.getByText('You are typing on another page.').waitFor(RUN_TIMEOUT)
	// The page that has taken over learns it after the one that typed before.
	await screen(other).getByText('Tab and Escape go to the program.').waitFor(RUN_TIMEOUT)
	await expect.poll(() => hasFocus(other)).toBe(true)
	await other.keyboard.type('hello from here')
	await other.keyboard.press('Enter')
	await rows(page).getByText('You said: hello from here').waitFor(RUN_TIMEOUT)
	// Each says that the agent is open in the other.
	for (const one of [page, other])
		await cards(one).getByText('Open on another page of yours').waitFor(RUN_TIMEOUT)
})

test('an agent is replied to and interrupted below its transcript', async () => {
	// A browser shows a tab behind another one once a second.
	await page.bringToFront()
	await view(page, 'Transcript').click()
	const entries = page.getByRole('log', { name: 'Entries' })
	await entries.getByText('You said: hello from here').waitFor(RUN_TIMEOUT)
	const reply = page.getByRole('textbox', { name: 'Reply to the agent' })
	await reply.fill('paint it red')
	await reply.press('Enter')
	await entries.getByText('You said: paint it red').waitFor(RUN_TIMEOUT)
	await reply.fill('wait')
	await reply.press('Enter')
	await page.getByRole('button', { name: 'Interrupt' }).click(RUN_TIMEOUT)
	await cards(page).getByText('Idle').waitFor(RUN_TIMEOUT)
	await expectAccessible(page)
})

test('a page that comes back shows what it missed, on a phone too', async () => {
	await page.setViewportSize({ width: 375, height: 740 })
	await view(page, 'Terminal').click()
	await rows(page).getByText('Interrupted').waitFor(RUN_TIMEOUT)
	await expectAccessible(page)
	await page.setViewportSize({ width: 375, height: 480 })
	await page.reload()
	await rows(page).getByText('Interrupted').waitFor(RUN_TIMEOUT)
	// The other page's terminal is higher than this one's box, which shows where it is written.
	await expect.poll(() => inBox(page, 'Interrupted')).toBe(true)
	await page.setViewportSize({ width: 1440, height: 900 })
})

test('a terminal closed in one browser is closed in the other, and its session continues in a new one', async () => {
	await screen(page).waitFor(RUN_TIMEOUT)
	await page.getByRole('button', { name: 'Close the terminal' }).click()
	await page.getByRole('button', { name: 'End and close' }).click()
	await other.bringToFront()
	await other.getByRole('button', { name: 'Continue' }).click(RUN_TIMEOUT)
	await rows(other).getByText('Claude Code (mock)').waitFor(RUN_TIMEOUT)
	await cards(page)
		.getByRole('article', { name: 'run npm test' })
		.getByText('Idle')
		.waitFor(RUN_TIMEOUT)
})

test('an agent begins in a worktree of its own, with a mode and a further folder, once its folder is trusted', async () => {
	await writeFile(join(folder, 'readme.txt'), 'hello\n')
	git('init', '-q', '-b', 'main')
	git('add', 'readme.txt')
	git('commit', '-qm', 'first')
	// From now on, Claude Code asks in every folder that nobody has trusted.
	await writeFile(join(claude, '.claude.json'), '{}')
	await page.bringToFront()
	await page.getByRole('button', { name: 'New agent' }).click()
	const form = page.getByRole('form', { name: 'New agent' })
	await form.getByLabel('First prompt').fill('look around')
	await form.getByText('Plans first').click()
	await form.getByLabel('In a git worktree of its own').check()
	await form.getByRole('button', { name: 'More' }).click()
	await form.getByLabel('Further folders').fill(further)
	await form.getByRole('button', { name: 'Start' }).click()
	await rows(page).getByText('Do you trust the files in this folder?').waitFor(RUN_TIMEOUT)
	const card = cards(page).getByRole('article', { name: 'look around' })
	await card.getByText(/Starting|Seems to be waiting for you: look at its terminal/).waitFor()
	const [worktree = ''] = await readdir(join(folder, '.claude', 'worktrees'))
	const cwd = join(folder, '.claude', 'worktrees', worktree)
	await view(page, 'Transcript').click()
	const reply = page.getByRole('textbox', { name: 'Reply to the agent' })
	await reply.fill('hello')
	await reply.press('Enter')
	await page.getByText(/Look at its terminal/).waitFor(RUN_TIMEOUT)
	await view(page, 'Terminal').click()
	await rows(page).getByText('Do you trust the files in this folder?').waitFor(RUN_TIMEOUT)
	await rows(page).click()
	await page.keyboard.press('1')
	await card.getByText('Waiting for you: You said: look around').waitFor(RUN_TIMEOUT)
	await card.getByText(`.claude/worktrees/${worktree}`).waitFor(RUN_TIMEOUT)
	const lines = (await readFile(starts, 'utf8')).trimEnd().split('\n')
	const start = JSON.parse(lines.at(-1) ?? '') as MockStart
	expect(start).toEqual({
		args: [
			'--session-id',
			expect.any(String),
			'--permission-mode',
			'plan',
			'--add-dir',
			further,
			'--',
			'look around',
		],
		cwd,
	})
	expect(git('worktree', 'list')).toContain(`${cwd} `)
	expect(await readFile(join(cwd, 'readme.txt'), 'utf8')).toBe('hello\n')
})

test('lines that are pasted are one text for the program, which is told each size of its box', async () => {
	await screen(page)
		.locator('textarea')
		.evaluate((keys) => {
			const clipboardData = new DataTransfer()
			clipboardData.setData('text/plain', 'the first line\nthe second line')
			keys.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
		})
	await rows(page).getByText('the second line').waitFor(RUN_TIMEOUT)
	await page.keyboard.press('Enter')
	await rows(page).getByText('You said: the first line').waitFor(RUN_TIMEOUT)
	// The size is that of the page that types, as long as it shows the terminal.
	await page.setViewportSize({ width: 1100, height: 640 })
	await expect.poll(() => fills(page)).toBe(true)
	await page.setViewportSize({ width: 1440, height: 900 })
	await expect.poll(() => fills(page)).toBe(true)
	await view(page, 'Transcript').click()
	const entries = page.getByRole('log', { name: 'Entries' })
	await entries.getByText('You said: the first line the second line').waitFor(RUN_TIMEOUT)
	await view(page, 'Terminal').click()
	await page.getByRole('button', { name: 'Close the terminal' }).click()
	await page.getByRole('button', { name: 'End and close' }).click()
	await page.getByRole('button', { name: 'Continue' }).waitFor(RUN_TIMEOUT)
})

test('an owner has a shell, whose output is found in it', async () => {
	await page.bringToFront()
	await page.getByRole('button', { name: 'New shell' }).click()
	await screen(page).locator('.xterm.focus').waitFor(RUN_TIMEOUT)
	await page.keyboard.type('echo $((40+2))-needle')
	await page.keyboard.press('Enter')
	await rows(page).getByText('42-needle').waitFor(RUN_TIMEOUT)
	await page.getByRole('button', { name: 'Find in this terminal' }).click()
	await page.getByRole('searchbox').fill('42-needle')
	await page.keyboard.press('Enter')
	await expectAccessible(page)
	await page.getByRole('button', { name: 'Find in this terminal' }).click()
	await rows(page).click()
	await page.keyboard.type('exit 3')
	await page.keyboard.press('Enter')
	await page.getByText('ended with code 3').first().waitFor(RUN_TIMEOUT)
	await page.getByRole('button', { name: 'Close the terminal' }).click()
	await expect.poll(() => page.url()).not.toContain('term_')
})

test('an agent that was not asked anything yet has an empty transcript, and shows its first words and its plan', async () => {
	await page.getByRole('button', { name: 'New agent' }).click()
	const form = page.getByRole('form', { name: 'New agent' })
	await form.getByLabel('Agent', { exact: true }).selectOption('Mock')
	await form.getByRole('button', { name: 'Start' }).click()
	const transcript = page.getByRole('region', { name: 'Transcript' })
	await transcript.getByText(place, { exact: true }).waitFor(RUN_TIMEOUT)
	await transcript.getByText('Nothing in it yet').waitFor(RUN_TIMEOUT)
	await transcript.getByText('cannot be read').waitFor({ state: 'hidden' })
	const reply = page.getByRole('textbox', { name: 'Reply to the agent' })
	await reply.fill('good morning')
	await reply.press('Enter')
	const entries = page.getByRole('log', { name: 'Entries' })
	await entries.getByText('You said: good morning').waitFor(RUN_TIMEOUT)
	await transcript.getByText('Nothing in it yet').waitFor({ state: 'hidden' })
	await reply.fill('plan')
	await reply.press('Enter')
	await entries.getByText('Planned.').waitFor(RUN_TIMEOUT)
	const steps = transcript.getByRole('list', { name: 'Plan' }).getByRole('listitem')
	await expect.poll(() => steps.allTextContents()).toEqual(['Done: Find the door', 'Done: Open it'])
	await page.getByRole('button', { name: 'Close the agent' }).click()
	await page.getByRole('button', { name: 'End and close' }).click()
	await page.getByRole('button', { name: 'Continue' }).waitFor(RUN_TIMEOUT)
})

test('an agent of another protocol is started by its name, and asks on the page', async () => {
	// Beside an open agent, a phone has no place for the form.
	await page.goto(agentsUrl)
	await page.getByRole('button', { name: 'New agent' }).click()
	const form = page.getByRole('form', { name: 'New agent' })
	await form.getByLabel('Agent', { exact: true }).selectOption('Mock')
	await form.getByLabel('First prompt').fill('run npm run build')
	await expectAccessible(page)
	await form.getByRole('button', { name: 'Start' }).click()
	const card = page.getByRole('article', { name: 'run npm run build' })
	await card.getByText('Mock').waitFor(RUN_TIMEOUT)
	await card.getByRole('link', { name: 'Answer' }).click(RUN_TIMEOUT)
	const question = page.getByRole('group', { name: /Mock/ })
	await question.getByText('npm run build').first().waitFor(RUN_TIMEOUT)
	await question.getByRole('button', { name: 'Approve' }).click()
	await page.getByRole('link', { name: 'Reply to Mock' }).click(RUN_TIMEOUT)
	await page.getByRole('textbox', { name: 'Reply to the agent' }).waitFor(RUN_TIMEOUT)
	await page.goBack()
	await page.goBack()
	await card.getByText('Waiting for you').waitFor(RUN_TIMEOUT)
	await page.getByRole('button', { name: 'Close the agent' }).click()
	await page.getByRole('button', { name: 'End and close' }).click()
	await page.getByRole('button', { name: /^Show \d ended/ }).click(RUN_TIMEOUT)
	await card.getByText('Ended').waitFor(RUN_TIMEOUT)
})

test('the session of an agent continues, and its mode is changed, on a phone', async () => {
	await page.setViewportSize({ width: 375, height: 740 })
	await page.getByRole('button', { name: 'Continue' }).click(RUN_TIMEOUT)
	const reply = page.getByRole('textbox', { name: 'Reply to the agent' })
	await reply.waitFor(RUN_TIMEOUT)
	const mode = page.getByLabel('Mode', { exact: true })
	await expect.poll(() => mode.inputValue()).toBe('ask')
	await mode.selectOption('Bypass permissions')
	await page.getByText(/· Mode: Bypass permissions/).waitFor(RUN_TIMEOUT)
	await page.getByText('In some, it acts without asking.').waitFor(RUN_TIMEOUT)
	await expectAccessible(page)
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
	await reply.fill('run npm test')
	await reply.press('Enter')
	const entries = page.getByRole('log', { name: 'Entries' })
	await entries.getByText('It ran, unasked.').waitFor(RUN_TIMEOUT)
	await entries.getByText('changed the mode: Bypass permissions.').waitFor(RUN_TIMEOUT)
	await reply.fill('mode plan')
	await reply.press('Enter')
	await expect.poll(() => mode.inputValue()).toBe('plan')
	// The history that the agent replayed is not there twice.
	await expect.poll(() => entries.getByText('run npm run build').count()).toBe(1)
	expect(complaints).toEqual([])
})
