/** The context of the model on the page: the server's own figures, and a summary that a person changes. */
import type { ConversationContext } from '@fairlead/protocol/conversations/context'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { answered, ownPage, RUN_TIMEOUT, runEnded, say } from './browser-kit.ts'
import { ownStack } from './stack-kit.ts'

let page: Page
let complaints: string[]
beforeAll(async () => {
	const own = await ownPage(ownStack())
	;({ page, complaints } = own)
	await say(page, 'what is in the scene?')
	await answered(page, /camera|floor/i)
	await runEnded(page)
	return own.close
})

async function open() {
	await page.keyboard.press('ControlOrMeta+k')
	await page.getByRole('combobox').fill('What the model reads')
	await page.getByRole('option', { name: /What the model reads/ }).click()
	return page.getByRole('dialog', { name: 'What the model reads' })
}

test('the meter shows what fills the window of a conversation', async () => {
	const dialog = await open()
	for (const kind of ['Instructions', 'Tools', 'Messages', 'Together']) {
		await dialog.getByRole('rowheader', { name: kind, exact: true }).waitFor(RUN_TIMEOUT)
	}
	await dialog.getByRole('meter').waitFor()
	await dialog.getByText(/of 60,000 tokens/).waitFor()
	await page.keyboard.press('Escape')
	await dialog.waitFor({ state: 'hidden' })
	expect(complaints).toEqual([])
})

test('a summary is folded, and its text changed', async () => {
	const sent: unknown[] = []
	const context = (text: string): ConversationContext => ({
		model: 'anthropic/claude-sonnet-5',
		windowTokens: 200_000,
		viewTokens: 60_000,
		parts: [
			{ kind: 'summaries', tokens: 200 },
			{ kind: 'project', tokens: 90 },
		],
		told: [
			{ kind: 'note', names: ['AGENTS.md'], tokens: 50 },
			{ kind: 'loaded_skill', names: ['doors'], tokens: 40 },
		],
		summaries: [
			{ number: 2, text, inUse: true, replacedTokens: 41_300, createdAt: Date.now() },
			{
				number: 1,
				text: 'A door.',
				inUse: false,
				replacedTokens: 38_900,
				createdAt: Date.now(),
			},
		],
	})
	// A real one takes a conversation of 60,000 tokens; the server's part is tested beside its routes.
	await page.route('**/api/conversations/*/context', (route) =>
		route.fulfill({ json: context('The door opens at 3 points.') }),
	)
	await page.route('**/api/conversations/*/summary', (route) => {
		const body = route.request().postDataJSON() as { text: string }
		sent.push(body)
		return route.fulfill({ json: context(body.text) })
	})
	const dialog = await open()
	await dialog.getByText('The door opens at 3 points.').waitFor(RUN_TIMEOUT)
	for (const told of [/^AGENTS\.md 50$/, /^Loaded skill: doors 40$/]) {
		await dialog.getByRole('row', { name: told }).waitFor()
	}
	await expect.poll(() => dialog.getByText('A door.', { exact: true }).isVisible()).toBe(false)
	await dialog.getByText('Earlier summary').click()
	await dialog.getByText('A door.', { exact: true }).waitFor()
	await dialog.getByRole('button', { name: 'Edit' }).click()
	await dialog.getByRole('textbox', { name: 'Summary' }).fill('The door opens at 5 points.')
	await dialog.getByRole('button', { name: 'Save' }).click()
	await dialog.getByText('The door opens at 5 points.').waitFor()
	expect(sent).toEqual([{ number: 2, text: 'The door opens at 5 points.' }])
	expect(complaints).toEqual([])
})
