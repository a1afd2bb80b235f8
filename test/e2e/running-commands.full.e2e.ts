/** Commands that run, on the page: the output of one grows before it ends; one in the background is listed, read and stopped. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { addLink, readLinks, removeLink } from '../../relay-cli/src/home/links.ts'
import { calls, type FakeAnthropic, text } from '../fakes/anthropic-server.ts'
import { expectAccessible } from './axe-kit.ts'
import {
	answered,
	answersOf,
	launchBrowser,
	newConversation,
	openTab,
	RUN_TIMEOUT,
	runEnded,
	say,
	signIn,
	WIDE,
} from './browser-kit.ts'
import { ownStackWithModel } from './stack-kit.ts'

/** Starts a child, writes down both ids, and prints a line every half second until it is ended. */
const PROGRAM = `import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
writeFileSync(process.argv[2], process.pid + ' ' + child.pid)
let line = 0
setInterval(() => console.log('line ' + ++line), 500)
`
/** More than the row's own line of progress can show. */
const LINES = 3

let page: Page
let model: FakeAnthropic
let folder: string
const complaints: string[] = []
beforeAll(async () => {
	const own = await ownStackWithModel({}, 'none')
	model = own.model
	const { home, projectFolder, url } = own.stack
	folder = join(own.dir, 'site')
	await mkdir(folder)
	await writeFile(join(folder, 'loop.mjs'), PROGRAM)
	const [link] = Object.values(await readLinks(home))
	if (!link) throw new Error(`${projectFolder} is not linked.`)
	for (const linked of Object.keys(await readLinks(home))) await removeLink(linked, home)
	await addLink(folder, link, home)
	const browser = await launchBrowser()
	page = await openTab(await browser.newContext(), complaints)
	await signIn(page, url)
	await page
		.getByRole('heading', { name: 'What should change in this folder?' })
		.waitFor(RUN_TIMEOUT)
	return async () => {
		await browser.close()
		await own.close()
	}
})

const run = (id: string, file: string, more: object = {}) =>
	calls({
		id,
		name: 'run_command',
		input: { action: 'run', command: ['node', 'loop.mjs', file], ...more },
	})
const approve = () =>
	answersOf(page)
		.last()
		.getByRole('group', { name: /node loop\.mjs/ })
		.getByRole('button', { name: 'Approve', exact: true })
		.click(RUN_TIMEOUT)
const linesOf = async (box: Locator): Promise<string[]> =>
	((await box.textContent()) ?? '').trimEnd().split('\n')
const numbered = (lines: readonly string[]): string[] => lines.map((_, i) => `line ${i + 1}`)
const isAlive = (pid: number): boolean => {
	try {
		process.kill(pid, 0)
		return true
	} catch {
		return false
	}
}
const pidsIn = async (file: string): Promise<number[]> =>
	(await readFile(join(folder, file), 'utf8')).split(' ').map(Number)

/** Sees it grow, by a few whole lines, from its first line on. */
async function seeGrow(box: Locator): Promise<void> {
	await box.waitFor(RUN_TIMEOUT)
	const before = (await linesOf(box)).length
	await expect
		.poll(async () => (await linesOf(box)).length, RUN_TIMEOUT)
		.toBeGreaterThan(before + LINES)
	const lines = await linesOf(box)
	expect(lines).toEqual(numbered(lines))
}

test('the output of a command grows on the page before it ends; Stop ends it with its child, and keeps the output', async () => {
	model.script(run('toolu_c1', 'one.txt'), text('Only that far.'))
	await say(page, 'run the program')
	await approve()
	const answer = answersOf(page).last()
	await answer
		.getByRole('button', { name: /^Running/ })
		.first()
		.click(RUN_TIMEOUT)
	const box = answer.getByRole('log', { name: 'Output of the command' })
	await seeGrow(box)
	await expect.poll(() => box.getAttribute('aria-live')).toBe('off')
	await expectAccessible(page)
	await page.setViewportSize(WIDE)
	const pids = await pidsIn('one.txt')
	expect(pids.map(isAlive)).toEqual([true, true])
	await page.getByRole('button', { name: 'Stop', exact: true }).click()
	await runEnded(page)
	await expect.poll(() => pids.map(isAlive), RUN_TIMEOUT).toEqual([false, false])
	await box.waitFor({ ...RUN_TIMEOUT, state: 'detached' })
	await answer.getByText('ended before it was done').first().waitFor(RUN_TIMEOUT)
	await expect.poll(() => answer.textContent(), RUN_TIMEOUT).toContain(`line ${LINES}`)
	await say(page, 'how far did it get?')
	await answered(page, 'Only that far.')
	const read = JSON.stringify(model.requests)
	expect(read).toContain(`line ${LINES}`)
	expect(read).toContain('Stopped by the user while it was running, so its exit code is unknown.')
	expect(complaints).toEqual([])
})

test('a command in the background is listed in every conversation of its folder, and stopped with its child', async () => {
	await newConversation(page)
	const section = page.getByRole('region', { name: 'Commands in the background' })
	await expect.poll(() => section.count()).toBe(0)
	const up = text('It is up.')
	model.script(run('toolu_c2', 'two.txt', { background: true }), up, text('Yes.'))
	await say(page, 'run the program in the background')
	await approve()
	await answered(page, 'It is up.')
	await runEnded(page)
	await newConversation(page)
	await say(page, 'is it up?')
	await section.getByRole('button', { name: /1 command runs/ }).click(RUN_TIMEOUT)
	const item = section.getByRole('listitem')
	await item.getByText('node loop.mjs two.txt').waitFor(RUN_TIMEOUT)
	await item.getByRole('button', { name: 'Show output' }).click()
	await seeGrow(item.getByRole('log', { name: /^Output of node loop\.mjs/ }))
	await expectAccessible(page)
	await page.setViewportSize(WIDE)

	const pids = await pidsIn('two.txt')
	expect(pids.map(isAlive)).toEqual([true, true])
	await item.getByRole('button', { name: /^Stop node loop\.mjs/ }).click()
	await item.getByText('Stopped').waitFor(RUN_TIMEOUT)
	await expect.poll(() => pids.map(isAlive), RUN_TIMEOUT).toEqual([false, false])
	await section.getByRole('button', { name: /No command runs/ }).click(RUN_TIMEOUT)
	await section.waitFor({ ...RUN_TIMEOUT, state: 'detached' })
	expect(complaints).toEqual([])
})
