/** A person adds an MCP server that wants a sign-in, the agent uses it after an approval, and it is removed. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../scripts/stack/stack.ts'
import { listen } from '../../worker/test/listen.ts'
import { type GuardedTracker, guardedTracker } from '../../worker/test/mcp/mcp-oauth-kit.ts'
import { calls, type FakeAnthropic, text } from '../fakes/anthropic-server.ts'
import { answered, ownPage, RUN_TIMEOUT, say } from './browser-kit.ts'
import { ownStackWithModel } from './stack-kit.ts'

let stack: Stack
let page: Page
let model: FakeAnthropic
let complaints: string[]
let tracker: GuardedTracker
let address: string
beforeAll(async () => {
	tracker = guardedTracker()
	const server = await listen(tracker.handler)
	address = `${server.origin}/mcp`
	const own = await ownPage(ownStackWithModel())
	;({ stack, page, model, complaints } = own)
	return async () => {
		await own.close()
		await server.close()
	}
})

const settings = async () => {
	await page.goto(new URL(`/p/${stack.projectId}/settings#mcp-servers`, stack.origin).href)
	return page.getByRole('region', { name: 'MCP servers' })
}

test('an MCP server is added, signed in, used with an approval, and removed', async () => {
	const section = await settings()
	await section.getByRole('textbox', { name: 'Name' }).fill('tracker')
	await section.getByRole('textbox', { name: 'Address' }).fill(address)
	await section.getByRole('button', { name: 'Add server' }).click()
	await section.getByText('Sign-in needed').waitFor(RUN_TIMEOUT)
	await section.getByRole('button', { name: 'Sign in' }).click()
	await page.getByRole('link', { name: 'Allow Fairlead' }).click()
	await section.getByText('Connected · signed in for the project').waitFor(RUN_TIMEOUT)
	await section.getByText('3 tools').click()
	const risk = section.getByRole('combobox', { name: 'Risk of create issue' })
	await risk.selectOption('destructive')
	await expect.poll(() => risk.isEnabled(), RUN_TIMEOUT).toBe(true)

	model.script(
		calls({ id: 'toolu_find', name: 'find_tools', input: { query: 'create an issue' } }),
		calls({ id: 'toolu_new', name: 'tracker__create_issue', input: { title: 'Door' } }),
		text('The issue is filed.'),
	)
	await page.goto(new URL(`/p/${stack.projectId}`, stack.origin).href)
	await say(page, 'file an issue about the door')
	await page.getByRole('button', { name: 'Approve', exact: true }).click(RUN_TIMEOUT)
	await answered(page, 'The issue is filed.')
	await page.getByText('tracker: create issue').first().waitFor(RUN_TIMEOUT)
	expect(tracker.made).toEqual(['Door'])
	expect(model.requests.flatMap(({ violations }) => violations)).toEqual([])

	await settings()
	await section.getByRole('button', { name: 'Remove tracker' }).click()
	await page.getByRole('button', { name: 'Remove server' }).click()
	await section.getByText('No MCP servers').waitFor(RUN_TIMEOUT)
	expect(complaints).toEqual([])
})
