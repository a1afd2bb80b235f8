/** The views of a conversation: its runs, the dialogs over them, and the states of its page. */
import type { Page, Route } from 'playwright-core'
import {
	askFirst,
	composerOf,
	go,
	newProject,
	RUN_TIMEOUT as RUN,
	runEnded,
	say,
} from './page-person.ts'
import { broken, never, type PageView, type Visit } from './page-view.ts'

const questionOf = (page: Page) => page.locator('[data-question]')
/** Requests that were answered in the server's place reach the server again. */
async function back({ page, stack }: Visit): Promise<void> {
	await page.unrouteAll({ behavior: 'ignoreErrors' })
	await go(page, `/p/${stack.projectId}`)
	await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link').first().click()
	await composerOf(page).waitFor(RUN)
}
/** The real relay's list. */
async function checkConnection(page: Page): Promise<void> {
	await page.keyboard.press('Control+k')
	await page.getByRole('combobox').fill('Check the connection')
	await page.keyboard.press('Enter')
	const again = page.getByRole('dialog').getByRole('button', { name: 'Check again' })
	await again.and(page.locator(':enabled')).waitFor(RUN)
}

async function failLastRun(route: Route): Promise<void> {
	const response = await route.fetch()
	const body = (await response.json()) as {
		messages: { role: string; metadata: object; parts: object[] }[]
	}
	const answer = body.messages.findLast((message) => message.role === 'assistant')
	if (answer) {
		answer.metadata = { ...answer.metadata, state: 'failed' }
		const notice = {
			level: 'error',
			code: 'provider_overloaded',
			text: 'The model’s provider is overloaded.',
			hint: 'Everything up to here is kept. Continue in a minute or two.',
		}
		answer.parts.push({ type: 'data-notice', data: notice })
	}
	await route.fulfill({ response, json: body })
}

