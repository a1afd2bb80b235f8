/** Two computers in one project, with agents of the same title in folders of the same name: each its own, also when one is away. */
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { RelayProcess, runFairlead } from '../../relay-cli/test/kit/relay-process.ts'
import { claudeEnvironment } from '../../relay-cli/test/mock-claude/program.ts'
import type { Owner } from '../../scripts/stack/owner.ts'
import { pairFolder } from '../../scripts/stack/pairing.ts'
import type { Stack } from '../../scripts/stack/stack.ts'
import { launchBrowser, openTab, RUN_TIMEOUT, signIn } from './browser-kit.ts'
import { DEMO_ENV, ownStack } from './stack-kit.ts'

const ATTIC = 'Attic'
const TITLE = 'wait'

let page: Page
let agents: string
let attic: RelayProcess
const complaints: string[] = []

async function allow(home: string, folder: string): Promise<void> {
	const allowed = await runFairlead(['agents', 'on', folder, '--terminals'], {
		FAIRLEAD_HOME: home,
	})
	expect(allowed.code).toBe(0)
}

/** A second computer: a relay with a home of its own, and a folder of the same name. */
async function startAttic(dir: string, { owner, origin, projectId, projectFolder }: Stack) {
	const home = join(dir, 'attic', 'home')
	const folder = join(dir, 'attic', basename(projectFolder))
	const project = (await owner.projects()).find(({ id }) => id === projectId)
	if (!project) throw new Error('no project')
	const named: Pick<Owner, 'relayToken'> = {
		relayToken: (of) => owner.relayToken(of, ATTIC),
	}
	await pairFolder({ owner: named, project, home, folder, origin })
	await allow(home, folder)
	return RelayProcess.start(home, ['--json-log'], claudeEnvironment(join(dir, 'attic')))
}

beforeAll(async () => {
	const own = await ownStack((dir) => ({
		editor: 'none',
		env: { ...DEMO_ENV, ...claudeEnvironment(dir) },
	}))
	const { home, origin, projectFolder, projectId, url } = own.stack
	await allow(home, projectFolder)
	attic = await startAttic(own.dir, own.stack)
	const browser = await launchBrowser()
	page = await openTab(await browser.newContext(), complaints)
	await signIn(page, url)
	agents = `${origin}/p/${projectId}/agents`
	await page.goto(agents)
	return async () => {
		await browser.close()
		await attic.kill()
		await own.close()
	}
})

const COMPUTERS = [hostname(), ATTIC] as const
/** The region of the one folder of this computer on the page. */
const on = (computer: string) => page.getByRole('region', { name: `demo-project on ${computer}` })
const cards = (computer: string) => on(computer).getByRole('article', { name: TITLE })
const screen = () => page.getByRole('region', { name: 'Terminal', exact: true })
const rows = () => screen().locator('.xterm-screen')

/** Opens the terminal of the agent on this computer, and interrupts it. */
async function interrupt(computer: string): Promise<void> {
	await cards(computer).getByRole('link', { name: TITLE }).click(RUN_TIMEOUT)
	await page.getByRole('group', { name: 'View' }).getByText('Terminal').click(RUN_TIMEOUT)
	await page.getByText(`demo-project on ${computer}`, { exact: true }).waitFor(RUN_TIMEOUT)
	await rows().getByText('Working').waitFor(RUN_TIMEOUT)
	await screen().getByText('Tab and Escape go to the program.').waitFor(RUN_TIMEOUT)
	await rows().click()
	await page.keyboard.press('Escape')
	await rows().getByText('Interrupted').waitFor(RUN_TIMEOUT)
}

test('agents that are started on both computers with the same words are cards of their own computer', async () => {
	for (const computer of COMPUTERS) {
		await on(computer).getByRole('button', { name: 'New agent' }).click(RUN_TIMEOUT)
		const form = page.getByRole('form', { name: 'New agent' })
		await form.getByLabel('First prompt').fill(TITLE)
		await form.getByRole('button', { name: 'Start' }).click()
		await rows().getByText('Working').waitFor(RUN_TIMEOUT)
		await page.goto(agents)
		await cards(computer).getByText('Thinking').waitFor(RUN_TIMEOUT)
	}
	for (const computer of COMPUTERS)
		await expect.poll(() => cards(computer).count(), RUN_TIMEOUT).toBe(1)
})

test('words typed in the terminal of one computer are said on that one alone', async () => {
	await interrupt(ATTIC)
	await page.goto(agents)
	await cards(ATTIC).getByText('Idle').waitFor(RUN_TIMEOUT)
	await cards(hostname()).getByText('Thinking').waitFor(RUN_TIMEOUT)
	for (const computer of COMPUTERS) {
		await on(computer).getByRole('button', { name: 'New shell' }).click()
		await page.locator('.xterm.focus').waitFor(RUN_TIMEOUT)
		await page.keyboard.type('cd .. && basename "$PWD"-$((40+2))')
		await page.keyboard.press('Enter')
		const where = computer === ATTIC ? 'attic-42' : /-42/
		await rows().getByText(where).first().waitFor(RUN_TIMEOUT)
		await page.goto(agents)
		await on(computer).waitFor(RUN_TIMEOUT)
	}
})

test('a computer whose relay stops is shown as not connected, and the other keeps working', async () => {
	await attic.kill()
	await on(ATTIC).getByText(`${ATTIC} is not connected.`).waitFor(RUN_TIMEOUT)
	await expect.poll(() => cards(ATTIC).count()).toBe(0)
	await interrupt(hostname())
	await cards(hostname()).getByText('Idle').waitFor(RUN_TIMEOUT)
	expect(complaints).toEqual([])
})
