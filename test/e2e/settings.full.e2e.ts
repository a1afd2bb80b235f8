/** A person changes settings, and a viewer of a project is told that they may not. */
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Stack } from '../../scripts/stack/stack.ts'
import {
	answered,
	askFirst,
	openTab,
	ownPage,
	passMoment,
	RUN_TIMEOUT,
	runEnded,
	say,
} from './browser-kit.ts'
import { ownStack } from './stack-kit.ts'

let stack: Stack
let page: Page
let complaints: string[]
beforeAll(async () => {
	const own = await ownPage(ownStack())
	;({ stack, page, complaints } = own)
	await say(page, 'create a cube named Setting at 2 1 2')
	await answered(page, /Setting/)
	await runEnded(page)
	return own.close
})
const open = (path: string) => page.goto(new URL(path, stack.origin).href)
const section = (title: string) =>
	page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
beforeEach(() => open(`/p/${stack.projectId}/settings`))

test('limits with bad values are refused beside their fields, good ones are saved and stay after a reload', async () => {
	const limits = section('Run limits')
	const save = limits.getByRole('button', { name: 'Save limits' })
	const field = (name: string) => limits.getByRole('textbox', { name, exact: true })
	await field('Model calls').fill('0')
	await field('Tokens').fill('a few')
	for (const name of ['Model calls', 'Tokens']) {
		await expect.poll(() => field(name).getAttribute('aria-invalid')).toBe('true')
	}
	await limits.getByText(/This value is not valid.*from 1 to 500/).waitFor(RUN_TIMEOUT)
	await limits.getByText(/This value is not valid.*at least 1,000/).waitFor(RUN_TIMEOUT)
	await expect.poll(() => save.isDisabled()).toBe(true)
	await field('Model calls').fill('12')
	await field('Tokens').fill('20,000')
	await save.click()
	await limits.getByText('Saved').waitFor(RUN_TIMEOUT)
	await page.reload()
	await expect.poll(() => field('Model calls').inputValue(), RUN_TIMEOUT).toBe('12')
	await expect.poll(() => field('Tokens').inputValue()).toBe('20000')
	await field('Model calls').fill('')
	await field('Tokens').fill('')
	await save.click()
	await limits.getByText('Saved').waitFor(RUN_TIMEOUT)
	expect(complaints).toEqual([])
})

test('limits that the server does not save stay in the fields, with the reason', async () => {
	const limits = section('Run limits')
	await page.route(/\/api\/projects\/[^/]+$/, (route) =>
		route.request().method() === 'PATCH' ? route.abort() : route.continue(),
	)
	await limits.getByRole('textbox', { name: 'Model calls' }).fill('7')
	await limits.getByRole('button', { name: 'Save limits' }).click()
	await limits.getByRole('alert').waitFor(RUN_TIMEOUT)
	await expect
		.poll(() => limits.getByRole('textbox', { name: 'Model calls' }).inputValue())
		.toBe('7')
	await page.unrouteAll({ behavior: 'ignoreErrors' })
	complaints.length = 0
})

test('the model of a conversation: one that is not available is refused with the reason, another is saved', async () => {
	const one = section('One conversation')
	const field = one.getByRole('textbox', { name: 'Model', exact: true })
	const save = one.getByRole('button', { name: 'Save model' })
	await field.fill('anthropic/claude-sonnet-5')
	await save.click()
	await one
		.getByText('The model "anthropic/claude-sonnet-5" needs a key for Anthropic.')
		.waitFor(RUN_TIMEOUT)
	await one.getByText(/Add a key in your settings/).waitFor(RUN_TIMEOUT)
	await field.fill('acme/brain')
	await save.click()
	await one.getByText('The model "acme/brain" is not available here.').waitFor(RUN_TIMEOUT)
	await one.getByText(/Use the form provider\/model/).waitFor(RUN_TIMEOUT)
	await field.fill('demo/planner')
	await save.click()
	await one.getByText('Saved').waitFor(RUN_TIMEOUT)
	await page.reload()
	await expect.poll(() => field.inputValue(), RUN_TIMEOUT).toBe('demo/planner')
	await field.fill('')
	await save.click()
	await one.getByText('Saved').waitFor(RUN_TIMEOUT)
	complaints.length = 0
})

