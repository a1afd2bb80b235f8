/** The views of the page about the people of a project. The other members are the server's answer in its place. */
import type { Page } from 'playwright-core'
import { RUN_TIMEOUT as RUN } from '../page-person.ts'
import { showFrom } from '../page-view.ts'

const DAY_MS = 86_400_000

/** The owner of this server, and a few people more. */
async function withPeople(page: Page, projectId: string): Promise<void> {
	await page.route(`**/api/projects/${projectId}/members`, async (route) => {
		const response = await route.fetch()
		const { members } = (await response.json()) as { members: object[] }
		const others = [
			['usr_0000000000ada', 'Ada Lovelace', 'editor'],
			['usr_0000000000bob', 'Robert with a name that is rather longer than most', 'approver'],
			['usr_0000000000eve', 'Eve', 'viewer'],
		].map(([userId, name, role], i) => ({
			userId,
			name,
			role,
			joinedAt: Date.now() - (i + 1) * 3 * DAY_MS,
		}))
		await route.fulfill({ response, json: { members: [...members, ...others] } })
	})
}

/** The settings of the project, with people, and with an invitation just made. */
export async function showPeople(page: Page, projectId: string): Promise<void> {
	await withPeople(page, projectId)
	await page.goto(new URL(`/p/${projectId}/settings#people`, page.url()).href)
	// The page may have read them already.
	await page.reload()
	await page.getByText('Ada Lovelace').waitFor(RUN)
	await page.getByRole('textbox', { name: /Only for this mail address/ }).fill('grace@example.com')
	await page.getByRole('button', { name: 'Create link' }).click()
	await page.getByText('shown only once').first().waitFor(RUN)
	await page.getByRole('list', { name: 'Open invitations' }).waitFor(RUN)
	await showFrom(page.getByRole('heading', { name: 'People', exact: true }))
}

export async function showTransfer(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Transfer ownership' }).click()
	await page.getByRole('dialog').waitFor(RUN)
}

/** State that earlier views left. */
export async function showAudit(page: Page, projectId: string): Promise<void> {
	await page.unrouteAll({ behavior: 'ignoreErrors' })
	await page.goto(new URL(`/p/${projectId}/audit`, page.url()).href)
	await page.getByText('Create a relay token', { exact: true }).last().waitFor(RUN)
}

export async function showNoAudit(page: Page, projectId: string): Promise<void> {
	await page.goto(new URL(`/p/${projectId}/audit?event=deleteConversation`, page.url()).href)
	await page.getByText('No entry matches these filters.').waitFor(RUN)
}

export async function showInvitation(page: Page): Promise<void> {
	await page.route('**/api/invitations/look', (route) =>
		route.fulfill({
			json: { projectName: 'Gravity Garden', role: 'approver', invitedBy: 'Ada Lovelace' },
		}),
	)
	await page.goto(new URL('/invite#shown', page.url()).href)
	await page.getByRole('button', { name: 'Accept', exact: true }).waitFor(RUN)
}

export async function showInvalidInvitation(page: Page): Promise<void> {
	await page.unrouteAll({ behavior: 'ignoreErrors' })
	await page.goto(new URL('/invite#invented', page.url()).href)
	await page.getByRole('heading', { name: 'This invitation is not valid' }).waitFor(RUN)
}
