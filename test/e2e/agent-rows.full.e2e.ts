/**
 * Several coding agents in one folder, as their cards say it: each in its state, with its own sub-agents and its own
 * questions. The computer cannot hold terminals: nothing but those may be missing.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { hashOf } from '../../relay-cli/src/agents/transcripts/claude-folder.ts'
import { RunningClaude } from '../../relay-cli/test/mock-claude/running-claude.ts'
import { expectAccessible } from './axe-kit.ts'
import { launchBrowser, openTab, RUN_TIMEOUT, signIn } from './browser-kit.ts'
import { type ClaudeStack, claudeStack } from './claude-kit.ts'

/** Makes a package look as if it were not installed. */
const WITHOUT_PTY = `import { registerHooks } from 'node:module'
registerHooks({
	resolve(name, context, next) {
		if (name.startsWith('@lydell/node-pty')) throw new Error('not installed')
		return next(name, context)
	},
})`
/** A version of Claude Code without a registry: what is known comes from hooks and transcripts. */
const NO_REGISTRY = { MOCK_CLAUDE_REGISTRY: '0' }

let page: Page
let agentsUrl: string
let folder: string
let claude: string
let fairlead: ClaudeStack['fairlead']
const agents: RunningClaude[] = []
const complaints: string[] = []

beforeAll(async () => {
	const own = await claudeStack(async (dir) => {
		const file = join(dir, 'without-pty.mjs')
		await writeFile(file, WITHOUT_PTY)
		return { editor: 'none', env: { NODE_OPTIONS: `--import=${pathToFileURL(file).href}` } }
	})
	const { origin, projectFolder, projectId, url } = own.stack
	;({ claude, fairlead } = own)
	folder = projectFolder
	agentsUrl = `${origin}/p/${projectId}/agents`
	await fairlead('agents', 'on', folder, '--answers', '--terminals')
	const browser = await launchBrowser()
	page = await openTab(await browser.newContext(), complaints)
	await signIn(page, url)
	await page.goto(agentsUrl)
	return async () => {
		for (const agent of agents) await agent.kill()
		await browser.close()
		await own.close()
	}
})

async function start(...args: string[]): Promise<RunningClaude> {
	const agent = await RunningClaude.start(folder, claude, NO_REGISTRY, ...args)
	agents.push(agent)
	return agent
}

const articles = (of: Page = page) => of.getByRole('article')
const card = (title: string) => page.getByRole('article', { name: title, exact: true })
/** The agent that the card belongs to. */
const agentOf = async (title: string): Promise<string | undefined> =>
	(await card(title).getByRole('link').first().getAttribute('href'))?.split('/').at(-1)
const transcriptOf = ({ sessionId }: RunningClaude): Promise<string> =>
	readFile(join(claude, 'projects', hashOf(folder), `${sessionId}.jsonl`), 'utf8')

test('a computer without terminals says why, and shows its agents all the same', async () => {
	await page
		.getByText('No agent can be started here: Terminals are not available on that computer')
		.waitFor(RUN_TIMEOUT)
	await expect.poll(() => page.getByRole('button', { name: /^New/ }).count()).toBe(0)
})

test('/clear keeps the card without hooks and registry, and what silence tells is said as a guess', async () => {
	const builds = await start()
	await builds.do(
		{ do: 'prompt', text: 'Build the house' },
		{ do: 'tool', id: 'b1', name: 'Bash', input: { command: 'make house' } },
	)
	const talks = await start()
	await talks.do(
		{ do: 'prompt', text: 'Choose a color' },
		{ do: 'text', text: 'Red suits the door.' },
	)
	const first = await start()
	const firstId = first.sessionId
	await first.do(
		{ do: 'prompt', text: 'Mend the door' },
		{ do: 'text', text: 'The door is mended.' },
		{ do: 'turn-end' },
	)
	await card('Mend the door').getByText('Waiting for you: The door is mended.').waitFor(RUN_TIMEOUT)
	await first.do({ do: 'clear' }, { do: 'prompt', text: 'Now the window' })
	expect(first.sessionId).not.toBe(firstId)
	await card('Now the window').getByText('Thinking').waitFor(RUN_TIMEOUT)
	await expect.poll(() => agentOf('Now the window')).toBe(firstId)
	await expect.poll(() => articles().count()).toBe(3)
	await card('Choose a color')
		.getByText('Seems to be waiting for you: Red suits the door.')
		.waitFor(RUN_TIMEOUT)
	await card('Build the house')
		.getByText('May be waiting for a permission: Running: make house')
		.waitFor(RUN_TIMEOUT)
	await builds.do({ do: 'result', id: 'b1' })
	await card('Build the house').getByText('Thinking').waitFor(RUN_TIMEOUT)
	await expectAccessible(page)
})

