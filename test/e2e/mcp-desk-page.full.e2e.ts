/** A real `fairlead mcp` beside a linked relay asks; a person answers on the page. */
import type { Client } from '@modelcontextprotocol/client'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMcp } from '../../relay-cli/test/kit/mcp-kit.ts'
import { Cleanups } from '../../relay-cli/test/kit/support.ts'
import type { Stack } from '../../scripts/stack/stack.ts'
import { answersOf, ownPage, RUN_TIMEOUT, revertBy } from './browser-kit.ts'
import { objectsNamed, ownStack } from './stack-kit.ts'

const cleanups = new Cleanups()
let stack: Stack
let page: Page
let complaints: string[]
beforeAll(async () => {
	const own = await ownPage(ownStack())
	;({ stack, page, complaints } = own)
	return own.close
})
afterAll(() => cleanups.run())

const create = (name: string) => ({
	name: 'unity_hierarchy',
	arguments: { action: 'create', name },
})

const ASKS = ['--mode', 'ask']
const connect = async (revision: 'modern' | 'legacy', args = ASKS): Promise<Client> =>
	(
		await startMcp(cleanups, {
			home: stack.home,
			cwd: stack.projectFolder,
			args,
			revision,
		})
	).client

/** Opens the conversation of the client's calls from the list, as a person finds it. */
async function openQuestion(): Promise<void> {
	await page
		.getByRole('link', { name: /test-client/ })
		.first()
		.click(RUN_TIMEOUT)
	await page.locator('[data-question]').last().waitFor(RUN_TIMEOUT)
}

test('a call approved on the page runs once, and stands there with its author', async () => {
	const client = await connect('legacy')
	const answer = client.callTool(create('FromDesk'))
	await openQuestion()
	expect(await objectsNamed(stack, 'FromDesk')).toBe(0)
	await page.getByRole('button', { name: 'Approve', exact: true }).click(RUN_TIMEOUT)
	expect((await answer).isError).toBeFalsy()
	expect(await objectsNamed(stack, 'FromDesk')).toBe(1)
	await page
		.getByText(/test-client/)
		.first()
		.waitFor(RUN_TIMEOUT)
	await client.close()
})

test('a call denied on the page does not run', async () => {
	const client = await connect('modern')
	const answer = client.callTool(create('Refused'))
	await page.locator('[data-question]').last().waitFor(RUN_TIMEOUT)
	await page.getByRole('button', { name: 'Deny', exact: true }).click(RUN_TIMEOUT)
	const denied = await answer
	expect(denied.isError).toBe(true)
	expect(JSON.stringify(denied.content)).toContain('denied')
	expect(await objectsNamed(stack, 'Refused')).toBe(0)
	await client.close()
})

test('an approved change is reverted from the page', async () => {
	await revertBy(page.getByRole('button', { name: /^Revert/ }).first())
	await expect.poll(() => objectsNamed(stack, 'FromDesk'), RUN_TIMEOUT).toBe(0)
	expect(complaints).toEqual([])
})

test('a change that was not asked about is shown with --page, and reverted from the page', async () => {
	const client = await connect('modern', ['--page'])
	expect((await client.callTool(create('Shown'))).isError).toBeFalsy()
	expect(await objectsNamed(stack, 'Shown')).toBe(1)
	const links = page.getByRole('link', { name: /test-client/ })
	await expect.poll(() => links.count(), RUN_TIMEOUT).toBe(2)
	await links.first().click(RUN_TIMEOUT)
	await page.getByText(/Shown/).first().waitFor(RUN_TIMEOUT)
	await revertBy(page.getByRole('button', { name: /^Revert/ }).first())
	await expect.poll(() => objectsNamed(stack, 'Shown'), RUN_TIMEOUT).toBe(0)
	expect(complaints).toEqual([])
	await client.close()
})

/** The shown calls that created this object. */
const shown = (name: string) =>
	answersOf(page).getByRole('button', { name: new RegExp(`Create.*${name}`) })

test('changes that nobody was asked about are shown once, also those made while the server was away', async () => {
	const client = await connect('modern', [])
	expect((await client.callTool(create('Unasked'))).isError).toBeFalsy()
	await page
		.getByRole('link', { name: /test-client/ })
		.first()
		.click(RUN_TIMEOUT)
	await expect.poll(() => shown('Unasked').count(), RUN_TIMEOUT).toBe(1)
	await stack.worker.kill()
	expect((await client.callTool(create('Meanwhile'))).isError).toBeFalsy()
	await stack.restartWorker()
	await page.reload()
	await expect.poll(() => shown('Meanwhile').count(), RUN_TIMEOUT).toBe(1)
	await expect.poll(() => shown('Unasked').count()).toBe(1)
	expect(await objectsNamed(stack, 'Meanwhile')).toBe(1)
	await client.close()
})

test('a change that nobody was asked about is reverted from the page', async () => {
	// The button below the whole answer, which comes after those of its steps.
	await revertBy(answersOf(page).last().getByRole('button', { name: 'Revert', exact: true }))
	await expect.poll(() => objectsNamed(stack, 'Meanwhile'), RUN_TIMEOUT).toBe(0)
	expect(await objectsNamed(stack, 'Unasked')).toBe(1)
})