test('a viewer reads that an approval is awaited: no button and no key would answer it', async () => {
	await open(`/p/${stack.projectId}`)
	await page.getByText('Ready').first().waitFor(RUN_TIMEOUT)
	await askFirst(page)
	await say(page, 'delete Setting')
	await page.locator('[data-question]').waitFor(RUN_TIMEOUT)
	const viewer = await openTab(page.context(), complaints)
	// The project is read as the server describes it to viewers.
	await viewer.route(`**/api/projects/${stack.projectId}`, async (route) => {
		const response = await route.fetch()
		const project = (await response.json()) as object
		await route.fulfill({ response, json: { ...project, role: 'viewer' } })
	})
	await viewer.goto(page.url())
	const box = viewer.locator('[data-question]')
	await box.getByText('Waiting for a member who may approve this').waitFor(RUN_TIMEOUT)
	await expect.poll(() => box.getByRole('button', { name: /Approve|Deny/ }).count()).toBe(0)
	const row = viewer
		.getByRole('navigation', { name: 'Conversations' })
		.getByRole('listitem')
		.first()
	await row.getByText('Waiting for approval', { exact: true }).last().waitFor(RUN_TIMEOUT)
	await expect.poll(() => row.getByText('Needs you').count()).toBe(0)
	const answers: string[] = []
	viewer.on('request', (request) => {
		if (/\/approvals\//.test(request.url())) answers.push(request.url())
	})
	// A viewer has nothing to write with; keys go to the page.
	await expect
		.poll(() => viewer.getByRole('textbox', { name: 'Message', exact: true }).count())
		.toBe(0)
	await passMoment(viewer)
	await viewer.keyboard.press('Enter')
	await viewer.keyboard.press('Escape')
	// A request that the keys cause has been sent before this is answered.
	await viewer.evaluate(() => fetch('/api/me').then(({ status }) => status))
	await viewer.close()
	await page.getByRole('button', { name: 'Deny', exact: true }).click()
	await runEnded(page)
	expect(answers).toEqual([])
	expect(complaints).toEqual([])
})

test('a revoked relay token disconnects its computer at once, and is gone from the list', async () => {
	const tokens = section('Relay tokens')
	const list = tokens.getByRole('list', { name: 'Relay tokens' })
	await tokens.getByRole('textbox', { name: /New token/ }).fill('Old laptop')
	await tokens.getByRole('button', { name: 'Create token' }).click()
	const revoke = async (label: string): Promise<void> => {
		await list.getByRole('button', { name: `Revoke ${label}` }).click()
		const dialog = page.getByRole('dialog', { name: `Revoke “${label}”?` })
		await dialog.getByRole('button', { name: 'Revoke token' }).click()
		await dialog.waitFor({ ...RUN_TIMEOUT, state: 'detached' })
		await list.getByText(label, { exact: true }).waitFor({ ...RUN_TIMEOUT, state: 'detached' })
	}
	await list.getByText('Old laptop', { exact: true }).waitFor(RUN_TIMEOUT)
	const project = await openTab(page.context(), complaints)
	await project.goto(new URL(`/p/${stack.projectId}`, stack.origin).href)
	await project.getByText('Ready').first().waitFor(RUN_TIMEOUT)
	await revoke('Old laptop')
	await expect.poll(() => project.getByText('Ready').count()).toBeGreaterThan(0)

	const label = await list
		.getByRole('listitem')
		.first()
		.getByRole('button', { name: /^Revoke/ })
		.getAttribute('aria-label')
	await revoke(label?.replace(/^Revoke /, '') ?? '')
	await tokens.getByText('No relay tokens').waitFor(RUN_TIMEOUT)
	await expect.poll(() => project.getByText('Ready').count(), RUN_TIMEOUT).toBe(0)
	await project.close()
})
