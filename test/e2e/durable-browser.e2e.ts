/** A person who decides, steers, stops, leaves, returns and reverts, in a browser. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SeatList } from '@fairlead/protocol/editors/seat-list'
import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Stack } from '../../scripts/stack/stack.ts'
import { answer, calls, type FakeAnthropic, text } from '../fakes/anthropic-server.ts'
import { heldAnswer } from '../fakes/held-answer.ts'
import {
	answersOf,
	askFirst,
	composerOf,
	newConversation,
	openTab,
	ownPage,
	RUN_TIMEOUT,
	runEnded,
	say,
} from './browser-kit.ts'
import { objectsNamed, ownStackWithModel } from './stack-kit.ts'

const call = (id: string, name: string, input: unknown) => ({ id: `toolu_${id}`, name, input })
const cube = (name: string) =>
	call(name, 'unity_hierarchy', { action: 'create', primitive_type: 'Cube', name })

let model: FakeAnthropic
let stack: Stack
let context: BrowserContext
let page: Page
let complaints: string[]

beforeAll(async () => {
	const own = await ownPage(ownStackWithModel())
	;({ stack, model, context, page, complaints } = own)
	return own.close
})
/** The server's answer to this person; null if it is empty. */
const asked = (method: string, path: string): Promise<unknown> =>
	page.evaluate(
		async ([method, path]) => {
			const response = await fetch(path, { method })
			if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
			return response.status === 204 ? null : response.json()
		},
		[method, path] as const,
	)
beforeEach(() => newConversation(page))
afterEach(() => {
	expect(complaints.splice(0)).toEqual([])
	// The real API would have accepted every request of the session.
	expect(model.requests.flatMap((request) => request.violations)).toEqual([])
})

/** The conversation's own address: a new conversation has it once its first message was sent. */
const opened = () => expect.poll(() => page.url(), RUN_TIMEOUT).toContain('/c/')

