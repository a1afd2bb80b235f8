/** Words of agents and terminals pass through the server while somebody looks: none of it is in its database, its objects or its log. */
import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { RunningClaude } from '../../relay-cli/test/mock-claude/running-claude.ts'
import { answered, launchBrowser, openTab, RUN_TIMEOUT, say, signIn } from './browser-kit.ts'
import { type ClaudeStack, claudeStack } from './claude-kit.ts'

const planted = (where: string): string => `${where}-${randomUUID().replaceAll('-', '')}`
const MARKERS = {
	prompt: planted('prompt'),
	output: planted('output'),
	terminal: planted('terminal'),
} as const
/** Must be found, or the search finds nothing at all. */
const SAID = planted('said')

let own: ClaudeStack
let page: Page
let agent: RunningClaude
/** The server's log, for its operator. */
let log = ''

beforeAll(async () => {
	own = await claudeStack(() => ({
		editor: 'none',
		onOutput: (service, text) => {
			if (service === 'the Worker') log += text
		},
	}))
	const { origin, projectFolder, projectId, url } = own.stack
	await own.fairlead('agents', 'on', projectFolder, '--terminals')
	agent = await RunningClaude.start(projectFolder, own.claude)
	const browser = await launchBrowser()
	page = await openTab(await browser.newContext(), [])
	await signIn(page, url)
	await say(page, SAID)
	await answered(page, SAID)
	await page.goto(`${origin}/p/${projectId}/agents`)
	return async () => {
		await agent.kill()
		await browser.close()
		await own.close()
	}
})

test('a transcript and a terminal are read, followed, searched and written on the page', async () => {
	await agent.do(
		{ do: 'prompt', text: MARKERS.prompt },
		{ do: 'tool', id: 't1', name: 'Bash', input: { command: 'npm test' } },
		{ do: 'result', id: 't1', text: MARKERS.output },
		{ do: 'turn-end' },
	)
	await page.getByRole('article').getByRole('link', { name: MARKERS.prompt }).click(RUN_TIMEOUT)
	const entries = page.getByRole('log', { name: 'Entries' })
	await entries.getByRole('button', { name: 'Running: npm test' }).click(RUN_TIMEOUT)
	await entries.getByText(MARKERS.output).first().waitFor(RUN_TIMEOUT)
	await page.getByRole('button', { name: 'Find in this transcript' }).click()
	const box = page.getByRole('searchbox', { name: 'Find in this transcript' })
	await box.fill(MARKERS.output)
	await page.keyboard.press('Enter')
	await page.getByText('1 entry, the newest first.').waitFor(RUN_TIMEOUT)
	await page.getByRole('button', { name: 'New shell' }).click()
	await page.locator('.xterm.focus').waitFor(RUN_TIMEOUT)
	await page.keyboard.type(`echo ${MARKERS.terminal}`)
	await page.keyboard.press('Enter')
	await page.locator('.xterm-screen').getByText(MARKERS.terminal).last().waitFor(RUN_TIMEOUT)
	await page.reload()
	await page.locator('.xterm-screen').getByText(MARKERS.terminal).last().waitFor(RUN_TIMEOUT)
})

/** The files below the folder that hold these bytes, the logs of databases that are not in them yet too. */
async function filesWith(folder: string, text: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true })
	const files = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
	const found = await Promise.all(
		files.map(async (file) => ((await readFile(file)).includes(text) ? [file] : [])),
	)
	return found.flat()
}

test('the server has kept none of it: neither D1, nor any object, nor the log', async () => {
	await own.stack.stop()
	const [database, objects] = ['d1', 'do'].map((one) => join(own.dir, 'state', 'v3', one))
	for (const folder of [database, objects])
		expect(await filesWith(folder ?? '', SAID)).not.toEqual([])
	for (const marker of Object.values(MARKERS)) {
		expect(await filesWith(join(own.dir, 'state'), marker)).toEqual([])
		expect(log).not.toContain(marker)
	}
})
