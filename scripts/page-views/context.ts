/** The view of what a model reads of a conversation: a long one, answered in the server's place. */
import type { Page } from 'playwright-core'
import { composerOf, RUN_TIMEOUT as RUN } from './page-person.ts'

const CONTEXT = {
	model: 'anthropic/claude-sonnet-5',
	windowTokens: 200_000,
	viewTokens: 60_000,
	parts: [
		{ kind: 'system', tokens: 420 },
		{ kind: 'tools', tokens: 2_600 },
		{ kind: 'summaries', tokens: 780 },
		{ kind: 'project', tokens: 1_110 },
		{ kind: 'messages', tokens: 9_120 },
		{ kind: 'calls', tokens: 23_460 },
		{ kind: 'pictures', tokens: 2_400 },
	],
	told: [
		{ kind: 'note', names: ['AGENTS.md'], tokens: 540 },
		{ kind: 'skills', names: ['doors', 'lights'], tokens: 120 },
		{ kind: 'state', names: [], tokens: 90 },
		{ kind: 'loaded_skill', names: ['doors'], tokens: 360 },
	],
	summaries: [
		{
			number: 2,
			text: 'Level\n- The crate stands at (2, 0.5, -1); the door opens at 3 points.\n- Scripts: Assets/Scripts/Door.cs, Assets/Scripts/Score.cs.\n\nOpen\n- The lamp flickers when the door closes.',
			inUse: true,
			replacedTokens: 41_300,
			createdAt: Date.now() - 600_000,
			edited: { by: { kind: 'session', id: 'usr_1', userId: 'usr_1', name: 'Ada' }, at: 1 },
		},
		{
			number: 1,
			text: 'The user wants a door that opens.',
			inUse: false,
			replacedTokens: 38_900,
			createdAt: Date.now() - 7_200_000,
		},
	],
}

export async function showContext(page: Page, projectId: string): Promise<void> {
	await page.route('**/api/conversations/*/context', (route) => route.fulfill({ json: CONTEXT }))
	await page.goto(new URL(`/p/${projectId}`, page.url()).href)
	await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link').first().click()
	await composerOf(page).waitFor(RUN)
	await page.keyboard.press('ControlOrMeta+k')
	await page.getByRole('combobox').fill('What the model reads')
	await page.getByRole('option', { name: /What the model reads/ }).click()
	await page.getByRole('dialog').getByText('Earlier summary').waitFor(RUN)
	await page.unrouteAll({ behavior: 'ignoreErrors' })
}
