/**
 * The views and states of the page, each with the way to it: photographed by `npm run screenshots`, and
 * checked for accessibility by a test. Needs a stack with the demo model and an editor with {@link EDITOR_ARGS}.
 */
import type { Page, Route } from 'playwright-core'
import { showPasskeys, showSuspended } from './page-account.ts'
import { AUTOMATION_VIEWS } from './page-automations.ts'
import {
	showAudit,
	showInvalidInvitation,
	showInvitation,
	showNoAudit,
	showPeople,
	showTransfer,
} from './page-people.ts'
import { askFirst, composerOf, RUN_TIMEOUT as RUN, runEnded, say } from './page-person.ts'
import { showDeadLink, showShareDialog, showSharedLive, showSharedPage } from './page-share.ts'
import { askForLink, openMailedLink, showWaysIn, useMailedLink } from './page-sign-in.ts'
import { showUsage } from './page-usage.ts'
import type { PageView, Visit } from './page-view.ts'

/** The editor of the stack: the one call that the view of a running run is about takes its time. */
export const EDITOR_ARGS = ['--fault', 'slow=25000@unity_undo'] as const

const questionOf = (page: Page) => page.locator('[data-question]')
const go = (page: Page, path: string) => page.goto(new URL(path, page.url()).href)
/** Whatever was answered in the server's place is asked of the server again. */
async function back({ page, stack }: Visit): Promise<void> {
	await page.unrouteAll({ behavior: 'ignoreErrors' })
	await go(page, `/p/${stack.projectId}`)
	await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link').first().click()
	await composerOf(page).waitFor(RUN)
}
const broken = (route: Route) => route.fulfill({ status: 500, body: '' })
/** The real relay's list. */
async function checkConnection(page: Page): Promise<void> {
	await page.keyboard.press('Control+k')
	await page.getByRole('combobox').fill('Check the connection')
	await page.keyboard.press('Enter')
	const again = page.getByRole('dialog').getByRole('button', { name: 'Check again' })
	await again.and(page.locator(':enabled')).waitFor(RUN)
}
/** Until the next view. */
const never = () => undefined

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

const ENTRANCE: readonly PageView[] = [
	{
		name: 'sign-in',
		reach: async ({ page }) => {
			await go(page, '/sign-in')
			await page.getByRole('textbox').waitFor(RUN)
		},
	},
	{
		name: 'sign-in-refused',
		reach: async ({ page }) => {
			await go(page, '/setup#token=not-the-one')
			await page.getByText('This link does not work').waitFor(RUN)
		},
	},
	{ name: 'sign-in-ways', reach: ({ page }) => showWaysIn(page) },
	{ name: 'sign-in-mailed', reach: ({ page }) => askForLink(page) },
	{ name: 'sign-in-problem', reach: ({ page }) => showWaysIn(page, '?problem=sign_up_closed') },
	{ name: 'sign-in-link', reach: ({ page }) => openMailedLink(page) },
	{ name: 'sign-in-link-used', reach: ({ page }) => useMailedLink(page) },
	{ name: 'not-found', reach: ({ page }) => go(page, '/nowhere') },
]

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
		},
	},
	{
		name: 'changes',
		reach: async ({ page, stack }) => {
			await stack.restartWorker()
			await runEnded(page)
			await say(page, 'create five yellow cubes in a row')
			await page.getByRole('button', { name: '5 changes' }).waitFor(RUN)
			await page.getByRole('button', { name: '5 changes' }).click()
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
			await page.getByRole('list', { name: 'Steps' }).waitFor(RUN)
		},
	},
	{
		name: 'no-editor',
		reach: async ({ page }) => {
			const id = await page.evaluate(async () => {
				const body = JSON.stringify({ name: 'The second one, with a name that is rather long' })
				const headers = { 'content-type': 'application/json' }
				const made = await fetch('/api/projects', { method: 'POST', headers, body })
				return ((await made.json()) as { id: string }).id
			})
			await go(page, `/p/${id}`)
			await page.getByText('No editor yet').first().waitFor(RUN)
		},
	},
]