describe('a person and a run', () => {
	test('an approval shows old and new values, and is answered from a second window by Enter', async () => {
		model.script(
			calls(
				call('lens', 'unity_component', {
					action: 'configure',
					game_object_id: '/Main Camera',
					component_type: 'Camera',
					properties: { fieldOfView: 33 },
				}),
			),
			text('The lens is longer now.'),
		)
		await askFirst(page)
		await say(page, 'a longer lens')
		await page.getByRole('button', { name: 'Approve', exact: true }).waitFor(RUN_TIMEOUT)
		const second = await openTab(context, complaints)
		await second.goto(page.url())
		await second.getByRole('button', { name: 'Approve', exact: true }).waitFor(RUN_TIMEOUT)
		const row = second.getByRole('row', { name: /fieldOfView/ })
		await row.getByRole('cell', { name: '60', exact: true }).waitFor(RUN_TIMEOUT)
		await row.getByRole('cell', { name: '33', exact: true }).waitFor(RUN_TIMEOUT)
		// Pressed again and again: a key pressed before the approval appeared does not count.
		await second.locator('body').click({ position: { x: 700, y: 5 } })
		await expect
			.poll(async () => {
				await second.keyboard.press('Enter')
				return second.getByRole('button', { name: 'Approve', exact: true }).count()
			}, RUN_TIMEOUT)
			.toBe(0)
		for (const window of [second, page]) {
			await answersOf(window).getByText('The lens is longer now.').waitFor(RUN_TIMEOUT)
			await runEnded(window)
		}
		await second.close()
	})

	test('a denial with a reason changes nothing, and the agent reads the reason', async () => {
		model.script(calls(cube('Refused')), text('Then I leave it.'))
		await askFirst(page)
		await say(page, 'a cube')
		await page.getByRole('button', { name: 'Deny with a reason' }).click()
		await page.getByRole('textbox', { name: /Why not/ }).fill('make a sphere instead')
		await page.keyboard.press('Enter')
		await answersOf(page).getByText('Then I leave it.').waitFor(RUN_TIMEOUT)
		expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('make a sphere instead')
		await expect.poll(() => page.getByRole('treeitem', { name: /Refused/ }).count()).toBe(0)
	})

	test('an always-allowed call is not asked again until the permission is removed', async () => {
		const asked = () => page.getByRole('button', { name: 'Approve', exact: true })
		model.script(calls(cube('First')), text('One.'), calls(cube('Second')), text('Two.'))
		await askFirst(page)
		await say(page, 'a cube')
		await asked().waitFor(RUN_TIMEOUT)
		await page.getByRole('button', { name: 'More answers' }).click()
		await page.getByRole('menuitem', { name: /Always allow/ }).click()
		await answersOf(page).getByText('One.').waitFor(RUN_TIMEOUT)
		await runEnded(page)
		await say(page, 'another cube')
		await answersOf(page).getByText('Two.').waitFor(RUN_TIMEOUT)
		await page.getByRole('button', { name: /What the agent may do/ }).click()
		await page.getByRole('menuitem', { name: 'Always allowed' }).click()
		await page.getByRole('button', { name: /^Ask again: / }).click()
		await page.getByRole('dialog').getByRole('button', { name: 'Ask again' }).click()
		await page.getByText('Nothing is always allowed').waitFor(RUN_TIMEOUT)
		await page.goBack()
		model.script(calls(cube('Third')), text('Three.'))
		await say(page, 'a third cube')
		await asked().click(RUN_TIMEOUT)
		await answersOf(page).getByText('Three.').waitFor(RUN_TIMEOUT)
	})

	test('a tab closed in the middle of a run shows all of it when opened again', async () => {
		const long = heldAnswer({ type: 'tool_use', ...cube('WhileAway') })
		model.script(long.turn, text('It is there.'))
		await say(page, 'a cube, with many words')
		await answersOf(page).getByText(long.said).waitFor(RUN_TIMEOUT)
		const address = page.url()
		await page.close()
		long.goOn()
		page = await openTab(context, complaints)
		await page.goto(address)
		await answersOf(page).getByText('It is there.').waitFor(RUN_TIMEOUT)
		await runEnded(page)
		await expect.poll(() => answersOf(page).innerText()).toContain(long.words)
		await page.getByRole('treeitem', { name: /WhileAway/ }).waitFor(RUN_TIMEOUT)
	})

	test('a press counts for the button that it began on, though the growing answer moves it away', async () => {
		const rest = Promise.withResolvers<void>()
		const deltas = Array.from({ length: 60 }, (_, n) => `line ${n}\n\n`)
		const gate = (delta: number) => (delta < 2 ? Promise.resolve() : rest.promise)
		model.script(answer([{ type: 'text', text: deltas.join(''), deltas }], { gate }))
		await say(page, 'sixty lines')
		await answersOf(page).getByText('line 1', { exact: true }).waitFor(RUN_TIMEOUT)
		const edit = page.getByRole('button', { name: 'Edit in a branch' })
		const top = async () => (await edit.boundingBox())?.y
		await edit.hover()
		const before = await top()
		await page.mouse.down()
		rest.resolve()
		await answersOf(page).getByText('line 59', { exact: true }).waitFor(RUN_TIMEOUT)
		await expect.poll(top).not.toBe(before)
		await page.mouse.up()
		const form = page.getByRole('form', { name: 'Edit in a branch' })
		await form.getByRole('textbox').press('Escape')
		await form.waitFor({ state: 'detached' })
		await runEnded(page)

		// Taken back: the pointer has left the button before it was released.
		await edit.hover()
		await page.mouse.down()
		await page.mouse.move(2, 2)
		await page.mouse.up()
		await expect.poll(() => form.count()).toBe(0)
		await edit.click()
		await form.waitFor()
	})

	test('two agents take turns at the editor: a person sees who waits, and lets one go first', async () => {
		const long = heldAnswer()
		model.script(calls(cube('First')), long.turn, calls(cube('Second')), text('Now mine is there.'))
		const second = await openTab(context, complaints)
		await second.goto(new URL(`/p/${stack.projectId}`, page.url()).href)
		await newConversation(second)
		await composerOf(second).fill('a cube of mine')
		await say(page, 'a cube, then many words')
		await answersOf(page).getByText(long.said).waitFor(RUN_TIMEOUT)
		await composerOf(second).press('Enter')
		const answer = answersOf(second)
		await answer.getByText('Waiting: Another agent is using the editor').waitFor(RUN_TIMEOUT)
		const turns = answer.getByRole('list', { name: 'Turns at the editor' })
		await expect
			.poll(() => turns.getByRole('listitem').allInnerTexts())
			.toEqual([
				expect.stringMatching(/^a cube, then many words\s+changes it now$/),
				expect.stringMatching(/^This conversation/),
			])
		await turns.getByRole('button', { name: /go first$/ }).click()
		await answer.getByText('Now mine is there.').waitFor(RUN_TIMEOUT)
		await expect.poll(() => second.getByText('Another agent').count()).toBe(0)
		long.goOn()
		await runEnded(page)
		await second.close()
	})

	test('stop, then send a message at once: the old run adds nothing to the new one', async () => {
		const long = heldAnswer({ type: 'tool_use', ...cube('Unwanted') })
		model.script(long.turn, text('A short answer.'))
		await say(page, 'talk')
		await answersOf(page).getByText(long.said).waitFor(RUN_TIMEOUT)
		const stopped = page.waitForResponse(/\/stop$/)
		await page.getByRole('button', { name: 'Stop' }).click()
		await say(page, 'be short')
		await stopped
		long.goOn()
		const second = answersOf(page).nth(1)
		await second.getByText('A short answer.').waitFor(RUN_TIMEOUT)
		await runEnded(page)
		await expect
			.poll(() => answersOf(page).first().getByText('Stopped', { exact: true }).count())
			.toBe(1)
		await expect.poll(() => second.getByText(/word\d/).count()).toBe(0)
		await expect.poll(() => page.getByRole('treeitem', { name: /Unwanted/ }).count()).toBe(0)
	})

	test('a message during a run waits where it can be withdrawn, and enters at the next step', async () => {
		const look = call('look', 'unity_query', { action: 'hierarchy' })
		const long = heldAnswer({ type: 'tool_use', ...look })
		model.script(long.turn, text('Blue it is.'))
		await say(page, 'look around')
		await answersOf(page).getByText(long.said).waitFor(RUN_TIMEOUT)
		const waiting = page.getByRole('list', { name: 'Messages waiting for the agent' })
		await say(page, 'and sing')
		await waiting.getByText('and sing').waitFor(RUN_TIMEOUT)
		await waiting.getByRole('button', { name: 'Withdraw message' }).click()
		await expect.poll(() => composerOf(page).inputValue(), RUN_TIMEOUT).toBe('and sing')
		await say(page, 'use blue')
		await waiting.getByText('use blue').waitFor(RUN_TIMEOUT)
		long.goOn()
		await answersOf(page).getByText('Blue it is.').waitFor(RUN_TIMEOUT)
		await runEnded(page)
		await expect.poll(() => waiting.count()).toBe(0)
		await answersOf(page).getByText('use blue').waitFor(RUN_TIMEOUT)
		const last = JSON.stringify(model.requests.at(-1)?.body)
		expect(last).toContain('use blue')
		expect(last).not.toContain('and sing')
		await page.reload()
		await answersOf(page).getByText('use blue').waitFor(RUN_TIMEOUT)
	})

	test('a run that made an object and a script is reverted; later edits stay, and everything can be restored', async () => {
		const path = 'Assets/Scripts/Note.txt'
		const file = join(stack.projectFolder, path)
		model.script(
			calls(
				cube('Reverted'),
				call('kept', 'write_file', {
					path: 'Assets/Scripts/Kept.txt',
					content: 'made by the agent\n',
				}),
				call('note', 'write_file', { path, content: 'made by the agent\n' }),
			),
			text('Both are there.'),
		)
		await say(page, 'a cube and two notes')
		await answersOf(page).getByText('Both are there.').waitFor(RUN_TIMEOUT)
		await runEnded(page)
		await opened()
		await page.getByRole('treeitem', { name: /Reverted/ }).waitFor(RUN_TIMEOUT)
		await writeFile(file, 'edited by a person\n')

		await answersOf(page).getByRole('button', { name: 'Revert', exact: true }).click()
		const dialog = page.getByRole('dialog', { name: 'Revert this run' })
		const conflicts = dialog.getByRole('region', { name: 'Changed since then: choose' })
		await conflicts.getByText(path).waitFor(RUN_TIMEOUT)
		await dialog.getByRole('button', { name: /^Revert \d+ changes?$/ }).click()
		await answersOf(page)
			.getByText(/Reverted \d+ changes?, 1 left unchanged/)
			.waitFor(RUN_TIMEOUT)
		await page
			.getByRole('treeitem', { name: /Reverted/ })
			.waitFor({ ...RUN_TIMEOUT, state: 'detached' })
		expect(await readFile(file, 'utf8')).toBe('edited by a person\n')
		const kept = join(stack.projectFolder, 'Assets/Scripts/Kept.txt')
		await expect(readFile(kept, 'utf8')).rejects.toThrow('ENOENT')

		await page.reload()
		await answersOf(page).getByRole('button', { name: 'Restore', exact: true }).click(RUN_TIMEOUT)
		await page
			.getByRole('dialog')
			.getByRole('button', { name: /^Restore \d+ changes?$/ })
			.click()
		await answersOf(page)
			.getByText(/Restored \d+ changes?/)
			.waitFor(RUN_TIMEOUT)
		await page.getByRole('treeitem', { name: /Reverted/ }).waitFor(RUN_TIMEOUT)
		expect(await readFile(kept, 'utf8')).toBe('made by the agent\n')
		expect(await readFile(file, 'utf8')).toBe('edited by a person\n')
	})

	test('an editor that never comes ends in a question; "Go on" does once what is then asked, when Unity is there again', async () => {
		model.script(calls(cube('Late')), calls(cube('LateAgain')), text('There it is.'))
		const seats = `/api/projects/${stack.projectId}/seats`
		const [linked] = SeatList.parse(await asked('GET', seats)).seats
		if (!linked) throw new Error('No Unity folder is linked')
		await stack.relay.kill()
		try {
			await say(page, 'a cube, when Unity is there')
			await page.getByPlaceholder('The agent is waiting for the editor').waitFor(RUN_TIMEOUT)
			await asked('DELETE', `${seats}/${linked.seat.editorKey}`)
			await answersOf(page).getByText('No Unity editor connected').waitFor(RUN_TIMEOUT)
			await runEnded(page)
		} finally {
			await stack.restartRelay()
		}
		await page.getByText('Ready').first().waitFor(RUN_TIMEOUT)
		await answersOf(page).getByRole('button', { name: 'Continue' }).click()
		await answersOf(page).getByText('There it is.').waitFor(RUN_TIMEOUT)
		await runEnded(page)
		expect(await objectsNamed(stack, 'Late')).toBe(1)
		expect(await objectsNamed(stack, 'LateAgain')).toBe(1)
	})
})
