/** An agent that was started from the page changes the editor by Fairlead's tools: asked, shown and reverted on the page, in turns. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../scripts/stack/stack.ts'
import {
	answered,
	answersOf,
	askFirst,
	ownPage,
	RUN_TIMEOUT,
	revertBy,
	say,
} from './browser-kit.ts'
import { claudeStack } from './claude-kit.ts'
import { objectsNamed } from './stack-kit.ts'

const KEPT = 'Assets/Kept.mat'

let stack: Stack
let page: Page
let complaints: string[]
let project: string
/** The agent's terminal. */
let terminal: string

beforeAll(async () => {
	const own = await ownPage(claudeStack(() => ({ editor: 'simulator' })))
	;({ stack, page, complaints } = own)
	const { origin, projectFolder, projectId } = stack
	await own.fairlead('agents', 'on', projectFolder, '--terminals')
	project = `${origin}/p/${projectId}`
	return own.close
})

const screen = () => page.getByRole('region', { name: 'Terminal', exact: true })
const rows = () => screen().locator('.xterm-screen')
const create = (name: string) =>
	`mcp unity_hierarchy ${JSON.stringify({ action: 'create', name, primitive_type: 'Cube' })}`

async function type(text: string): Promise<void> {
	await page.goto(terminal)
	await rows().getByText('Claude Code (mock)').waitFor(RUN_TIMEOUT)
	await screen().getByText('Tab and Escape go to the program.').waitFor(RUN_TIMEOUT)
	await rows().click()
	await page.keyboard.type(text)
	await page.keyboard.press('Enter')
}

/** The newest conversation of the agent's calls, as a person finds it. */
async function openCalls(): Promise<void> {
	await page.goto(project)
	await page
		.getByRole('link', { name: /claude-code .* by MCP/ })
		.first()
		.click(RUN_TIMEOUT)
}

/** Reverts the newest change of the open conversation, by the button below the whole answer: it comes last. */
const revert = (): Promise<void> =>
	revertBy(answersOf(page).last().getByRole('button', { name: 'Revert', exact: true }))

test('an agent that was started from the page changes the editor, which its conversation shows and reverts', async () => {
	await page.goto(`${project}/agents`)
	await page.getByRole('button', { name: 'New agent' }).click(RUN_TIMEOUT)
	const form = page.getByRole('form', { name: 'New agent' })
	await form.getByLabel('First prompt').fill(create('ByAgent'))
	await form.getByRole('button', { name: 'Start' }).click()
	await rows().getByText('Answered:').waitFor(RUN_TIMEOUT)
	terminal = page.url()
	expect(await objectsNamed(stack, 'ByAgent')).toBe(1)
	await openCalls()
	await answered(page, /ByAgent/)
	await revert()
	await expect.poll(() => objectsNamed(stack, 'ByAgent'), RUN_TIMEOUT).toBe(0)
	expect(complaints).toEqual([])
})

test('a call that destroys something is asked on the page, runs once it is approved, and is reverted', async () => {
	await type(`mcp unity_asset ${JSON.stringify({ action: 'create_material', path: KEPT })}`)
	await expect.poll(() => existsSync(join(stack.projectFolder, KEPT)), RUN_TIMEOUT).toBe(true)
	await type(`mcp unity_asset ${JSON.stringify({ action: 'delete', path: KEPT })}`)
	await openCalls()
	const question = page.locator('[data-question]')
	await question.getByText(KEPT).first().waitFor(RUN_TIMEOUT)
	expect(existsSync(join(stack.projectFolder, KEPT))).toBe(true)
	await page.getByRole('button', { name: 'Approve', exact: true }).click(RUN_TIMEOUT)
	await expect.poll(() => existsSync(join(stack.projectFolder, KEPT))).toBe(false)
	await revert()
	await expect.poll(() => existsSync(join(stack.projectFolder, KEPT)), RUN_TIMEOUT).toBe(true)
	expect(complaints).toEqual([])
})

test('the change of an agent waits while a run has the editor, the page says whose turn it is, and a person lets it go first', async () => {
	await page.goto(project)
	await askFirst(page)
	await say(page, 'create a cube named OfRun and then delete the floor')
	const question = page.locator('[data-question]')
	await question.getByText('OfRun').first().waitFor(RUN_TIMEOUT)
	await page.getByRole('button', { name: 'Approve', exact: true }).click()
	// The run has changed the editor, and has not ended.
	await question.getByText('Floor').first().waitFor(RUN_TIMEOUT)
	await type(create('Patient'))
	const turns = page.getByRole('list', { name: 'Turns at the editor' }).getByRole('listitem')
	await turns.filter({ hasText: 'changes it now' }).getByText(/OfRun/).waitFor(RUN_TIMEOUT)
	expect(await objectsNamed(stack, 'Patient')).toBe(0)
	await turns.getByRole('button', { name: /Let “claude-code .* go first/ }).click()
	await expect.poll(() => objectsNamed(stack, 'Patient'), RUN_TIMEOUT).toBe(1)
	await turns.first().waitFor({ state: 'detached', ...RUN_TIMEOUT })
	expect(complaints).toEqual([])
})