const HOME: readonly PageView[] = [
	{
		name: 'projects',
		reach: async ({ page }) => {
			await go(page, '/')
			await page
				.getByRole('button', { name: /^Actions for/ })
				.first()
				.waitFor(RUN)
		},
	},
	{
		name: 'projects-loading',
		reach: async ({ page }) => {
			await page.route('**/api/projects', never)
			await page.reload()
			await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor(RUN)
		},
	},
	{
		name: 'projects-error',
		reach: async ({ page }) => {
			await page.unrouteAll({ behavior: 'ignoreErrors' })
			await page.route('**/api/projects', broken)
			await page.reload()
			await page.getByRole('button', { name: 'Try again' }).waitFor(RUN)
		},
	},
	{
		name: 'projects-empty',
		reach: async ({ page }) => {
			await page.unrouteAll({ behavior: 'ignoreErrors' })
			await page.route('**/api/projects', (route) => route.fulfill({ json: { projects: [] } }))
			await page.reload()
			await page.getByText('No projects yet').waitFor(RUN)
		},
	},
	{
		name: 'project-settings',
		reach: async ({ page, stack }) => {
			await page.unrouteAll({ behavior: 'ignoreErrors' })
			await go(page, `/p/${stack.projectId}/settings`)
			await page.getByRole('textbox', { name: /New token/ }).fill('Studio desktop')
			await page.getByRole('button', { name: 'Create token' }).click()
			await page.getByText('is shown only once').waitFor(RUN)
		},
		whole: true,
	},
	{
		name: 'people',
		reach: ({ page, stack }) => showPeople(page, stack.projectId),
		whole: true,
	},
	{ name: 'people-transfer', reach: ({ page }) => showTransfer(page) },
	{
		name: 'audit',
		reach: ({ page, stack }) => showAudit(page, stack.projectId),
		whole: true,
	},
	{ name: 'audit-none', reach: ({ page, stack }) => showNoAudit(page, stack.projectId) },
	{ name: 'invite', reach: ({ page }) => showInvitation(page) },
	{ name: 'invite-invalid', reach: ({ page }) => showInvalidInvitation(page) },
	{
		name: 'settings',
		reach: async ({ page }) => {
			await go(page, '/settings')
			await page.getByText('This browser', { exact: true }).waitFor(RUN)
		},
	},
	{
		name: 'api-token',
		reach: async ({ page }) => {
			await page.getByRole('textbox', { name: 'New token for' }).fill('Nightly build')
			await page.getByRole('checkbox', { name: /Send messages/ }).check()
			await page.getByRole('checkbox', { name: /Read conversations/ }).check()
			await page.getByRole('button', { name: 'Create token' }).click()
			await page.getByText('is shown only once').waitFor(RUN)
		},
		whole: true,
	},
	{
		name: 'account',
		reach: async (visit) => {
			await showPasskeys(visit)
			await visit.page.getByText('Studio laptop').waitFor(RUN)
		},
		whole: true,
	},
	{
		name: 'remove-last-passkey',
		reach: async ({ page }) => {
			await page.getByRole('button', { name: 'Remove Studio laptop' }).click()
			await page.getByRole('button', { name: 'Remove passkey' }).click()
			await page.getByText('Nothing else signs you in').waitFor(RUN)
		},
	},
	{
		name: 'delete-account',
		reach: async ({ page }) => {
			await page.getByRole('button', { name: 'Keep passkey' }).click()
			await page.getByRole('button', { name: 'Delete account' }).click()
			await page.getByText('Deleted with everything in them').waitFor(RUN)
		},
	},
	{
		name: 'end-session',
		reach: async ({ page }) => {
			await page.unrouteAll({ behavior: 'ignoreErrors' })
			await go(page, '/settings')
			await page
				.getByRole('button', { name: /^(Sign out|End the session) of/ })
				.first()
				.click()
			await page.getByRole('dialog').waitFor(RUN)
		},
	},
	{
		name: 'pair',
		reach: async ({ page }) => {
			await go(page, '/pair')
			await page.getByRole('textbox', { name: 'Code in the terminal' }).waitFor(RUN)
		},
	},
	{ name: 'share', reach: ({ page, stack }) => showShareDialog(page, stack.projectId) },
	{ name: 'shared-page', reach: ({ page }) => showSharedPage(page), whole: true },
	{ name: 'shared-live', reach: ({ page }) => showSharedLive(page) },
	{ name: 'shared-dead', reach: ({ page }) => showDeadLink(page) },
	{ name: 'usage', reach: ({ page }) => showUsage(page, 30), whole: true },
	{ name: 'usage-none', reach: ({ page }) => showUsage(page, 0) },
	{ name: 'suspended', reach: ({ page }) => showSuspended(page) },
]

/** Ordered so that each leads to the next. */
export const PAGE_VIEWS: readonly PageView[] = [
	...ENTRANCE,
	...RUNS,
	...WAITING,
	...HOME,
	...AUTOMATION_VIEWS,
]