test('/clear and /resume keep the card with hooks', async () => {
	await fairlead('agents', 'hooks', 'install')
	const agent = await start()
	const { sessionId } = agent
	await agent.do({ do: 'prompt', text: 'Mend the roof' }, { do: 'turn-end' })
	await card('Mend the roof').getByText('Waiting for you').waitFor(RUN_TIMEOUT)
	await agent.do({ do: 'clear' }, { do: 'prompt', text: 'Paint the roof' }, { do: 'turn-end' })
	await card('Paint the roof').getByText('Waiting for you').waitFor(RUN_TIMEOUT)
	await expect.poll(() => agentOf('Paint the roof')).toBe(sessionId)
	await agent.do({ do: 'resume', sessionId }, { do: 'prompt', text: 'Go on with the roof' })
	await card('Mend the roof').getByText('Thinking').waitFor(RUN_TIMEOUT)
	await expect.poll(() => agentOf('Mend the roof')).toBe(sessionId)
	await card('Paint the roof').waitFor({ state: 'detached', ...RUN_TIMEOUT })
	await expect.poll(() => articles().count()).toBe(4)
	await agent.do({ do: 'exit' })
	await card('Mend the roof').waitFor({ state: 'detached', ...RUN_TIMEOUT })
	expect(agent.problems).toEqual([])
})

test('two agents in one folder have their own tools and states, and a notification is for one of them', async () => {
	const [reads, tests] = [await start(), await start()]
	await reads.do(
		{ do: 'prompt', text: 'Read the hall' },
		{ do: 'tool', id: 'x1', name: 'Read', input: { file_path: 'Hall.cs' } },
	)
	await tests.do(
		{ do: 'prompt', text: 'Test the hall' },
		// The ids of tools are unique in a session only.
		{ do: 'tool', id: 'x1', name: 'Bash', input: { command: 'npm test' } },
	)
	await card('Read the hall').getByText('Reading Hall.cs').waitFor(RUN_TIMEOUT)
	await card('Test the hall').getByText('Running: npm test').waitFor(RUN_TIMEOUT)
	await reads.do(
		{ do: 'result', id: 'x1', failed: true },
		{ do: 'text', text: 'It cannot be read.' },
		{ do: 'turn-end' },
	)
	const waiting = card('Read the hall').getByText('Waiting for you: It cannot be read.')
	await waiting.waitFor(RUN_TIMEOUT)
	await card('Read the hall').getByText('Reading Hall.cs failed').waitFor(RUN_TIMEOUT)
	await card('Test the hall').getByText('Running: npm test', { exact: true }).waitFor(RUN_TIMEOUT)
	await expect.poll(() => card('Test the hall').getByRole('list').count()).toBe(0)
	await tests.do({
		do: 'notification',
		type: 'permission_prompt',
		message: 'Claude needs your permission to use Bash',
	})
	await card('Test the hall')
		.getByText('Needs a permission: Running: npm test')
		.waitFor(RUN_TIMEOUT)
	await waiting.waitFor(RUN_TIMEOUT)
	await tests.do({ do: 'result', id: 'x1' })
	await card('Test the hall').getByText('Thinking').waitFor(RUN_TIMEOUT)
	await tests.do({
		do: 'notification',
		type: 'elicitation_dialog',
		message: 'Which hall is meant?',
	})
	await card('Test the hall')
		.getByText('Waiting for you: Which hall is meant?')
		.waitFor(RUN_TIMEOUT)
	expect([...reads.problems, ...tests.problems]).toEqual([])
	await reads.do({ do: 'exit' })
	await card('Read the hall').waitFor({ state: 'detached', ...RUN_TIMEOUT })
})

