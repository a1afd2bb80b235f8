/** The views of the page about automations. Those it shows are made in the stack's own project. */
import type { Page } from 'playwright-core'
import { go, RUN_TIMEOUT as RUN } from './page-person.ts'
import { type PageView, showFrom } from './page-view.ts'

const pathOf = (projectId: string, rest = ''): string => `/p/${projectId}/automations${rest}`

async function showNoAutomations(page: Page, projectId: string): Promise<void> {
	await page.unrouteAll({ behavior: 'ignoreErrors' })
	await go(page, pathOf(projectId))
	await page.getByText('No automations yet').waitFor(RUN)
}

/** A schedule with its next times, and each choice that has fields of its own. */
async function showNewSchedule(page: Page, projectId: string): Promise<void> {
	await go(page, pathOf(projectId, '/new'))
	await page.getByRole('radio', { name: 'Schedule' }).check({ force: true })
	await page.getByRole('textbox', { name: 'Times' }).fill('30 2 * * MON-FRI')
	await page.getByText('The next times').waitFor(RUN)
	await page.getByRole('combobox', { name: 'Without a connected editor' }).selectOption('wait')
}

/** Filled in, and refused at the condition. */
async function showRefusedAutomation(page: Page, projectId: string): Promise<void> {
	await go(page, pathOf(projectId, '/new'))
	// The schedule that was begun in the view before.
	await page.getByRole('button', { name: 'Discard' }).click()
	await page.getByRole('textbox', { name: 'Name' }).fill('Look at failed builds')
	await page.getByRole('combobox', { name: /proves itself/ }).selectOption('bearer')
	const prompt = page.getByRole('textbox', { name: 'Prompt' })
	// Needs no editor: an earlier view has closed it.
	await prompt.fill('Say hello to the level ')
	await page.getByRole('button', { name: 'Insert a value of the sample payload' }).click()
	await page.getByRole('button', { name: /failed\[0\]/ }).click()
	await page.getByRole('textbox', { name: 'Condition' }).fill('branch = "main"')
	await page.getByRole('button', { name: 'Create automation' }).click()
	await page.getByText('use == to compare').waitFor(RUN)
	await showFrom(page.getByRole('textbox', { name: 'Prompt' }))
}

/** Mended and saved: its secret is shown, and how to send a delivery. */
async function showNewSecret(page: Page): Promise<void> {
	await page.getByRole('textbox', { name: 'Condition' }).fill('branch == "main"')
	await page.getByRole('button', { name: 'Create automation' }).click()
	await page.getByText('The secret is shown only once').waitFor(RUN)
}

async function showDryRun(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Dry run' }).click()
	const shown = page.getByRole('region', { name: 'What the agent would get' })
	await shown.waitFor(RUN)
	await showFrom(shown)
}

/** One that ran, one whose condition was not met; the newest is open. */
async function showDeliveries(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Run with this payload' }).click()
	await page.getByRole('link', { name: 'Open the run' }).waitFor(RUN)
	const other = JSON.stringify({
		build: 418,
		branch: 'a-branch-with-a-name-that-is-long',
		failed: [],
	})
	await page.getByRole('textbox', { name: 'Sample payload' }).fill(other)
	await page.getByRole('button', { name: 'Run with this payload' }).click()
	await page.getByText('Condition not met').waitFor(RUN)
	await page.getByRole('button', { name: 'Replay' }).waitFor(RUN)
	await showFrom(page.getByRole('heading', { name: 'Deliveries' }))
}

/** A webhook with its secret, and the form of another report. */
async function showReports(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Add report' }).click()
	await page.getByRole('textbox', { name: 'Address' }).fill('https://builds.example.com/fairlead')
	const form = page.getByRole('form', { name: 'New report' })
	await form.getByRole('button', { name: 'Add report' }).click()
	await page.getByText('The secret of this webhook is shown only once').waitFor(RUN)
	await page.getByRole('button', { name: 'Add report' }).click()
	await page.getByRole('radio', { name: 'GitHub' }).check({ force: true })
	await page.getByRole('textbox', { name: 'Repository' }).fill('my-game')
	await form.getByRole('button', { name: 'Add report' }).click()
	await page.getByText('Write it as owner/name.').waitFor(RUN)
	await showFrom(form)
}

