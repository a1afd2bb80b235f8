/** Coding agents in terminals of the computer: a mock `claude` on the page, its permission answered there, and its transcript. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { RunningClaude } from '../../relay-cli/test/mock-claude/running-claude.ts'
import { expectAccessible } from './axe-kit.ts'
import { askFirst, launchBrowser, openTab, RUN_TIMEOUT, say, signIn, WIDE } from './browser-kit.ts'
import { type ClaudeStack, claudeStack } from './claude-kit.ts'

let page: Page
let agent: RunningClaude
let projectUrl: string
let fairlead: ClaudeStack['fairlead']
const complaints: string[] = []

beforeAll(async () => {
	const own = await claudeStack()
	const { origin, projectFolder, projectId, url } = own.stack
	fairlead = own.fairlead
	projectUrl = `${origin}/p/${projectId}`
	agent = await RunningClaude.start(projectFolder, own.claude)
	const browser = await launchBrowser()
	page = await openTab(await browser.newContext(), complaints)
	await signIn(page, url)
	await page.goto(`${projectUrl}/agents`)
	return async () => {
		await agent.kill()
		await browser.close()
		await own.close()
	}
})

const cards = () => page.getByRole('list', { name: 'Agents', exact: true })
const card = (title: string) => page.getByRole('article', { name: title })

test('sessions are shown once a person on the computer allows it, with what they do', async () => {
	await page.getByText('Agents in this folder are not shown.').first().waitFor(RUN_TIMEOUT)
	const command = await page.locator('code', { hasText: 'agents on' }).innerText()
	const folder = JSON.parse(command.slice(command.indexOf('"'))) as string
	await fairlead('agents', 'hooks', 'install')
	await fairlead('agents', 'on', folder, '--answers')
	await agent.do(
		{ do: 'prompt', text: 'Mend the door' },
		{ do: 'tool', id: 't1', name: 'Read', input: { file_path: 'Door.cs' } },
	)
	await card('Mend the door').getByText('Reading Door.cs').waitFor(RUN_TIMEOUT)
	await agent.do(
		{ do: 'result', id: 't1' },
		{ do: 'tool', id: 't2', name: 'Grep', input: { pattern: 'Door' } },
		{ do: 'result', id: 't2', failed: true },
	)
	const recent = card('Mend the door').getByRole('list', { name: 'Recent tools' })
	await recent.getByText('Searching code failed').waitFor(RUN_TIMEOUT)
	await expectAccessible(page)
})

test('the office shows the same agents as the cards, leads to them, and goes by one click', async () => {
	const office = page.getByRole('list', { name: 'Agents in the office' })
	await office.getByRole('link', { name: 'Mend the door Thinking' }).waitFor(RUN_TIMEOUT)
	const people = await office
		.getByRole('link')
		.evaluateAll((links) => links.map((link) => link.querySelector('span')?.textContent))
	expect(people).toEqual(await cards().getByRole('heading').allTextContents())
	await office.getByRole('link').first().click()
	await page.getByRole('log', { name: 'Entries' }).waitFor(RUN_TIMEOUT)
	await page.goBack()
	await page.getByRole('button', { name: 'Hide the office' }).click()
	await office.getByRole('link').waitFor({ state: 'detached' })
	await page.reload()
	await page.getByRole('button', { name: 'Show the office' }).click(RUN_TIMEOUT)
	await office.getByRole('link', { name: 'Mend the door Thinking' }).waitFor(RUN_TIMEOUT)
	await expectAccessible(page)
})

test('the agents of all projects stand on one page, each with the way to it', async () => {
	const { origin } = new URL(projectUrl)
	const made = await page.request.post(`${origin}/api/projects`, {
		headers: { origin },
		data: { name: 'Quiet' },
	})
	expect(made.status()).toBe(201)
	await page.getByRole('link', { name: 'Of all projects' }).click()
	await page.getByText('1 agent', { exact: true }).waitFor(RUN_TIMEOUT)
	const quiet = page.getByRole('region', { name: 'Quiet' })
	await quiet.getByText('No computer is connected.').waitFor(RUN_TIMEOUT)
	await expectAccessible(page)
	await card('Mend the door').getByText('Thinking').waitFor()
	await card('Mend the door').getByRole('link', { name: 'Mend the door' }).click()
	await page.getByRole('log', { name: 'Entries' }).waitFor(RUN_TIMEOUT)
	await page.goto(`${projectUrl}/agents`)
	await card('Mend the door').waitFor(RUN_TIMEOUT)
})

test('a permission is asked with the whole command, and given on the page', async () => {
	const command = 'npm test -- door && echo "the end of it"'
	await agent.do({ do: 'permission', id: 't3', name: 'Bash', input: { command } })
	await card('Mend the door').getByText('Needs a permission').waitFor(RUN_TIMEOUT)
	await card('Mend the door').getByRole('link', { name: 'Answer' }).click()
	const question = page.getByRole('group', { name: /Claude Code/ })
	await question.getByText('the end of it').waitFor(RUN_TIMEOUT)
	// A message in this conversation does not reach the session.
	await page.getByText("Messages here go to Fairlead's agent, not to Claude Code.").waitFor()
	await expectAccessible(page)
	await question.getByRole('button', { name: 'Approve' }).click()
	// The tab beside the chat, on a wide page again.
	await page.setViewportSize(WIDE)
	await page.getByRole('tab', { name: 'Agents' }).click()
	await card('Mend the door').getByText('Thinking').waitFor(RUN_TIMEOUT)
})

test('the transcript of an agent is read and searched, and follows what it does', async () => {
	await agent.do({ do: 'text', text: 'The door **opens** now.' }, { do: 'turn-end' })
	await card('Mend the door').getByRole('link', { name: 'Mend the door' }).click()
	const entries = page.getByRole('log', { name: 'Entries' })
	await entries.getByText('The door opens now.').waitFor(RUN_TIMEOUT)
	await entries.getByRole('button', { name: 'Running: npm test -- door' }).click()
	await entries.getByText('"command"').waitFor(RUN_TIMEOUT)
	await agent.do({ do: 'prompt', text: 'Now paint it red' })
	await entries.getByText('Now paint it red').waitFor(RUN_TIMEOUT)
	await page.getByRole('button', { name: 'Find in this transcript' }).click()
	await page.getByRole('searchbox', { name: 'Find in this transcript' }).fill('MEND THE')
	await page.keyboard.press('Enter')
	await page.getByText('1 entry, the newest first.').waitFor(RUN_TIMEOUT)
	await page.getByRole('list', { name: 'Found entries' }).getByRole('button').click()
	await entries.getByText('Mend the door').waitFor(RUN_TIMEOUT)
	await expectAccessible(page)
	await page.setViewportSize({ width: 375, height: 740 })
	await page.getByRole('link', { name: 'All agents' }).click()
	await cards().waitFor(RUN_TIMEOUT)
	await expectAccessible(page)
	// One whose computer is away has the way back as well.
	await page.goto(`${projectUrl}/agents/relay-away:aaaaaaaaaaaa/0f0e0d0c`)
	await page.getByText('Its computer is not connected').waitFor(RUN_TIMEOUT)
	await expectAccessible(page)
	await page.setViewportSize({ width: 375, height: 740 })
	await page.getByRole('link', { name: 'All agents' }).click()
	await cards().waitFor(RUN_TIMEOUT)
})

test('a session that ended is folded away, and off takes all of it from the page', async () => {
	await agent.do({ do: 'exit' })
	await page.getByRole('button', { name: 'Show 1 ended' }).click()
	await page
		.getByRole('list', { name: 'Ended agents' })
		.getByRole('article', { name: 'Mend the door' })
		.waitFor(RUN_TIMEOUT)
	const listed = await fairlead('agents')
	const folder = /on, answers\s+(\S+)/.exec(listed)?.[1] ?? ''
	await fairlead('agents', 'off', folder)
	await page.getByText('Agents in this folder are not shown.').first().waitFor(RUN_TIMEOUT)
	await expect.poll(() => page.getByRole('article').count()).toBe(0)
	expect(complaints).toEqual([])
})

test('a run of Fairlead is a card as well while it lasts, and leads to its conversation', async () => {
	await page.setViewportSize(WIDE)
	await page.goto(projectUrl)
	await askFirst(page)
	await say(page, 'Run the tests')
	await page.locator('[data-question]').waitFor(RUN_TIMEOUT)
	await page.goto(`${projectUrl}/agents`)
	await page.getByRole('link', { name: 'Back to the chat' }).click(RUN_TIMEOUT)
	await page.locator('[data-question]').waitFor(RUN_TIMEOUT)
	await page.goto(`${projectUrl}/agents`)
	const runs = page.getByRole('list', { name: 'Runs of Fairlead' })
	await runs.getByText('Needs you').waitFor(RUN_TIMEOUT)
	await expectAccessible(page)
	await runs.getByRole('link', { name: 'Run the tests' }).click()
	await page.getByRole('button', { name: 'Deny', exact: true }).click(RUN_TIMEOUT)
	// The tab beside the chat, on a wide page.
	await page.setViewportSize(WIDE)
	await page.getByRole('tab', { name: 'Agents' }).click()
	await page.getByText('Agents in this folder are not shown.').first().waitFor(RUN_TIMEOUT)
	await runs.waitFor({ state: 'detached', ...RUN_TIMEOUT })
	expect(complaints).toEqual([])
})
