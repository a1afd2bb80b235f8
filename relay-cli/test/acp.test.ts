/** Agents that speak the Agent Client Protocol, as a project's room starts, replies to and ends them. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
	type AgentCard,
	AgentList,
	type TranscriptEntry,
	TranscriptPart,
} from '@fairlead/protocol/agents'
import { failed } from '@fairlead/protocol/calls'
import type { DeskCall } from '@fairlead/protocol/relay-link'
import {
	type TerminalActor,
	TerminalOpened,
	type ViewerTerminalAct,
} from '@fairlead/protocol/terminals'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isProcessAlive } from '../src/relay-file.ts'
import { ClaudeDesk } from './claude-desk.ts'
import type { FakeRoom } from './fake-room.ts'
import { Cleanups, makeCall, TEST_TIMEOUT_MS, until } from './support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

const MOCK = fileURLToPath(new URL('./mock-acp/mock-acp.ts', import.meta.url))
const SIZE = { columns: 80, rows: 24 }
const EDITOR: TerminalActor = { viewer: 'v-editor', name: 'Emil', shells: false }

const cleanups = new Cleanups()
let desk: ClaudeDesk
let room: FakeRoom
let key: string

beforeEach(async () => {
	desk = await ClaudeDesk.open(cleanups, true)
	;({ room, key } = desk)
	await desk.fairlead('agents', 'on', desk.path, '--terminals')
	const added = await desk.fairlead('agents', 'add', 'Mock', '--', process.execPath, MOCK)
	expect(added.stdout).toContain('Added: owners and editors may start Mock')
})
afterEach(async () => {
	await cleanups.run()
	vi.unstubAllEnvs()
})

type Short<T> = T extends unknown ? Omit<T, 'editorKey'> : never
async function act(asked: Short<ViewerTerminalAct>): Promise<unknown> {
	const outcome = await room.act(EDITOR, { ...asked, editorKey: key } as ViewerTerminalAct)
	if (outcome.status !== 'ok') throw new Error(`${outcome.error.code}: ${outcome.error.message}`)
	return outcome.result
}
async function list(): Promise<AgentList> {
	const outcome = await room.read('agents.list', { editorKey: key })
	if (outcome.status !== 'ok') throw new Error(outcome.error.message)
	return AgentList.parse(outcome.result)
}
const cardNow = async (agentId: string): Promise<AgentCard | undefined> =>
	(await list()).cards.find((one) => one.agentId === agentId)
const card = (agentId: string, is: (card: AgentCard) => boolean): Promise<AgentCard> =>
	until(`the card of ${agentId}`, async () => {
		const found = await cardNow(agentId)
		return found && is(found) ? found : null
	})
const hasStatus = (agentId: string, kind: AgentCard['status']['kind']): Promise<AgentCard> =>
	card(agentId, ({ status }) => status.kind === kind)
async function started(
	prompt?: string,
	more: object = {},
): Promise<{ terminalId: string; agentId: string }> {
	const asked = { act: 'open_agent', size: SIZE, program: 'Mock', ...more } as const
	const opened = TerminalOpened.parse(
		await act(prompt === undefined ? asked : { ...asked, prompt }),
	)
	return { terminalId: opened.terminalId, agentId: opened.agentId ?? '' }
}
async function transcript(agentId: string): Promise<readonly TranscriptEntry[]> {
	const outcome = await room.read('agents.transcript', { editorKey: key, agentId })
	if (outcome.status !== 'ok') throw new Error(outcome.error.message)
	return TranscriptPart.parse(outcome.result).entries
}
const texts = async (agentId: string): Promise<string[]> =>
	(await transcript(agentId)).flatMap((entry) => ('text' in entry ? [entry.text] : []))
const asked = (): Promise<DeskCall> => until('the question', () => room.deskCalls.at(-1))
/** With the environment of now. */
async function restart(): Promise<void> {
	await desk.relay.close()
	await desk.start()
}

