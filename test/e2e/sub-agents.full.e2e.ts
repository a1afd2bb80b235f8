/** A sub-agent on the page: its line, its steps as a branch below it, and its answer. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../scripts/stack/stack.ts'
import {
	answersOf,
	newConversation,
	ownPage,
	RUN_TIMEOUT,
	revertBy,
	runEnded,
	say,
} from './browser-kit.ts'
import { objectsNamed, ownStack } from './stack-kit.ts'

let page: Page
let complaints: string[]
let stack: Stack
beforeAll(async () => {
	const started = ownStack()
	const own = await ownPage(started)
	;({ page, complaints } = own)
	;({ stack } = await started)
	return own.close
})

/** Opens the line of the call. */
async function unfold(title: string) {
	await answersOf(page)
		.getByRole('button', { name: new RegExp(`Delegated.*${title}`) })
		.click(RUN_TIMEOUT)
	const branch = page.getByRole('region', { name: `Sub-agent: ${title}` })
	await branch.waitFor(RUN_TIMEOUT)
	return branch
}

test('the steps of a sub-agent unfold below the call that started it, and its answer is the result', async () => {
	await say(page, 'ask a sub-agent to describe the scene')
	await page
		.getByText(/The sub-agent says/)
		.first()
		.waitFor(RUN_TIMEOUT)
	await runEnded(page)
	const branch = await unfold('describe the scene')
	const steps = branch.getByRole('listitem')
	await expect.poll(() => steps.count(), RUN_TIMEOUT).toBe(1)
	await expect.poll(() => steps.first().getAttribute('data-state')).toBe('done')
	await expect.poll(() => steps.first().textContent()).toContain('Looked at the scene')
	// Reading changed nothing: there is nothing to revert.
	await expect.poll(() => page.getByRole('button', { name: 'Revert', exact: true }).count()).toBe(0)
	expect(complaints).toEqual([])
})

test('a sub-agent that may change the scene is asked about once, and reverted with its run', async () => {
	await newConversation(page)
	await say(page, 'ask a sub-agent to make a red cube')
	const approve = page.getByRole('button', { name: /^Approve/ }).first()
	await approve.waitFor(RUN_TIMEOUT)
	expect(await objectsNamed(stack, 'Cube')).toBe(0)
	await approve.click()
	await page
		.getByText(/The sub-agent says/)
		.first()
		.waitFor(RUN_TIMEOUT)
	await runEnded(page)
	expect(await objectsNamed(stack, 'Cube')).toBe(1)
	const branch = await unfold('make a red cube')
	await branch.getByText(/Cube/).first().waitFor(RUN_TIMEOUT)
	await revertBy(page.getByRole('button', { name: 'Revert', exact: true }))
	await expect.poll(() => objectsNamed(stack, 'Cube'), RUN_TIMEOUT).toBe(0)
	expect(complaints).toEqual([])
})
