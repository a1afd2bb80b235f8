/** A sub-agent that had changed the scene when its run was stopped: shown, listed and reverted with the run. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../scripts/stack/stack.ts'
import { calls, type FakeAnthropic } from '../fakes/anthropic-server.ts'
import { answersOf, openTab, ownPage, RUN_TIMEOUT, revertBy, runEnded, say } from './browser-kit.ts'
import { objectsNamed, ownStackWithModel } from './stack-kit.ts'

let page: Page
let complaints: string[]
let stack: Stack
let model: FakeAnthropic
beforeAll(async () => {
	const own = await ownPage(ownStackWithModel())
	;({ page, complaints, stack, model } = own)
	return own.close
})

const tower = { action: 'create', primitive_type: 'Cube', name: 'Tower' }
const task = { title: 'Build the tower', task: 'Create a cube named Tower.', may_write: true }

/** The answer offers the revert, and the tab of changes lists the change. */
async function seesTheChange(tab: Page): Promise<void> {
	await answersOf(tab).getByRole('button', { name: '1 changed', exact: true }).click(RUN_TIMEOUT)
	const changes = tab.getByRole('region', { name: 'By sub-agents and unfinished calls' })
	await changes.getByText('create Tower', { exact: true }).waitFor(RUN_TIMEOUT)
}

test('changes of a stopped sub-agent count on every page, also after a reload, and are reverted with the run', async () => {
	model.script(
		calls({ id: 'toolu_1', name: 'find_tools', input: { query: 'sub-agent' } }),
		calls({ id: 'toolu_2', name: 'delegate', input: task }),
		calls({ id: 'toolu_3', name: 'unity_hierarchy', input: tower }),
		// Stopped here: the model does not answer.
		{ kind: 'silent' },
	)
	await say(page, 'let a sub-agent build a tower')
	await page
		.getByRole('button', { name: /^Approve/ })
		.first()
		.click(RUN_TIMEOUT)
	await expect.poll(() => objectsNamed(stack, 'Tower'), RUN_TIMEOUT).toBe(1)
	await expect.poll(() => model.requests.length, RUN_TIMEOUT).toBe(4)
	const viewer = await openTab(page.context(), complaints)
	await viewer.goto(page.url())
	await answersOf(viewer).getByText('Build the tower').first().waitFor(RUN_TIMEOUT)

	await page.getByRole('button', { name: 'Stop', exact: true }).click()
	await runEnded(page)
	await seesTheChange(page)
	await seesTheChange(viewer)
	await page.reload()
	await seesTheChange(page)

	await revertBy(answersOf(page).getByRole('button', { name: 'Revert', exact: true }))
	await expect.poll(() => objectsNamed(stack, 'Tower'), RUN_TIMEOUT).toBe(0)
	const counted = answersOf(viewer).getByRole('button', { name: '1 changed', exact: true })
	await counted.waitFor({ state: 'detached', ...RUN_TIMEOUT })
	expect(complaints).toEqual([])
})
