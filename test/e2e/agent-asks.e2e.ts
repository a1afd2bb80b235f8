/** A permission that a coding agent asks for stands on every open page and is pushed, and an answer on one page clears it everywhere. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { runFairlead } from '../../relay-cli/test/kit/relay-process.ts'
import { RunningClaude } from '../../relay-cli/test/mock-claude/running-claude.ts'
import { type PushService, startPushService } from '../fakes/push-service.ts'
import { launchBrowser, openTab, RUN_TIMEOUT, signIn } from './browser-kit.ts'
import { asOwner, DEMO_ENV, ownStack } from './stack-kit.ts'

const TITLE = 'Mend the door'
const COMMAND = 'npm run mend-it'

let page: Page
let other: Page
let agent: RunningClaude
let service: PushService
const complaints: string[] = []

beforeAll(async () => {
	let claude = ''
	const own = await ownStack(async (dir) => {
		claude = join(dir, 'claude')
		await mkdir(claude)
		return { editor: 'none', env: { ...DEMO_ENV, CLAUDE_CONFIG_DIR: claude } }
	})
	const { home, origin, projectFolder, projectId, url } = own.stack
	for (const command of [
		['on', projectFolder, '--answers'],
		['hooks', 'install'],
	]) {
		const env = { FAIRLEAD_HOME: home, CLAUDE_CONFIG_DIR: claude }
		expect((await runFairlead(['agents', ...command], env)).code).toBe(0)
	}
	service = await startPushService()
	// The server makes its key when it is asked for it.
	await asOwner(own.stack, 'GET', '/api/push')
	const subscribed = await asOwner(own.stack, 'PUT', '/api/push', { endpoint: service.endpoint })
	expect(subscribed.status).toBe(204)
	agent = await RunningClaude.start(projectFolder, claude)
	const browser = await launchBrowser()
	const context = await browser.newContext()
	page = await openTab(context, complaints)
	await signIn(page, url)
	await page.goto(`${origin}/p/${projectId}/agents`)
	const storageState = await context.storageState()
	other = await openTab(await browser.newContext({ storageState }), complaints)
	await other.goto(`${origin}/`)
	return async () => {
		await agent.kill()
		await browser.close()
		await own.close()
		service.close()
	}
})

const card = () => page.getByRole('article', { name: TITLE })
const waiting = () => other.getByRole('listitem').filter({ hasText: 'Needs you' })

test('both open pages have it, and the push says nothing of it', async () => {
	await agent.do({ do: 'prompt', text: TITLE })
	await card().waitFor(RUN_TIMEOUT)
	await other.getByRole('listitem').first().waitFor(RUN_TIMEOUT)
	await agent.do({ do: 'permission', id: 't1', name: 'Bash', input: { command: COMMAND } })
	await card().getByRole('link', { name: 'Answer' }).waitFor(RUN_TIMEOUT)
	await waiting().waitFor(RUN_TIMEOUT)
	for (const one of [page, other])
		await expect.poll(() => one.title(), RUN_TIMEOUT).toMatch(/^\(1\) /)
	await expect.poll(() => service.pushed.length, RUN_TIMEOUT).toBe(1)
	const [push] = service.pushed
	expect(push?.body).toBe('')
	// Its signature may have any letters.
	const headers = JSON.stringify({ ...push?.headers, authorization: undefined })
	expect(headers).not.toMatch(/mend|Bash|Claude/i)
})

test('an answer on one page clears it on the other, and is not pushed', async () => {
	await card().getByRole('link', { name: 'Answer' }).click()
	const question = page.getByRole('group', { name: /Claude Code/ })
	await question.getByText(COMMAND).first().waitFor(RUN_TIMEOUT)
	await question.getByRole('button', { name: 'Deny', exact: true }).click(RUN_TIMEOUT)
	await agent.do({ do: 'hooks-end', id: 't1' })
	await waiting().waitFor({ state: 'detached', ...RUN_TIMEOUT })
	for (const one of [page, other])
		await expect.poll(() => one.title(), RUN_TIMEOUT).not.toMatch(/^\(/)
	await page.goBack()
	await card().getByText('Thinking').waitFor(RUN_TIMEOUT)
	expect(service.pushed).toHaveLength(1)
	expect(agent.problems).toEqual([])
	expect(complaints).toEqual([])
})
