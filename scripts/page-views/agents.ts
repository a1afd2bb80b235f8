/**
 * The views of coding agents on a computer: mock sessions of Claude Code in the stack's folder. A stack with the
 * variables of `claudeEnvironment` has them. They end the sessions that they start.
 */
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { RunningClaude } from '../../relay-cli/test/mock-claude/running-claude.ts'
import { RELAY_MAIN } from '../paths.ts'
import type { Stack } from '../stack/stack.ts'
import { go, RUN_TIMEOUT as RUN } from './page-person.ts'
import type { PageView, Visit } from './page-view.ts'

const claudeIn = (dir: string): string => join(dir, 'claude')
const agentsPath = ({ projectId }: Stack): string => `/p/${projectId}/agents`
const agents = ({ page }: Visit) => page.getByRole('list', { name: 'Agents', exact: true })

let sessions: RunningClaude[] = []

function allow({ stack }: Visit): void {
	const { home, projectFolder } = stack
	const env = { ...process.env, FAIRLEAD_HOME: home, CLAUDE_CONFIG_DIR: claudeIn(dirname(home)) }
	for (const args of [
		['agents', 'hooks', 'install'],
		['agents', 'on', projectFolder, '--answers', '--terminals'],
	]) {
		const { status, stderr } = spawnSync(process.execPath, [RELAY_MAIN, ...args], { env })
		if (status !== 0) throw new Error(`fairlead ${args.join(' ')}: ${stderr}`)
	}
}

async function showNone(visit: Visit): Promise<void> {
	const { page, stack } = visit
	await page.unrouteAll({ behavior: 'ignoreErrors' })
	await go(page, agentsPath(stack))
	await page.getByText('Agents in this folder are not shown.').first().waitFor(RUN)
}

/** One that works with a sub-agent, one that asks for a permission, one that waits, and one without a prompt. */
async function showAgents(visit: Visit): Promise<void> {
	const { page, stack } = visit
	allow(visit)
	// A relay hears nothing of sessions before it has followed.
	await page.getByText('No agents. Start').waitFor(RUN)
	const claude = claudeIn(dirname(stack.home))
	/** The people of the office get their looks by their ids, and their desks as they come. */
	const start = async (n: number): Promise<RunningClaude> => {
		const id = `00000000-0000-4000-8000-00000000000${n}`
		const session = await RunningClaude.start(stack.projectFolder, claude, {}, '--session-id', id)
		sessions.push(session)
		return session
	}
	const seen = (title: string) => agents(visit).getByText(title).first().waitFor(RUN)
	const works = await start(1)
	await works.do(
		{ do: 'prompt', text: 'Mend the door, and write a test that opens it from both sides' },
		{ do: 'tool', id: 't1', name: 'Read', input: { file_path: 'Assets/Scripts/Door.cs' } },
		{ do: 'result', id: 't1', text: 'public class Door : MonoBehaviour {}' },
		{ do: 'agent', id: 't2', agentId: 'a1', description: 'Find who opens doors' },
	)
	await seen('Mend the door')
	await page.getByText('Find who opens doors').first().waitFor(RUN)
	const asks = await start(2)
	await asks.do(
		{ do: 'prompt', text: 'Paint the lamp' },
		{ do: 'text', text: 'I change **one line**, then run its test.' },
		{
			do: 'permission',
			id: 't1',
			name: 'Edit',
			input: {
				file_path: join(stack.projectFolder, 'Assets/Scripts/Lamp.cs'),
				old_string: 'color = Color.white;',
				new_string: 'color = Color.red;',
			},
		},
	)
	await seen('Paint the lamp')
	const waits = await start(3)
	await waits.do(
		{ do: 'prompt', text: 'Explain the maze' },
		{ do: 'text', text: 'It is built once, from a seed.' },
		{ do: 'turn-end' },
	)
	await seen('Explain the maze')
	await start(4)
	await agents(visit).getByText('Needs a permission').waitFor(RUN)
}

async function showQuestion({ page }: Visit): Promise<void> {
	await page.getByRole('link', { name: 'Answer' }).click()
	await page.getByRole('button', { name: 'Approve', exact: true }).waitFor(RUN)
}

async function showTranscript(visit: Visit): Promise<void> {
	await go(visit.page, agentsPath(visit.stack))
	await agents(visit).getByRole('link', { name: 'Paint the lamp' }).click(RUN)
	await visit.page.getByRole('log', { name: 'Entries' }).getByText('one line').waitFor(RUN)
}

async function showForm({ page, stack }: Visit): Promise<void> {
	await go(page, agentsPath(stack))
	await page.getByRole('button', { name: 'New agent' }).click(RUN)
	await page.getByRole('form', { name: 'New agent' }).waitFor(RUN)
}

async function showTerminal({ page }: Visit): Promise<void> {
	const form = page.getByRole('form', { name: 'New agent' })
	await form.getByLabel('First prompt').fill('run npm test')
	await form.getByRole('button', { name: 'Start' }).click()
	await page.locator('.xterm-screen').getByText('Allow npm test?').waitFor(RUN)
}

async function showAll({ page }: Visit): Promise<void> {
	await go(page, '/agents')
	await page.getByText('No computer is connected.').first().waitFor(RUN)
	await page.getByRole('article', { name: 'Paint the lamp', exact: true }).waitFor(RUN)
}

async function showEnded(visit: Visit): Promise<void> {
	const { page, stack } = visit
	await go(page, agentsPath(stack))
	await agents(visit).getByRole('link', { name: 'run npm test' }).click(RUN)
	await page.getByRole('group', { name: 'View' }).getByText('Terminal').click(RUN)
	await page.getByRole('button', { name: 'Close the terminal' }).click(RUN)
	const asked = page.getByRole('dialog', { name: 'Close this terminal?' })
	await asked.getByRole('button', { name: 'End and close' }).click(RUN)
	await asked.waitFor({ state: 'hidden' })
	for (const session of sessions) await session.do({ do: 'exit' })
	sessions = []
	// A question of one of them is withdrawn a moment after its end.
	await page.waitForFunction(
		async () => (await (await fetch('/api/needs-you')).json()).conversations.length === 0,
		undefined,
		RUN,
	)
	await go(page, agentsPath(stack))
	await page.getByText('No agent is at work in this folder.').waitFor(RUN)
	await page.getByRole('button', { name: /^Show \d+ ended/ }).click(RUN)
	await page.getByRole('list', { name: 'Ended agents' }).getByText('Mend the door').waitFor(RUN)
}

/** Each from the one before it. */
export const AGENT_VIEWS: readonly PageView[] = [
	{ name: 'agents-not-shown', reach: showNone },
	{ name: 'agents', reach: showAgents },
	{ name: 'agents-question', reach: showQuestion },
	{ name: 'agent-transcript', reach: showTranscript },
	{ name: 'agent-new', reach: showForm },
	{ name: 'agent-terminal', reach: showTerminal },
	{ name: 'agents-of-all-projects', reach: showAll },
	{ name: 'agents-ended', reach: showEnded },
]
