/** The official clients of both revisions start the agent through a real `fairlead mcp`, beside a linked relay. */
import type { Client } from '@modelcontextprotocol/client'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMcp } from '../../relay-cli/test/kit/mcp-kit.ts'
import { Cleanups } from '../../relay-cli/test/kit/support.ts'
import type { Stack } from '../../scripts/stack/stack.ts'
import { ownPage, RUN_TIMEOUT } from './browser-kit.ts'
import { objectsNamed, ownStack } from './stack-kit.ts'

const cleanups = new Cleanups()
let stack: Stack
let page: Page
beforeAll(async () => {
	const own = await ownPage(ownStack())
	;({ stack, page } = own)
	return own.close
})
afterAll(() => cleanups.run())

const said = ({ structuredContent }: Awaited<ReturnType<Client['callTool']>>) =>
	structuredContent as { id: string; state: string; page: string; answer?: string }

test.each(['modern', 'legacy'] as const)(
	'a run started on the desk (%s) is approved on its page, and collected after the client has come back',
	async (revision) => {
		const connect = async () => {
			const made = { home: stack.home, cwd: stack.projectFolder, revision }
			return (await startMcp(cleanups, made)).client
		}
		const name = `By_${revision}`
		const first = await connect()
		const task = `create a cube named ${name}`
		const started = said(await first.callTool({ name: 'start_run', arguments: { task } }))
		await first.close()
		expect(started.page).toContain(stack.origin)
		await page.goto(started.page)
		await page.locator('[data-question]').last().waitFor(RUN_TIMEOUT)
		expect(await objectsNamed(stack, name)).toBe(0)
		await page.getByRole('button', { name: 'Approve', exact: true }).click(RUN_TIMEOUT)
		const second = await connect()
		const collected = async () =>
			said(await second.callTool({ name: 'collect', arguments: { id: started.id } })).state
		await expect.poll(collected, RUN_TIMEOUT).toBe('completed')
		expect(await objectsNamed(stack, name)).toBe(1)
		await second.close()
	},
)
