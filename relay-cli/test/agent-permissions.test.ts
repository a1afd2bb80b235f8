/** Permissions of a mock `claude` that runs: its hook, a relay, and a double of the project's room. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AgentList } from '@fairlead/protocol/agents/agents'
import { failed } from '@fairlead/protocol/wire/calls'
import type { DeskCall, DeskWithdrawn } from '@fairlead/protocol/wire/relay-link'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FakeRoom } from './fakes/fake-room.ts'
import { ClaudeDesk } from './kit/claude-desk.ts'
import { Cleanups, makeCall, TEST_TIMEOUT_MS, until } from './kit/support.ts'
import type { RunningClaude } from './mock-claude/running-claude.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

const cleanups = new Cleanups()
let desk: ClaudeDesk
let path: string
let room: FakeRoom
let key: string
let agent: RunningClaude

const fairlead = (...args: string[]) => desk.fairlead(...args)

beforeEach(async () => {
	desk = await ClaudeDesk.open(cleanups, true)
	;({ path, room, key } = desk)
	await fairlead('agents', 'hooks', 'install')
})
afterEach(() => cleanups.run())

async function start(...on: string[]): Promise<void> {
	expect((await fairlead('agents', 'on', path, ...on)).code).toBe(0)
	agent = await desk.session()
	await agent.do({ do: 'prompt', text: 'Mend the door' })
}

const cardOf = async () => {
	const outcome = await room.read('agents.list', { editorKey: key })
	const { cards } = AgentList.parse(outcome.status === 'ok' ? outcome.result : null)
	return cards.find(({ agentId }) => agentId === agent.sessionId)
}
const kind = async () => (await cardOf())?.status.kind
const permission = (id: string, name: string, input: Record<string, unknown>) =>
	agent.do({ do: 'permission', id, name, input })
const asked = (): Promise<DeskCall> => until('the question', () => room.deskCalls.at(-1))
const withdrawnOf = ({ id }: DeskCall) =>
	room.heard<DeskWithdrawn>('desk.withdraw').find(({ ids }) => ids.includes(id))
/** Runs the call like a room in which a person has approved it. */
const approve = ({ name, params }: DeskCall) =>
	room.call(key, makeCall(`run_1.1.${room.deskCalls.length}`, name, params))

test('a command is asked with all of it, and runs when a person approves it on the page', async () => {
	await start('--answers')
	const command = `npm test && ${'x '.repeat(1_500)} # the end`
	await permission('t1', 'Bash', { command, description: 'Run the tests' })
	const call = await asked()
	expect(call).toMatchObject({
		editorKey: key,
		client: 'Claude Code',
		name: 'agent_permission',
		params: { agent: 'Claude Code', tool: 'Bash', text: command, session: 'Mend the door' },
	})
	const card = await until('the card', async () => {
		const shown = await cardOf()
		return shown?.conversationId === undefined ? null : shown
	})
	expect(card).toMatchObject({
		status: { kind: 'waiting_permission', sure: true },
		conversationId: 'cnv_1',
	})
	expect(await approve(call)).toMatchObject({ status: 'ok', result: { allowed: true } })
	await until('the tool to run', async () => (await kind()) === 'working')
	expect((await cardOf())?.conversationId).toBeUndefined()
	expect(agent.problems).toEqual([])
})

test('an edit is asked with the difference of the file, and a denial is told to the agent', async () => {
	await start('--answers')
	writeFileSync(join(path, 'door.ts'), 'const a = 1\nconst open = false\nconst b = 2\n')
	await permission('t1', 'Edit', {
		file_path: join(path, 'door.ts'),
		old_string: 'open = false',
		new_string: 'open = true',
	})
	const { id, params } = await asked()
	expect(params).toMatchObject({ language: 'diff', path: join(path, 'door.ts') })
	expect(params['text']).toContain('-const open = false\n+const open = true\n const b = 2')
	const outcome = failed('denied', 'The user denied this call: leave it closed It did not run.')
	room.notify('desk.ended', { id, outcome })
	await until('the denial', async () => (await cardOf())?.tools.at(-1)?.state === 'failed')
	const read = await room.read('agents.transcript', { editorKey: key, agentId: agent.sessionId })
	expect(JSON.stringify(read)).toContain('leave it closed')
})

test('an answer in the terminal takes the question from the page', async () => {
	await start('--answers')
	await permission('t1', 'Bash', { command: 'npm test' })
	const call = await asked()
	await agent.do({ do: 'result', id: 't1' })
	await until('the withdrawal', () => withdrawnOf(call))
	expect(withdrawnOf(call)).toEqual({ ids: [call.id], reason: 'answered' })
	expect(await approve(call)).toMatchObject({ error: { code: 'not_found' } })
	expect(agent.problems).toEqual([])
})

test('a question is withdrawn, not answered, once its folder is no longer shown', async () => {
	await start('--answers')
	await permission('t1', 'Bash', { command: 'npm test' })
	const call = await asked()
	await until('the card', async () => (await kind()) === 'waiting_permission')
	await fairlead('agents', 'off', path)
	await until('the withdrawal', () => withdrawnOf(call))
	expect(withdrawnOf(call)).toEqual({ ids: [call.id] })
})

test('seeing is not answering: without --answers nobody is asked, and the prompt in the terminal stays', async () => {
	await start()
	await permission('t1', 'Bash', { command: 'npm test' })
	await until('the card', async () => (await kind()) === 'waiting_permission')
	await agent.do({ do: 'result', id: 't1' })
	await until('its end', async () => (await kind()) === 'working')
	expect(room.deskCalls).toEqual([])
	expect((await fairlead('agents')).stdout).not.toContain('answers')
	await fairlead('agents', 'on', path, '--answers')
	await permission('t2', 'Bash', { command: 'npm run build' })
	expect(await asked()).toMatchObject({ params: { text: 'npm run build' } })
})

test('questions and plans keep their own dialog, and a project that asks nobody leaves all to the terminal', async () => {
	await start('--answers')
	await permission('t1', 'AskUserQuestion', { questions: [{ question: 'Which door?' }] })
	await permission('t2', 'ExitPlanMode', { plan: 'Mend it' })
	room.opens = false
	await permission('t3', 'Bash', { command: 'npm test' })
	await until('the question', () => room.deskCalls.length > 0)
	expect(room.deskCalls).toMatchObject([{ params: { tool: 'Bash' } }])
	await agent.do({ do: 'result', id: 't3' }, { do: 'turn-end' })
	expect(agent.problems).toEqual([])
})