it('an agent is started with a prompt, has its card at once, and its transcript with differences', async () => {
	writeFileSync(join(desk.path, 'door.ts'), 'const open = false\nconst width = 3\n')
	writeFileSync(join(desk.path, '.env'), 'WORD=open sesame\n')
	const { terminalId, agentId } = await started('edit door.ts')
	expect(await cardNow(agentId)).toMatchObject({ terminalId, title: 'edit door.ts' })
	expect((await list()).terminals).toMatchObject({
		programs: ['Mock'],
		list: [{ terminalId, agentId, protocol: 'acp', state: { kind: 'running' } }],
	})
	const done = await hasStatus(agentId, 'waiting_input')
	expect(done).toMatchObject({
		program: 'Mock',
		status: { text: 'The door is open.', sure: true },
		tools: [
			{ text: 'Reading door.ts', state: 'done' },
			{ text: 'Editing door.ts', state: 'done' },
		],
		tokens: { input: 0, output: 0 },
	})
	expect(await transcript(agentId)).toMatchObject([
		{ kind: 'prompt', text: 'edit door.ts' },
		{ kind: 'tool', name: 'Read' },
		{ kind: 'result', failed: false, text: 'const open = false\nconst width = 3\n' },
		{
			kind: 'tool',
			name: 'Edit',
			changes: [
				{
					path: join(desk.path, 'door.ts'),
					before: 'const open = false\nconst width = 3\n',
					after: 'const open = true\nconst width = 3\n',
				},
			],
		},
		{ kind: 'result', failed: false },
		{ kind: 'text', text: 'The door is open.' },
		{ kind: 'note', text: 'End of the turn.' },
	])
	await act({ act: 'say', terminalId, text: 'edit .env' })
	await until('the second turn', async () => (await texts(agentId)).includes('edit .env'))
	await hasStatus(agentId, 'waiting_input')
	expect(JSON.stringify(await transcript(agentId))).not.toContain('sesame')
})

it('its tools, thoughts and plans are read as those of Claude Code', async () => {
	const { terminalId, agentId } = await started('think')
	await hasStatus(agentId, 'waiting_input')
	expect(await transcript(agentId)).toMatchObject([
		{ kind: 'prompt' },
		{ kind: 'thinking', text: 'Where is the door?' },
		{ kind: 'text', text: 'Thought.' },
		{ kind: 'note' },
	])
	await act({ act: 'say', terminalId, text: 'plan' })
	const planned = await card(
		agentId,
		({ status }) => status.kind === 'waiting_input' && status.text === 'Planned.',
	)
	expect(planned).toMatchObject({ context: { used: 1_200, window: 200_000 }, cost: 0.5 })
	const notes = (await transcript(agentId)).filter(({ kind }) => kind === 'note')
	expect(notes).toMatchObject([
		{ text: 'End of the turn.' },
		{ text: 'Plan:\n[x] Find the door\n[ ] Open it' },
		{ text: 'Plan:\n[x] Find the door\n[x] Open it' },
		{ text: 'End of the turn.' },
	])
	await act({ act: 'say', terminalId, text: 'refuse' })
	await card(agentId, ({ status }) => 'text' in status && status.text === 'It refused to continue.')
})

it('a command is asked on the page without --answers or hooks, and runs when a person approves', async () => {
	const { terminalId, agentId } = await started('run npm test')
	const call = await asked()
	expect(call).toMatchObject({
		client: 'Mock',
		params: { agent: 'Mock', tool: 'Bash', text: 'npm test', session: 'run npm test' },
	})
	const waiting = await card(agentId, ({ conversationId }) => conversationId !== undefined)
	expect(waiting).toMatchObject({
		conversationId: 'cnv_1',
		status: { kind: 'waiting_permission', text: 'Running: npm test', sure: true },
	})
	await expect(act({ act: 'say', terminalId, text: 'hello' })).rejects.toThrow(
		'conflict: This agent asks for a permission. Answer that first.',
	)
	expect(await room.call(key, makeCall('run_1.1.1', call.name, call.params))).toMatchObject({
		result: { allowed: true },
	})
	const done = await hasStatus(agentId, 'waiting_input')
	expect(done).toMatchObject({ status: { text: 'It ran.' }, tools: [{ state: 'done' }] })
	expect(done.conversationId).toBeUndefined()
	expect(await texts(agentId)).toContain('{"chosen":"once"}')
})

