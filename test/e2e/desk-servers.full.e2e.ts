/** A person adds an MCP server on the computer; the agent of the linked project uses it after an approval. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { McpServerList } from '@fairlead/protocol/projects/mcp-servers'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { runFairlead } from '../../relay-cli/test/kit/relay-process.ts'
import type { Stack } from '../../scripts/stack/stack.ts'
import { calls, type FakeAnthropic, text } from '../fakes/anthropic-server.ts'
import { answered, ownPage, RUN_TIMEOUT, say } from './browser-kit.ts'
import { asOwner, ownStackWithModel } from './stack-kit.ts'

const PROGRAM = new URL('../../relay-cli/test/fakes/fake-mcp-server.ts', import.meta.url).pathname

let stack: Stack
let page: Page
let model: FakeAnthropic
let complaints: string[]
beforeAll(async () => {
	const own = await ownPage(ownStackWithModel())
	;({ stack, page, model, complaints } = own)
	return () => own.close()
})

test('an MCP server is added on the computer, shown on the page, used with an approval, and removed there', async () => {
	const folder = join(stack.home, 'fake-server')
	await mkdir(folder)
	await writeFile(join(folder, 'how.json'), '{}')
	const fairlead = (...args: string[]) =>
		runFairlead(['mcp-servers', ...args], { FAIRLEAD_HOME: stack.home, NO_COLOR: '1' })
	expect(await fairlead('add', 'fake', '--', process.execPath, PROGRAM, folder)).toMatchObject({
		code: 0,
	})
	const path = `/api/projects/${stack.projectId}/mcp-servers`
	const toolsThere = async () => {
		const { desk } = McpServerList.parse(await (await asOwner(stack, 'GET', path)).json())
		return desk.map(({ name, tools }) => `${name}: ${tools}`)
	}
	await expect.poll(toolsThere, RUN_TIMEOUT).toEqual(['fake: 2'])
	await page.goto(new URL(`/p/${stack.projectId}/settings#mcp-servers`, stack.origin).href)
	const list = page.getByRole('list', { name: 'MCP servers on computers' })
	await list.getByText('2 tools').waitFor(RUN_TIMEOUT)
	await list.getByText(/^Added on /).waitFor(RUN_TIMEOUT)

	model.script(
		calls({ id: 'toolu_find', name: 'find_tools', input: { query: 'say a text' } }),
		calls({ id: 'toolu_say', name: 'desk_fake__say', input: { text: 'ahoy' } }),
		text('It is said.'),
	)
	await page.goto(new URL(`/p/${stack.projectId}`, stack.origin).href)
	await say(page, 'say ahoy')
	await page.getByRole('button', { name: 'Approve', exact: true }).click(RUN_TIMEOUT)
	await answered(page, 'It is said.')
	expect(await readFile(join(folder, 'log.ndjson'), 'utf8')).toContain('"text":"ahoy"')
	expect(JSON.stringify(model.requests.at(-1))).toContain('Said ahoy.')
	expect(model.requests.flatMap(({ violations }) => violations)).toEqual([])

	expect((await fairlead('remove', 'fake')).code).toBe(0)
	await expect.poll(toolsThere, RUN_TIMEOUT).toEqual([])
	expect(complaints).toEqual([])
})