/** The webhook's form, after its address has been changed once. */
async function showReportChange(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Cancel' }).click()
	await page.getByRole('button', { name: 'Change Webhook · builds.example.com' }).click()
	const form = page.getByRole('form', { name: 'Change report' })
	const address = form.getByRole('textbox', { name: 'Address' })
	await address.fill('https://ci.example.com/fairlead')
	await form.getByRole('button', { name: 'Save report' }).click()
	await page.getByRole('button', { name: 'Change Webhook · ci.example.com' }).click()
	await form.waitFor(RUN)
	await showFrom(form)
}

async function showDeleteAutomation(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Delete automation' }).click()
	await page.getByRole('dialog').waitFor(RUN)
}

async function showAutomations(page: Page, projectId: string): Promise<void> {
	await page.evaluate(async (path) => {
		const body = JSON.stringify({
			name: 'Refresh, run the EditMode tests and report after each push to the main branch',
			trigger: { kind: 'webhook', proof: 'github' },
			template: 'Refresh.',
			enabled: false,
		})
		const headers = { 'content-type': 'application/json' }
		await fetch(path, { method: 'POST', headers, body })
	}, `/api/projects/${projectId}/automations`)
	await go(page, pathOf(projectId))
	await page.getByRole('list', { name: 'Automations' }).waitFor(RUN)
}

async function showAutomationsToViewer(page: Page, projectId: string): Promise<void> {
	await page.route(`**/api/projects/${projectId}`, async (route) => {
		const response = await route.fetch()
		const project = (await response.json()) as object
		await route.fulfill({ response, json: { ...project, role: 'viewer' } })
	})
	await page.reload()
	await page.getByText('Editors and owners manage automations').waitFor(RUN)
}

async function showAutomationsError(page: Page): Promise<void> {
	await page.unrouteAll({ behavior: 'ignoreErrors' })
	await page.route('**/automations', (route) =>
		route.request().url().includes('/api/')
			? route.fulfill({ status: 500, body: '' })
			: route.continue(),
	)
	await page.reload()
	await page.getByRole('button', { name: 'Try again' }).waitFor(RUN)
}

/** Each from the one before it. */
export const AUTOMATION_VIEWS: readonly PageView[] = [
	{
		name: 'automations-none',
		reach: ({ page, stack }) => showNoAutomations(page, stack.projectId),
	},
	{
		name: 'automation-schedule',
		reach: ({ page, stack }) => showNewSchedule(page, stack.projectId),
		whole: true,
	},
	{
		name: 'automation-refused',
		reach: ({ page, stack }) => showRefusedAutomation(page, stack.projectId),
		whole: true,
	},
	{ name: 'automation-secret', reach: ({ page }) => showNewSecret(page), whole: true },
	{ name: 'automation-dry-run', reach: ({ page }) => showDryRun(page), whole: true },
	{ name: 'automation-deliveries', reach: ({ page }) => showDeliveries(page), whole: true },
	{ name: 'automation-reports', reach: ({ page }) => showReports(page), whole: true },
	{ name: 'automation-report-change', reach: ({ page }) => showReportChange(page), whole: true },
	{ name: 'automation-delete', reach: ({ page }) => showDeleteAutomation(page) },
	{ name: 'automations', reach: ({ page, stack }) => showAutomations(page, stack.projectId) },
	{
		name: 'automations-viewer',
		reach: ({ page, stack }) => showAutomationsToViewer(page, stack.projectId),
	},
	{ name: 'automations-error', reach: ({ page }) => showAutomationsError(page) },
]
