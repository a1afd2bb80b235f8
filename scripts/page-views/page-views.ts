/**
 * The views and states of the page, each with the way to it: photographed by `npm run screenshots`, and
 * checked for accessibility by a test. Needs a stack with the demo model, with the variables of
 * {@link claudeEnvironment}, and an editor with {@link EDITOR_ARGS}.
 */

import { AGENT_VIEWS } from './agents.ts'
import { AUTOMATION_VIEWS } from './automations.ts'
import { showContext } from './context.ts'
import { CORE_WAR_VIEWS } from './corewar.ts'
import { DESK_VIEWS } from './desk.ts'
import { MCP_SERVER_VIEWS } from './mcp-servers.ts'
import { MODEL_KEY_VIEWS } from './model-keys.ts'
import { go, RUN_TIMEOUT as RUN } from './page-person.ts'
import { broken, never, type PageView, showFrom } from './page-view.ts'
import { showPasskeys, showSuspended } from './people/account.ts'
import {
	showAudit,
	showInvalidInvitation,
	showInvitation,
	showNoAudit,
	showPeople,
	showTransfer,
} from './people/people.ts'
import { askForLink, openMailedLink, showWaysIn, useMailedLink } from './people/sign-in.ts'
import { RUN_VIEWS } from './runs.ts'
import { showDeadLink, showShareDialog, showSharedLive, showSharedPage } from './share.ts'
import { SKILL_VIEWS } from './skills.ts'
import { showAnswerUsage, showBudgets, showUsage } from './usage.ts'

export { claudeEnvironment } from '../../relay-cli/test/mock-claude/program.ts'

/** The editor of the stack: the one call that the view of a running run is about takes its time. */
export const EDITOR_ARGS = ['--fault', 'slow=10000@unity_undo'] as const

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
	{
		name: 'not-found',
		reach: async ({ page }) => {
			await go(page, '/nowhere')
			await page.getByText('Page not found').waitFor(RUN)
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
			await showFrom(page.getByRole('heading', { name: 'Relay tokens' }))
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
			await showFrom(page.getByRole('heading', { name: 'API tokens' }))
		},
		whole: true,
	},
	{
		name: 'account',
		reach: async (visit) => {
			await showPasskeys(visit)
			await visit.page.getByText('Studio laptop').waitFor(RUN)
			await showFrom(visit.page.getByRole('heading', { name: 'Passkeys' }))
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
			await showFrom(page.locator('h2', { hasText: 'Sessions' }))
		},
	},
	{
		name: 'pair',
		reach: async ({ page }) => {
			await go(page, '/pair')
			await page.getByRole('textbox', { name: 'Code in the terminal' }).waitFor(RUN)
		},
	},
	{ name: 'context', reach: ({ page, stack }) => showContext(page, stack.projectId) },
	{ name: 'answer-usage', reach: ({ page, stack }) => showAnswerUsage(page, stack.projectId) },
	{ name: 'share', reach: ({ page, stack }) => showShareDialog(page, stack.projectId) },
	{ name: 'shared-page', reach: ({ page }) => showSharedPage(page), whole: true },
	{ name: 'shared-live', reach: ({ page }) => showSharedLive(page) },
	{ name: 'shared-dead', reach: ({ page }) => showDeadLink(page) },
	{ name: 'usage', reach: ({ page }) => showUsage(page, 30), whole: true },
	{
		name: 'usage-budgets',
		reach: ({ page, stack }) => showBudgets(page, stack.projectId),
		whole: true,
	},
	{ name: 'usage-none', reach: ({ page }) => showUsage(page, 0) },
	{ name: 'suspended', reach: ({ page }) => showSuspended(page) },
]

/** The way in, and the chat with its editor. Ordered so that each leads to the next. */
export const MAIN_VIEWS: readonly PageView[] = [...ENTRANCE, ...RUN_VIEWS]

/** All, ordered so that each leads to the next. */
export const PAGE_VIEWS: readonly PageView[] = [
	...ENTRANCE,
	...RUN_VIEWS,
	...DESK_VIEWS,
	...AGENT_VIEWS,
	...HOME,
	...MODEL_KEY_VIEWS,
	...SKILL_VIEWS,
	...AUTOMATION_VIEWS,
	...MCP_SERVER_VIEWS,
	...CORE_WAR_VIEWS,
]