test('a tool that ends as soon as it begins is seen at work', async () => {
	const agent = await start()
	await agent.do({ do: 'prompt', text: 'Look at once' })
	await card('Look at once').getByText('Thinking').waitFor(RUN_TIMEOUT)
	const seen = await card('Look at once').evaluateHandle((article) => {
		const states: string[] = []
		const look = () => {
			const now = article.querySelector('[data-last]')?.textContent ?? ''
			if (states.at(-1) !== now) states.push(now)
		}
		look()
		const all = { subtree: true, childList: true, characterData: true }
		new MutationObserver(look).observe(article, all)
		return states
	})
	await agent.do({ do: 'call', id: 'q1', name: 'Read', input: { file_path: 'Quick.cs' } })
	await expect.poll(() => seen.jsonValue()).toEqual(['Thinking', 'Reading Quick.cs', 'Thinking'])
	await agent.do({ do: 'exit' })
	await card('Look at once').waitFor({ state: 'detached', ...RUN_TIMEOUT })
})

test('a sub-agent and a member of a team ask on their own cards, by name, under the agent that began them', async () => {
	const lead = await start()
	await lead.do(
		{ do: 'prompt', text: 'Clean the house' },
		{ do: 'agent', id: 'c1', agentId: 'a1', description: 'Find the dust' },
	)
	const below = page.getByRole('list', { name: 'Agents of Clean the house' })
	const sub = below.getByRole('article', { name: 'Explore: Find the dust' })
	await sub.getByText('Searching code').waitFor(RUN_TIMEOUT)
	await lead.do({ do: 'agent-permission', agentId: 'a1', command: 'rm dust.txt' })
	await sub.getByText('Needs a permission: Explore: Running: rm dust.txt').waitFor(RUN_TIMEOUT)
	await card('Clean the house').getByText('Subtask: Find the dust').waitFor(RUN_TIMEOUT)
	// The office has the same six, in the same order.
	const office = page.getByRole('list', { name: 'Agents in the office' })
	await expect.poll(() => articles().count()).toBe(6)
	const titles = await page.getByRole('article').getByRole('heading').allTextContents()
	await expect.poll(() => office.locator('a > span').allTextContents()).toEqual(titles)
	expect(titles.slice(0, 2)).toEqual(['Clean the house', 'Explore: Find the dust'])
	await expectAccessible(page)
	await sub.getByRole('link', { name: 'Answer' }).click(RUN_TIMEOUT)
	const question = page.getByRole('group', { name: /Claude Code/ })
	await question.getByText('rm dust.txt').first().waitFor(RUN_TIMEOUT)
	await question.getByRole('button', { name: 'Approve' }).click()
	await page.goto(agentsUrl)
	// It has run, and the search that was at work before is again what the card says.
	await sub.getByText('Running: rm dust.txt', { exact: true }).waitFor(RUN_TIMEOUT)
	await sub.getByText('Searching code').waitFor(RUN_TIMEOUT)
	await lead.do({ do: 'agent-end', id: 'c1', agentId: 'a1' })
	await sub.getByText('Ended').waitFor(RUN_TIMEOUT)

	await lead.do({ do: 'member', id: 'c2', team: 'house', name: 'painter' })
	const member = await start('--team-name', 'house', '--agent-name', 'painter')
	await member.do(
		{ do: 'prompt', text: 'Paint the walls' },
		{ do: 'permission', id: 'p1', name: 'Bash', input: { command: 'mix paint' } },
	)
	const painter = below.getByRole('article', { name: 'painter', exact: true })
	await painter.getByText('Needs a permission: Running: mix paint').waitFor(RUN_TIMEOUT)
	await card('Clean the house').getByText('Thinking').waitFor(RUN_TIMEOUT)
	await painter.getByRole('link', { name: 'Answer' }).waitFor(RUN_TIMEOUT)
	await member.do({ do: 'result', id: 'p1' }, { do: 'exit' })
	await painter.getByText('Ended').waitFor(RUN_TIMEOUT)
	expect([...lead.problems, ...member.problems]).toEqual([])
})

/** A new agent that asks for a permission. */
async function asks(title: string, command: string): Promise<RunningClaude> {
	const agent = await start()
	await agent.do(
		{ do: 'prompt', text: title },
		{ do: 'permission', id: 'q1', name: 'Bash', input: { command } },
	)
	return agent
}

