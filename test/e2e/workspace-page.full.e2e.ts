/** A folder without Unity on the page: files with an approved and a denied change, a command that is stopped, a revert. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { addLink, readLinks, removeLink } from '../../relay-cli/src/home/links.ts'
import { calls, type FakeAnthropic, text } from '../fakes/anthropic-server.ts'
import {
	answered,
	answersOf,
	askFirst,
	launchBrowser,
	newConversation,
	openTab,
	RUN_TIMEOUT,
	runEnded,
	say,
	signIn,
} from './browser-kit.ts'
import { ownStackWithModel } from './stack-kit.ts'

/** Starts a child, writes down both ids, and goes on until it is ended. */
const PROGRAM = `import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
writeFileSync('pids.txt', process.pid + ' ' + child.pid)
setInterval(() => console.log('still going'), 300)
`

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
	await writeFile(join(folder, 'one.txt'), 'first\n')
	await writeFile(join(folder, 'two.txt'), 'second\n')
	await writeFile(join(folder, 'loop.mjs'), PROGRAM)
	const [link] = Object.values(await readLinks(home))
	if (!link) throw new Error(`${projectFolder} is not linked.`)
	for (const linked of Object.keys(await readLinks(home))) await removeLink(linked, home)
	await addLink(folder, link, home)
	const browser = await launchBrowser()
	page = await openTab(await browser.newContext(), complaints)
	await signIn(page, url)
	return async () => {
		await browser.close()
		await own.close()
	}
})

const read = (name: string) => readFile(join(folder, name), 'utf8')
let ids = 0
const use = (name: string, input: object) => ({ id: `toolu_w${++ids}`, name, input })
const edit = (path: string, find: string, replace: string) =>
	use('edit_file', { path, edits: [{ find, replace }] })
const isAlive = (pid: number): boolean => {
	try {
		process.kill(pid, 0)
		return true
	} catch {
		return false
	}
}

test('a plain folder is ready as it is: no Unity tool is offered, and nothing asks for Unity', async () => {
	await page
		.getByRole('heading', { name: 'What should change in this folder?' })
		.waitFor(RUN_TIMEOUT)
	await page.getByPlaceholder('What should change in this folder?').waitFor(RUN_TIMEOUT)
	// The other folder, which the stack began with, was a plain one too.
	await page.getByText('site', { exact: true }).first().waitFor(RUN_TIMEOUT)
	await expect.poll(() => page.getByText('Open it in Unity').count()).toBe(0)
	await expect.poll(() => page.getByRole('tab', { name: 'Scene' }).count()).toBe(0)
	model.script(
		calls(use('read_file', { path: 'one.txt' })),
		calls(edit('one.txt', 'first', '1st')),
		calls(use('unity_query', { action: 'hierarchy' })),
		text('It says 1st.'),
	)
	await say(page, 'write it shorter')
	const answer = await answered(page, 'It says 1st.')
	await runEnded(page)
	expect(await read('one.txt')).toBe('1st\n')
	const [first] = model.requests.filter(({ body }) => body['tools'] !== undefined)
	const tools = (first?.body['tools'] ?? []) as { name: string }[]
	const offered = tools.map(({ name }) => name)
	expect(offered).toEqual(expect.arrayContaining(['edit_file', 'run_command', 'git']))
	expect(offered.filter((name) => /unity|editor|console/.test(name))).toEqual([])
	expect(JSON.stringify(first?.body['system'])).toContain('not a Unity project')
	expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('needs a Unity project')
	await answer.getByRole('button', { name: 'Revert', exact: true }).click()
	await page.getByRole('button', { name: /^Revert \d+ changes?$/ }).click(RUN_TIMEOUT)
	await expect.poll(() => read('one.txt'), RUN_TIMEOUT).toBe('first\n')
	expect(complaints).toEqual([])
})

test('one of two changes is approved and one denied; a command is stopped with its child; a revert restores', async () => {
	await newConversation(page)
	await askFirst(page)
	model.script(
		calls(edit('one.txt', 'first', 'uno'), edit('two.txt', 'second', 'due')),
		calls(use('run_command', { action: 'run', command: ['node', 'loop.mjs'] })),
	)
	await say(page, 'translate both, then run the program')
	const card = page.locator('[data-question]')
	for (const words of ['first', 'uno', 'second', 'due'])
		await card.getByText(words).first().waitFor(RUN_TIMEOUT)
	await card.getByRole('checkbox', { name: 'two.txt' }).uncheck()
	await card.getByRole('button', { name: 'Approve 1, deny 1' }).click()
	await expect.poll(() => read('one.txt'), RUN_TIMEOUT).toBe('uno\n')
	expect(await read('two.txt')).toBe('second\n')
	const answer = answersOf(page).last()
	const program = answer.getByRole('group', { name: /node loop\.mjs/ })
	await program.waitFor(RUN_TIMEOUT)
	await answer
		.getByRole('button', { name: /2 calls/ })
		.first()
		.click()
	await answer
		.getByText(/Denied: edit/)
		.first()
		.waitFor(RUN_TIMEOUT)

	await program.getByRole('button', { name: 'Approve', exact: true }).click()
	await answer.getByText('still going').first().waitFor(RUN_TIMEOUT)
	const pids = (await read('pids.txt')).split(' ').map(Number)
	expect(pids.map(isAlive)).toEqual([true, true])
	await page.getByRole('button', { name: 'Stop', exact: true }).click()
	await runEnded(page)
	await expect.poll(() => pids.map(isAlive), RUN_TIMEOUT).toEqual([false, false])
	await answer.getByText('Stopped', { exact: true }).first().waitFor(RUN_TIMEOUT)

	await answer.getByRole('button', { name: 'Revert', exact: true }).click()
	await page.getByRole('button', { name: /^Revert \d+ changes?$/ }).click(RUN_TIMEOUT)
	await expect.poll(() => read('one.txt'), RUN_TIMEOUT).toBe('first\n')
	expect(await read('two.txt')).toBe('second\n')
	expect(complaints).toEqual([])
})
