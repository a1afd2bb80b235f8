/** A dialog of Unity is answered on the page: beside the chat, and in the answer that waits for it, on a phone too. */
import { join } from 'node:path'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { READ_CALL_PREFIX } from '@fairlead/protocol/wire/relay-link'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CONTEXT_CALL_PREFIX } from '../../relay-cli/src/context/editor-facts.ts'
import { addLink } from '../../relay-cli/src/home/links.ts'
import { changeSettings } from '../../relay-cli/src/home/settings.ts'
import type { FakeEditor } from '../../relay-cli/test/fakes/fake-editor.ts'
import { dialogWith, FakeDialogs, ONE_PIXEL } from '../../relay-cli/test/kit/dialog-kit.ts'
import { RelayBench } from '../../relay-cli/test/kit/relay-bench.ts'
import { makeUnityProject } from '../../relay-cli/test/kit/support.ts'
import { answersOf, ownPage, RUN_TIMEOUT, say, WIDE } from './browser-kit.ts'
import { ownStack } from './stack-kit.ts'

const SHOTS = process.env['SHOTS']
const PHONE = { width: 375, height: 800 }

let page: Page
let complaints: string[]
let desk: FakeDialogs
let editor: FakeEditor
/** Answers the call that the editor is working on. */
let finish: ((outcome: CallOutcome) => void) | null = null
const bench = new RelayBench()
beforeAll(async () => {
	const own = await ownPage(ownStack())
	;({ page, complaints } = own)
	bench.cleanups.add(own, (one) => one.close())
	const made = await page.evaluate(async () => {
		const post = async (path: string, body: object) => {
			const headers = { 'content-type': 'application/json' }
			const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
			return (await answer.json()) as { id: string; token: string }
		}
		const { id } = await post('/api/projects', { name: 'Caves' })
		const { token } = await post(`/api/projects/${id}/relay-tokens`, { label: 'desk' })
		return { projectId: id, token }
	})
	desk = new FakeDialogs()
	const game = makeUnityProject(bench.folder, 'Höhle')
	await addLink(game, { server: own.stack.origin, ...made }, bench.home)
	await changeSettings(bench.home, { dialogs: true })
	await bench.start({ timing: { outsidePollMs: 50 }, dialogs: desk.system })
	editor = await bench.connectedEditor(game, {
		execute: ({ callId }) =>
			callId.startsWith(READ_CALL_PREFIX) || callId.startsWith(CONTEXT_CALL_PREFIX)
				? { status: 'error', error: { code: 'internal', message: 'No scene here.' } }
				: new Promise((resolve) => {
						finish = resolve
					}),
	})
	await page.goto(`${own.stack.origin}/p/${made.projectId}`)
	await page.getByText('Ready').first().waitFor(RUN_TIMEOUT)
})
afterAll(() => bench.end())

async function photograph(name: string): Promise<void> {
	if (SHOTS === undefined) return
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme })
		await page.screenshot({ path: join(SHOTS, `${name}-${colorScheme}.png`) })
	}
}

/** Unity shows a dialog, and its main thread stands still. */
function opens(text: string): void {
	desk.open = dialogWith(text)
	editor.setPhase('modal', 'Scene changed')
}

const dialogIn = (place: ReturnType<Page['locator']> | Page) =>
	place.getByRole('region', { name: 'Dialog in Unity' })

test('a person presses a button beside the chat; Unity goes on, and the page says what was pressed', async () => {
	opens('Level1 was changed on disk.')
	const shown = dialogIn(page)
	await shown.getByText('Level1 was changed on disk.').waitFor(RUN_TIMEOUT)
	await photograph('pane-1440')
	// Another dialog with the same title and the same buttons.
	desk.open = dialogWith('Level2 was changed on disk.')
	await shown.getByText('Level2 was changed on disk.').waitFor(RUN_TIMEOUT)
	await shown.getByRole('button', { name: 'Reload' }).click()
	await page.getByText('Pressed “Reload” in “Scene changed”.').first().waitFor(RUN_TIMEOUT)
	expect(desk.pressed).toEqual(['Level2 was changed on disk. Reload'])
	editor.setPhase('ready')
	await shown.waitFor({ ...RUN_TIMEOUT, state: 'detached' })
})

test('a person sees the window itself when they ask for it, and a new dialog is asked for anew', async () => {
	desk.png = ONE_PIXEL
	opens('Level5 was changed on disk.')
	const shown = dialogIn(page)
	await shown.getByText('Level5 was changed on disk.').waitFor(RUN_TIMEOUT)
	const picture = shown.getByRole('img', { name: 'The window “Scene changed”' })
	await expect.poll(() => picture.count()).toBe(0)
	await shown.getByRole('button', { name: 'Show the window' }).click()
	await picture.waitFor(RUN_TIMEOUT)
	await expect
		.poll(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth), RUN_TIMEOUT)
		.toBe(1)
	await photograph('picture-1440')
	desk.open = dialogWith('Level6 was changed on disk.')
	await shown.getByText('Level6 was changed on disk.').waitFor(RUN_TIMEOUT)
	await expect.poll(() => picture.count()).toBe(0)
	await shown.getByRole('button', { name: 'Ignore' }).click()
	await expect
		.poll(() => desk.pressed.at(-1), RUN_TIMEOUT)
		.toBe('Level6 was changed on disk. Ignore')
	editor.setPhase('ready')
	await shown.waitFor({ ...RUN_TIMEOUT, state: 'detached' })
})

test('a dialog is answered on a phone in the run that waits for it', async () => {
	await page.setViewportSize(PHONE)
	await say(page, 'create a cube named Patient at 0 1 0')
	await expect.poll(() => finish, RUN_TIMEOUT).not.toBeNull()
	opens('Level3 was changed on disk.')
	const shown = dialogIn(answersOf(page).last())
	await shown.getByText('Level3 was changed on disk.').waitFor(RUN_TIMEOUT)
	await photograph('run-375')
	await shown.getByRole('button', { name: 'Ignore' }).click()
	await expect
		.poll(() => desk.pressed.at(-1), RUN_TIMEOUT)
		.toBe('Level3 was changed on disk. Ignore')
	editor.setPhase('ready')
	await shown.waitFor({ ...RUN_TIMEOUT, state: 'detached' })
	finish?.({ status: 'error', error: { code: 'internal', message: 'That was all.' } })
	await page.setViewportSize(WIDE)
})

test('the page says so where the system cannot press a button', async () => {
	desk.open = { ...dialogWith('Level4 was changed on disk.'), buttons: [] }
	editor.setPhase('modal', 'Scene changed')
	const shown = dialogIn(page).first()
	await shown
		.getByText(/cannot press its buttons on that computer: answer it there/)
		.waitFor(RUN_TIMEOUT)
	await photograph('pane-there-1440')
	await expect.poll(() => shown.getByRole('button', { name: /Reload|Ignore/ }).count()).toBe(0)
	expect(complaints).toEqual([])
})