const RUNS: readonly PageView[] = [
	{
		name: 'new',
		reach: async ({ page, stack }) => {
			await go(page, `/p/${stack.projectId}`)
			await page.getByText('Ready').first().waitFor(RUN)
			await composerOf(page).waitFor(RUN)
		},
	},
	{
		name: 'run',
		reach: async ({ page }) => {
			await say(page, 'make a red cube above the floor and let it fall')
			await page
				.getByText(/came to rest on the floor/)
				.first()
				.waitFor(RUN)
			await runEnded(page)
		},
	},
	{
		name: 'inspector',
		reach: async ({ page }) => {
			await page.getByRole('treeitem', { name: /Cube/ }).click()
			await page.getByText('Rigidbody').last().waitFor(RUN)
		},
	},
	{
		name: 'diff',
		reach: async ({ page }) => {
			await say(page, 'write a broken script that rotates the cube')
			await page
				.getByText(/has the script/)
				.first()
				.waitFor(RUN)
			await runEnded(page)
			await page.getByRole('button', { name: /^Edited Assets/ }).click()
			const diff = page.getByRole('group', { name: /^Edited Assets/ })
			await diff.scrollIntoViewIfNeeded(RUN)
		},
	},
	{
		name: 'console',
		reach: ({ page }) => page.getByRole('tab', { name: 'Console' }).click(),
	},
	{
		name: 'running',
		reach: async ({ page }) => {
			await say(page, 'undo that')
			await page
				.getByText(/^Undoing/)
				.first()
				.waitFor(RUN)
		},
	},
	{
		name: 'reconnecting',
		reach: async ({ page, stack }) => {
			await stack.worker.kill()
			await page.getByText('Reconnecting').first().waitFor(RUN)
			await page.getByText('Live updates are interrupted').waitFor(RUN)
		},
	},
	{
		name: 'changes',
		reach: async ({ page, stack }) => {
			await stack.restartWorker()
			await runEnded(page)
			await say(page, 'create five yellow cubes in a row')
			await page.getByRole('button', { name: '5 created' }).waitFor(RUN)
			await page.getByRole('button', { name: '5 created' }).click()
		},
	},
	{
		name: 'changes-step',
		reach: async ({ page }) => {
			await page.getByRole('button', { name: '1 created, 1 changed' }).first().click()
			await page.getByText('Changes in an earlier run').waitFor(RUN)
			await page.getByRole('slider', { name: 'Step of the run' }).press('ArrowLeft')
			await page.getByText(/^Step \d of/).waitFor(RUN)
		},
	},
	{
		name: 'question',
		reach: async ({ page }) => {
			await askFirst(page)
			await say(page, 'delete the floor')
			await questionOf(page).waitFor(RUN)
		},
	},
	{
		name: 'question-viewer',
		reach: async ({ page, stack }) => {
			await page.route(`**/api/projects/${stack.projectId}`, async (route) => {
				const response = await route.fetch()
				const project = (await response.json()) as object
				await route.fulfill({ response, json: { ...project, role: 'viewer' } })
			})
			await page.reload()
			await page.getByText('Waiting for a member who may approve this').waitFor(RUN)
		},
	},
	{
		name: 'denied',
		reach: async (visit) => {
			await back(visit)
			await visit.page.getByRole('button', { name: 'Deny', exact: true }).click()
			await runEnded(visit.page)
		},
	},
	{
		name: 'revert',
		reach: async ({ page }) => {
			await page.getByRole('button', { name: 'Revert', exact: true }).last().click()
			await page.getByRole('button', { name: /Revert \d+ changes/ }).waitFor(RUN)
		},
	},
	{
		name: 'reverted',
		reach: async ({ page }) => {
			await page.getByRole('button', { name: /Revert \d+ changes/ }).click()
			await page.getByText(/Reverted \d+ changes/).waitFor(RUN)
		},
	},
	{
		name: 'palette',
		reach: async ({ page }) => {
			await page.keyboard.press('Control+k')
			await page.getByRole('combobox').waitFor(RUN)
		},
	},
	{
		name: 'shortcuts',
		reach: async ({ page }) => {
			await page.keyboard.press('Escape')
			await page.getByRole('combobox').waitFor({ ...RUN, state: 'detached' })
			await page.getByRole('log', { name: 'Messages' }).focus()
			await page.keyboard.press('?')
			await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor(RUN)
		},
	},
	{
		name: 'chats-pane',
		reach: async ({ page }) => {
			await page.keyboard.press('Escape')
			await go(page, `${new URL(page.url()).pathname}?pane=chats`)
			await page.getByRole('navigation', { name: 'Conversations' }).waitFor(RUN)
		},
	},
	{
		name: 'editor-pane',
		reach: async ({ page }) => {
			await go(page, `${new URL(page.url()).pathname}?pane=editor`)
			await page.getByRole('treeitem').first().waitFor(RUN)
		},
	},
	{
		name: 'doctor',
		reach: async (visit) => {
			await back(visit)
			await checkConnection(visit.page)
		},
	},
	{
		name: 'branch-form',
		reach: async (visit) => {
			await back(visit)
			await visit.page.getByRole('button', { name: 'Edit in a branch' }).last().click(RUN)
			await visit.page.getByRole('form', { name: 'Edit in a branch' }).waitFor(RUN)
		},
	},
	{
		name: 'branch',
		reach: async ({ page }) => {
			await page.keyboard.press('Escape')
			await page.getByRole('button', { name: 'Branch from here' }).last().click(RUN)
			await page.getByText('Branch of', { exact: true }).waitFor(RUN)
		},
	},
	{
		name: 'failed',
		reach: async (visit) => {
			await back(visit)
			await visit.page.route(/\/messages\?/, failLastRun)
			await visit.page.reload()
			await visit.page.getByText('The model’s provider is overloaded.').waitFor(RUN)
		},
	},
	{
		name: 'conversation-loading',
		reach: async (visit) => {
			await back(visit)
			await visit.page.route(/\/messages\?/, never)
			await visit.page.reload()
			await visit.page.getByRole('navigation', { name: 'Conversations' }).waitFor(RUN)
		},
	},
	{
		name: 'conversation-error',
		reach: async ({ page }) => {
			await page.unrouteAll({ behavior: 'ignoreErrors' })
			await page.route(/\/messages\?/, broken)
			await page.reload()
			await page.getByRole('button', { name: 'Try again' }).waitFor(RUN)
		},
	},
]

/** The run that waits is followed by nothing: the editor of this stack is gone. */
const WAITING: readonly PageView[] = [
	{
		name: 'waiting-for-unity',
		reach: async (visit) => {
			const { page, stack } = visit
			await back(visit)
			await stack.editor?.kill()
			await page.getByRole('button', { name: /What the agent may do/ }).click()
			await page.getByRole('menuitemradio', { name: /Auto/ }).click()
			await say(page, 'create a cube named Patient at 0 1 0')
			await page.getByPlaceholder('The agent is waiting for the editor').waitFor(RUN)
		},
	},
	{
		name: 'stopped',
		reach: async ({ page }) => {
			await page.getByRole('button', { name: 'Stop', exact: true }).click(RUN)
			await runEnded(page)
		},
	},
	{
		name: 'doctor-problems',
		reach: async ({ page }) => {
			await checkConnection(page)
			await page
				.getByRole('dialog')
				.getByText(/\d problem/)
				.waitFor(RUN)
		},
	},
	{
		name: 'set-up-computer',
		reach: async ({ page }) => {
			await page.keyboard.press('Control+k')
			await page.getByRole('combobox').fill('Connect Unity')
			await page
				.getByRole('option', { name: /Connect Unity/ })
				.first()
				.click()
			// The relay has noticed that the editor is gone.
			await page.getByRole('button', { name: /^Set up demo-project/ }).waitFor(RUN)
		},
	},
	{
		name: 'no-editor',
		reach: async ({ page }) => {
			const id = await newProject(page, 'The second one, with a name that is rather long')
			await go(page, `/p/${id}`)
			await page.getByText('No editor yet').first().waitFor(RUN)
		},
	},
]

export const RUN_VIEWS: readonly PageView[] = [...RUNS, ...WAITING]