it('an edit is asked with its difference, and an address whole; what is denied is told to the agent', async () => {
	writeFileSync(join(desk.path, 'door.ts'), 'const open = false\nconst width = 3\n')
	const { terminalId, agentId } = await started('patch door.ts')
	const { id, params } = await asked()
	expect(params).toMatchObject({
		tool: 'Edit',
		language: 'diff',
		path: join(desk.path, 'door.ts'),
		text: expect.stringContaining('-const open = false\n+const open = true\n const width'),
	})
	room.notify('desk.ended', { id, outcome: failed('denied', 'The user denied this call.') })
	await card(agentId, ({ status }) => 'text' in status && status.text === 'Denied.')
	await act({ act: 'say', terminalId, text: 'fetch https://example.com/a?b=c' })
	await until('the second question', () => room.deskCalls.length === 2)
	expect((await asked()).params).toMatchObject({
		tool: 'WebFetch',
		text: 'https://example.com/a?b=c',
	})
	await act({ act: 'interrupt', terminalId })
	await hasStatus(agentId, 'idle')
	expect(room.heard<{ ids: string[] }>('desk.withdraw')).toHaveLength(1)
})

it('a permission that nobody answers, or that nobody can be asked for, ends the turn', async () => {
	const { terminalId, agentId } = await started('run npm test')
	const { id } = await asked()
	const outcome = failed('denied', 'The conversation is read-only.', { data: { mode: 'read' } })
	room.notify('desk.ended', { id, outcome })
	const text = 'Nobody has answered the permission that it asked for. The turn was ended.'
	const isSaid = ({ status }: AgentCard) => 'text' in status && status.text === text
	await card(agentId, isSaid)
	await act({ act: 'say', terminalId, text: 'hello' })
	await card(agentId, ({ status }) => 'text' in status && status.text === 'You said: hello')
	room.opens = false
	await act({ act: 'say', terminalId, text: 'run npm test' })
	await card(agentId, isSaid)
	expect(await texts(agentId)).toContain('{"chosen":"cancelled"}')
})

it('a turn is interrupted, and no other begins while it runs', async () => {
	const { terminalId, agentId } = await started('wait')
	await card(agentId, ({ status }) => 'text' in status && status.text === 'Running: sleep 100')
	await expect(act({ act: 'say', terminalId, text: 'hello' })).rejects.toThrow('conflict:')
	for (const one of [
		{ act: 'follow', terminalId },
		{ act: 'take', terminalId, size: SIZE },
		{ act: 'resize', terminalId, size: SIZE },
	] as const)
		await expect(act(one)).rejects.toThrow('unsupported: This agent has no terminal.')
	await act({ act: 'interrupt', terminalId })
	await hasStatus(agentId, 'idle')
	await act({ act: 'say', terminalId, text: 'hello' })
	await hasStatus(agentId, 'waiting_input')
})

it('an agent that crashes has ended, and says in the midst of what', async () => {
	const { terminalId, agentId } = await started('crash')
	await hasStatus(agentId, 'ended')
	expect(await texts(agentId)).toEqual([
		'crash',
		'I go.',
		'Mock ended in the middle of its turn. It ended with exit code 7.',
		'End of the turn.',
	])
	expect((await list()).terminals?.list).toMatchObject([{ state: { kind: 'exited', code: 7 } }])
	await expect(act({ act: 'say', terminalId, text: 'hello' })).rejects.toThrow('has ended')
	await expect(started('go on', { resume: agentId })).rejects.toThrow('unsupported')
	await act({ act: 'close', terminalId })
	expect((await cardNow(agentId))?.status).toEqual({ kind: 'ended', sure: true })
})

it('what floods or makes no sense does no harm', async () => {
	const { terminalId, agentId } = await started('noise')
	await card(agentId, ({ status }) => 'text' in status && status.text === 'Noisy.')
	await act({ act: 'say', terminalId, text: 'flood' })
	await card(agentId, ({ status }) => 'text' in status && status.text === 'Flooded.')
	const [folder = ''] = readdirSync(join(desk.home, 'acp', 'projects'))
	const file = join(desk.home, 'acp', 'projects', folder, `${agentId}.jsonl`)
	const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
	for (const line of lines) expect(line.length).toBeLessThan(1_000_000)
	for (const line of lines) expect(JSON.parse(line)).toMatchObject({ sessionId: agentId })
	if (process.platform === 'win32') return
	expect(statSync(file).mode & 0o077).toBe(0)
	expect(statSync(join(desk.home, 'acp')).mode & 0o077).toBe(0)
})