test('a press counts for the link that it began on, though another agent’s card takes its place', async () => {
	const first = await asks('Sweep the yard', 'npm run yard')
	const answer = card('Sweep the yard').getByRole('link', { name: 'Answer' })
	const top = async () => (await answer.boundingBox())?.y
	await answer.hover(RUN_TIMEOUT)
	const before = await top()
	await page.mouse.down()
	const second = await asks('Sweep the street', 'npm run street')
	await card('Sweep the street').getByText('Needs a permission').waitFor(RUN_TIMEOUT)
	await expect.poll(top).not.toBe(before)
	await page.mouse.up()
	const question = page.getByRole('group', { name: /Claude Code/ })
	await question.getByText('npm run yard').first().waitFor(RUN_TIMEOUT)
	await page.goto(agentsUrl)
	await first.do({ do: 'exit' })
	await second.do({ do: 'exit' })
	await card('Sweep the yard').waitFor({ state: 'detached', ...RUN_TIMEOUT })
	await card('Sweep the street').waitFor({ state: 'detached', ...RUN_TIMEOUT })
	expect([...first.problems, ...second.problems]).toEqual([])
})

test('two agents ask at once: each is answered by its own question', async () => {
	const first = await asks('Sweep the attic', 'npm run attic')
	const second = await asks('Sweep the cellar', 'npm run cellar')
	const approve = async (title: string, command: string) => {
		await card(title).getByRole('link', { name: 'Answer' }).click(RUN_TIMEOUT)
		const question = page.getByRole('group', { name: /Claude Code/ })
		await question.getByText(command).first().waitFor(RUN_TIMEOUT)
		await question.getByRole('button', { name: 'Approve' }).click()
		await page.goto(agentsUrl)
		await card(title).getByText('Thinking').waitFor(RUN_TIMEOUT)
	}
	// The later one first.
	await approve('Sweep the cellar', 'npm run cellar')
	await card('Sweep the attic').getByText('Needs a permission').waitFor(RUN_TIMEOUT)
	await approve('Sweep the attic', 'npm run attic')
	await first.do({ do: 'exit' })
	await second.do({ do: 'exit' })
	expect([...first.problems, ...second.problems]).toEqual([])
})

test('an edit is asked with the whole difference, and a denial tells the session why', async () => {
	const before = Array.from({ length: 40 }, (_, at) => `int room${at} = ${at};`)
	await writeFile(join(folder, 'House.cs'), `${before.join('\n')}\n`)
	const agent = await start()
	await agent.do(
		{ do: 'prompt', text: 'Change the house' },
		{
			do: 'permission',
			id: 'e1',
			name: 'Edit',
			input: {
				file_path: join(folder, 'House.cs'),
				old_string: before.slice(5, 35).join('\n'),
				new_string: before
					.slice(5, 35)
					.map((line) => line.replace('int', 'long'))
					.join('\n'),
			},
		},
	)
	await card('Change the house').getByRole('link', { name: 'Answer' }).click(RUN_TIMEOUT)
	const question = page.getByRole('group', { name: /Claude Code/ })
	await question.getByText('House.cs').first().waitFor(RUN_TIMEOUT)
	for (const at of [5, 34]) {
		await question.getByText(`int room${at} = ${at};`).waitFor(RUN_TIMEOUT)
		await question.getByText(`long room${at} = ${at};`).waitFor(RUN_TIMEOUT)
	}
	await question.getByRole('button', { name: 'Deny with a reason' }).click()
	await page.getByRole('textbox', { name: /Why not/ }).fill('leave the rooms as they are')
	await page.keyboard.press('Enter')
	await expect.poll(() => transcriptOf(agent)).toContain('leave the rooms as they are')
	await page.goto(agentsUrl)
	await card('Change the house').getByText('Editing House.cs failed').waitFor(RUN_TIMEOUT)

	const asks = (id: string) =>
		agent.do({ do: 'permission', id, name: 'Bash', input: { command: 'npm run house' } })
	await asks('e2')
	await card('Change the house').getByRole('link', { name: 'Answer' }).click(RUN_TIMEOUT)
	await question.getByRole('button', { name: 'More answers' }).click(RUN_TIMEOUT)
	await page.getByRole('menuitem', { name: /^Always allow .*npm run house/ }).click()
	await expect.poll(() => transcriptOf(agent)).toMatch(/"tool_use_id":"e2".*"is_error":false/)
	await asks('e3')
	await expect.poll(() => transcriptOf(agent)).toMatch(/"tool_use_id":"e3".*"is_error":false/)
	await page.goto(agentsUrl.replace(/agents$/, 'settings#always-allowed'))
	const allowed = page.getByRole('list', { name: 'Always allowed' })
	await allowed.getByText('npm run house').first().waitFor(RUN_TIMEOUT)
	await expect.poll(() => allowed.getByRole('listitem').count()).toBe(1)
	expect(agent.problems).toEqual([])
	expect(complaints).toEqual([])
})