it('closing it leaves no process, and the relay that ends leaves a lost one', async () => {
	const { terminalId, agentId } = await started('spawn')
	const pidOf = async (id: string): Promise<number> => {
		const found = (await hasStatus(id, 'waiting_input')).status
		return Number(/child (\d+)/.exec('text' in found ? found.text : '')?.[1])
	}
	const child = await pidOf(agentId)
	expect(isProcessAlive(child)).toBe(true)
	await act({ act: 'close', terminalId })
	await until('the end of the child', () => !isProcessAlive(child))
	expect((await list()).terminals?.list).toEqual([])
	await hasStatus(agentId, 'ended')
	const other = await started('spawn')
	const left = await pidOf(other.agentId)
	await desk.relay.close()
	await until('the end of its child', () => !isProcessAlive(left))
	await desk.start()
	const lost = await hasStatus(other.agentId, 'ended')
	expect(lost.terminalId).toBe(other.terminalId)
	expect((await list()).terminals?.list).toMatchObject([{ state: { kind: 'lost' } }])
	await act({ act: 'close', terminalId: other.terminalId })
	await hasStatus(other.agentId, 'ended')
})

/** As an agent was asked for it. */
async function session(more: object = {}): Promise<Record<string, unknown>> {
	const { agentId } = await started('session', more)
	await hasStatus(agentId, 'waiting_input')
	const said = (await texts(agentId)).find((text) => text.startsWith('{'))
	return JSON.parse(said ?? '')
}

it("gets Fairlead's tools for the folder, further folders if it takes them, and a worktree without", async () => {
	expect(await session()).toMatchObject({
		cwd: desk.path,
		mcpServers: [
			{
				name: 'fairlead',
				args: [expect.any(String), 'mcp', '--page'],
				env: [{ name: 'FAIRLEAD_HOME', value: desk.home }],
			},
		],
	})
	await expect(started('session', { folders: ['Assets'] })).rejects.toThrow(
		'unsupported: Mock takes no further folders.',
	)
	vi.stubEnv('MOCK_ACP', 'folders')
	await restart()
	expect(await session({ folders: ['Assets'] })).toMatchObject({
		additionalDirectories: [join(desk.path, 'Assets')],
	})
	const git = (...args: string[]) =>
		execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: desk.path })
	git('init', '-q')
	git('commit', '-q', '--allow-empty', '-m', 'begin')
	expect(await session({ worktree: true })).toMatchObject({
		cwd: expect.stringContaining(join(desk.path, '.claude', 'worktrees', 'agent-')),
		mcpServers: [],
	})
})

it('one that cannot be started says why, and leaves nothing', async () => {
	for (const [mode, why] of [
		['auth', 'denied: Sign in to Mock in a terminal on that computer first.'],
		['version', 'unsupported: Mock speaks version 99'],
		['exits', 'It ended with exit code 3. It said: no configuration'],
	] as const) {
		vi.stubEnv('MOCK_ACP', mode)
		await restart()
		await expect(started('hello')).rejects.toThrow(why)
		expect((await list()).terminals?.list).toEqual([])
		expect((await list()).cards).toEqual([])
	}
	await expect(started('hello')).rejects.not.toThrow('hunter2')
	await desk.fairlead('agents', 'add', 'Gemini', '--', 'no-such-program', '--acp')
	await expect(started('hello', { program: 'Gemini' })).rejects.toThrow(
		'not_found: Gemini was not found on that computer: there is no program "no-such-program".',
	)
	expect(existsSync(join(desk.home, 'acp'))).toBe(false)
})

it('only a person on the computer declares agents', async () => {
	await expect(started('hello', { program: 'Other' })).rejects.toThrow('not_found: Nobody on that')
	expect((await desk.fairlead('agents')).stdout).toContain(`Mock   ${process.execPath} ${MOCK}`)
	expect((await desk.fairlead('agents', 'remove', 'Other')).code).toBe(1)
	expect((await desk.fairlead('agents', 'remove', 'Mock')).stdout).toContain('Removed')
	await expect(started('hello')).rejects.toThrow('not_found: Nobody on that')
	await until('no programs', async () => (await list()).terminals?.programs === undefined)
})
