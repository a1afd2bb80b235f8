/** Agents that speak the Agent Client Protocol, as a project's room starts, replies to and ends them. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentCard } from '@fairlead/protocol/agents/agents'
import { failed } from '@fairlead/protocol/wire/calls'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isProcessAlive } from '../src/home/relay-file.ts'
import { changeSettings } from '../src/home/settings.ts'
import { AcpDesk, MOCK_ACP, SIZE } from './kit/acp-desk.ts'
import { Cleanups, hasEnded, makeCall, TEST_TIMEOUT_MS, until } from './kit/support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

const cleanups = new Cleanups()
let acp: AcpDesk

beforeEach(async () => {
	acp = await AcpDesk.open(cleanups)
})
afterEach(async () => {
	await cleanups.run()
	vi.unstubAllEnvs()
})

it('an agent is started with a prompt, has its card at once, and its transcript with differences', async () => {
	writeFileSync(join(acp.desk.path, 'door.ts'), 'const open = false\nconst width = 3\n')
	writeFileSync(join(acp.desk.path, '.env'), 'WORD=open sesame\n')
	const { terminalId, agentId } = await acp.started('edit door.ts')
	expect(await acp.cardNow(agentId)).toMatchObject({ terminalId, title: 'edit door.ts' })
	expect((await acp.list()).terminals).toMatchObject({
		programs: ['Mock'],
		list: [{ terminalId, agentId, protocol: 'acp', state: { kind: 'running' } }],
	})
	const done = await acp.hasStatus(agentId, 'waiting_input')
	expect(done).toMatchObject({
		program: 'Mock',
		status: { text: 'The door is open.', sure: true },
		tools: [
			{ text: 'Reading door.ts', state: 'done' },
			{ text: 'Editing door.ts', state: 'done' },
		],
		tokens: { input: 0, output: 0 },
	})
	expect(await acp.transcript(agentId)).toMatchObject([
		{ kind: 'prompt', text: 'edit door.ts' },
		{ kind: 'tool', name: 'Read' },
		{ kind: 'result', failed: false, text: 'const open = false\nconst width = 3\n' },
		{
			kind: 'tool',
			name: 'Edit',
			changes: [
				{
					path: join(acp.desk.path, 'door.ts'),
					before: 'const open = false\nconst width = 3\n',
					after: 'const open = true\nconst width = 3\n',
				},
			],
		},
		{ kind: 'result', failed: false },
		{ kind: 'text', text: 'The door is open.' },
		{ kind: 'note', text: 'End of the turn.' },
	])
	await acp.act({ act: 'say', terminalId, text: 'edit .env' })
	await until('the second turn', async () => (await acp.texts(agentId)).includes('edit .env'))
	await acp.hasStatus(agentId, 'waiting_input')
	expect(JSON.stringify(await acp.transcript(agentId))).not.toContain('sesame')
})

it('tools, thoughts and plans of an agent are read as those of Claude Code', async () => {
	const { terminalId, agentId } = await acp.started('think')
	await acp.hasStatus(agentId, 'waiting_input')
	expect(await acp.transcript(agentId)).toMatchObject([
		{ kind: 'prompt' },
		{ kind: 'thinking', text: 'Where is the door?' },
		{ kind: 'text', text: 'Thought.' },
		{ kind: 'note' },
	])
	await acp.act({ act: 'say', terminalId, text: 'plan' })
	const planned = await acp.card(
		agentId,
		({ status }) => status.kind === 'waiting_input' && status.text === 'Planned.',
	)
	expect(planned).toMatchObject({ context: { used: 1_200, window: 200_000 }, cost: 0.5 })
	const notes = (await acp.transcript(agentId)).filter(({ kind }) => kind === 'note')
	expect(notes).toMatchObject([
		{ text: 'End of the turn.' },
		{ text: 'Plan:\n[x] Find the door\n[ ] Open it' },
		{ text: 'Plan:\n[x] Find the door\n[x] Open it' },
		{ text: 'End of the turn.' },
	])
	await acp.act({ act: 'say', terminalId, text: 'refuse' })
	await acp.card(
		agentId,
		({ status }) => 'text' in status && status.text === 'It refused to continue.',
	)
})

it('a command is asked on the page without --answers or hooks, and runs when a person approves', async () => {
	const { terminalId, agentId } = await acp.started('run npm test')
	const call = await acp.asked()
	expect(call).toMatchObject({
		client: 'Mock',
		params: { agent: 'Mock', tool: 'Bash', text: 'npm test', session: 'run npm test' },
	})
	const waiting = await acp.card(agentId, ({ conversationId }) => conversationId !== undefined)
	expect(waiting).toMatchObject({
		conversationId: 'cnv_1',
		status: { kind: 'waiting_permission', text: 'Running: npm test', sure: true },
	})
	await expect(acp.act({ act: 'say', terminalId, text: 'hello' })).rejects.toThrow(
		'conflict: This agent asks for a permission. Answer that first.',
	)
	expect(await acp.room.call(acp.key, makeCall('run_1.1.1', call.name, call.params))).toMatchObject(
		{
			result: { allowed: true },
		},
	)
	const done = await acp.hasStatus(agentId, 'waiting_input')
	expect(done).toMatchObject({ status: { text: 'It ran.' }, tools: [{ state: 'done' }] })
	expect(done.conversationId).toBeUndefined()
	expect(await acp.texts(agentId)).toContain('{"chosen":"once"}')
})

it('an edit is asked with its difference, and an address whole; what is denied is told to the agent', async () => {
	writeFileSync(join(acp.desk.path, 'door.ts'), 'const open = false\nconst width = 3\n')
	const { terminalId, agentId } = await acp.started('patch door.ts')
	const { id, params } = await acp.asked()
	expect(params).toMatchObject({
		tool: 'Edit',
		language: 'diff',
		path: join(acp.desk.path, 'door.ts'),
		text: expect.stringContaining('-const open = false\n+const open = true\n const width'),
	})
	acp.room.notify('desk.ended', { id, outcome: failed('denied', 'The user denied this call.') })
	await acp.card(agentId, ({ status }) => 'text' in status && status.text === 'Denied.')
	await acp.act({ act: 'say', terminalId, text: 'fetch https://example.com/a?b=c' })
	await until('the second question', () => acp.room.deskCalls.length === 2)
	expect((await acp.asked()).params).toMatchObject({
		tool: 'WebFetch',
		text: 'https://example.com/a?b=c',
	})
	await acp.act({ act: 'interrupt', terminalId })
	await acp.hasStatus(agentId, 'idle')
	expect(acp.room.heard<{ ids: string[] }>('desk.withdraw')).toHaveLength(1)
})

it('a permission that nobody answers, or that nobody can be asked for, ends the turn', async () => {
	const { terminalId, agentId } = await acp.started('run npm test')
	const { id } = await acp.asked()
	const outcome = failed('denied', 'The conversation is read-only.', { data: { mode: 'read' } })
	acp.room.notify('desk.ended', { id, outcome })
	const text = 'Nobody has answered the permission that it asked for. The turn was ended.'
	const isSaid = ({ status }: AgentCard) => 'text' in status && status.text === text
	await acp.card(agentId, isSaid)
	await acp.act({ act: 'say', terminalId, text: 'hello' })
	await acp.card(agentId, ({ status }) => 'text' in status && status.text === 'You said: hello')
	acp.room.opens = false
	await acp.act({ act: 'say', terminalId, text: 'run npm test' })
	await acp.card(agentId, isSaid)
	expect(await acp.texts(agentId)).toContain('{"chosen":"cancelled"}')
})

it('a turn is interrupted, and no other begins while it runs', async () => {
	const { terminalId, agentId } = await acp.started('wait')
	await acp.card(agentId, ({ status }) => 'text' in status && status.text === 'Running: sleep 100')
	await expect(acp.act({ act: 'say', terminalId, text: 'hello' })).rejects.toThrow('conflict:')
	for (const one of [
		{ act: 'follow', terminalId },
		{ act: 'take', terminalId, size: SIZE },
		{ act: 'resize', terminalId, size: SIZE },
	] as const)
		await expect(acp.act(one)).rejects.toThrow('unsupported: This agent has no terminal.')
	await acp.act({ act: 'interrupt', terminalId })
	await acp.hasStatus(agentId, 'idle')
	await acp.act({ act: 'say', terminalId, text: 'hello' })
	await acp.hasStatus(agentId, 'waiting_input')
})

it('an agent that crashes has ended, and says in the midst of what', async () => {
	const { terminalId, agentId } = await acp.started('crash')
	await acp.hasStatus(agentId, 'ended')
	expect(await acp.texts(agentId)).toEqual([
		'crash',
		'I go.',
		'Mock ended in the middle of its turn. It ended with exit code 7.',
		'End of the turn.',
	])
	expect((await acp.list()).terminals?.list).toMatchObject([{ state: { kind: 'exited', code: 7 } }])
	await expect(acp.act({ act: 'say', terminalId, text: 'hello' })).rejects.toThrow('has ended')
	await expect(acp.continued(agentId)).rejects.toThrow('unsupported')
	await acp.act({ act: 'close', terminalId })
	expect((await acp.cardNow(agentId))?.status).toEqual({ kind: 'ended', sure: true })
})

it('an agent that floods or makes no sense does no harm', async () => {
	const { terminalId, agentId } = await acp.started('noise')
	await acp.card(agentId, ({ status }) => 'text' in status && status.text === 'Noisy.')
	await acp.act({ act: 'say', terminalId, text: 'flood' })
	await acp.card(agentId, ({ status }) => 'text' in status && status.text === 'Flooded.')
	const [folder = ''] = readdirSync(join(acp.desk.home, 'acp', 'projects'))
	const file = join(acp.desk.home, 'acp', 'projects', folder, `${agentId}.jsonl`)
	const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
	for (const line of lines) expect(line.length).toBeLessThan(1_000_000)
	for (const line of lines) expect(JSON.parse(line)).toMatchObject({ sessionId: agentId })
	if (process.platform === 'win32') return
	expect(statSync(file).mode & 0o077).toBe(0)
	expect(statSync(join(acp.desk.home, 'acp')).mode & 0o077).toBe(0)
})

/** The pid of the command that it has started in a group of its own. */
async function childOf(agentId: string): Promise<number> {
	const found = (await acp.hasStatus(agentId, 'waiting_input')).status
	return Number(/child (\d+)/.exec('text' in found ? found.text : '')?.[1])
}

it('an agent that is closed leaves no process, and the relay that ends leaves a lost one', async () => {
	const { terminalId, agentId } = await acp.started('spawn')
	const child = await childOf(agentId)
	expect(isProcessAlive(child)).toBe(true)
	await acp.act({ act: 'close', terminalId })
	await until('the end of the child', () => !isProcessAlive(child))
	expect((await acp.list()).terminals?.list).toEqual([])
	await acp.hasStatus(agentId, 'ended')
	const other = await acp.started('spawn')
	const left = await childOf(other.agentId)
	await acp.desk.relay.close()
	await until('the end of its child', () => !isProcessAlive(left))
	await acp.desk.start()
	const lost = await acp.hasStatus(other.agentId, 'ended')
	expect(lost.terminalId).toBe(other.terminalId)
	expect((await acp.list()).terminals?.list).toMatchObject([{ state: { kind: 'lost' } }])
	await acp.act({ act: 'close', terminalId: other.terminalId })
	await acp.hasStatus(other.agentId, 'ended')
})

it.skipIf(process.platform === 'win32')(
	'an agent that crashes leaves no command that it has started',
	async () => {
		const { agentId, terminalId } = await acp.started('spawn')
		const child = await childOf(agentId)
		await acp.act({ act: 'say', terminalId, text: 'hello' })
		await acp.says(agentId, 'You said: hello')
		expect(isProcessAlive(child)).toBe(true)
		await acp.act({ act: 'say', terminalId, text: 'crash' })
		await acp.hasStatus(agentId, 'ended')
		await until('the end of the child', () => hasEnded(child))
	},
)

/** The session in the form in which its agent was asked for it. */
async function session(more: object = {}): Promise<Record<string, unknown>> {
	const { agentId } = await acp.started('session', more)
	await acp.hasStatus(agentId, 'waiting_input')
	const said = (await acp.texts(agentId)).find((text) => text.startsWith('{'))
	return JSON.parse(said ?? '')
}

it("an agent gets Fairlead's tools for the folder, further folders if it takes them, and a worktree without", async () => {
	expect(await session()).toMatchObject({
		cwd: acp.desk.path,
		mcpServers: [
			{
				name: 'fairlead',
				args: [expect.any(String), 'mcp', '--page'],
				env: [
					{ name: 'FAIRLEAD_HOME', value: acp.desk.home },
					{ name: 'FAIRLEAD_AGENT', value: expect.stringMatching(/^[0-9a-f-]{36}$/) },
				],
			},
		],
	})
	await expect(acp.started('session', { folders: ['Assets'] })).rejects.toThrow(
		'unsupported: Mock takes no further folders.',
	)
	vi.stubEnv('MOCK_ACP', 'folders')
	await acp.restart()
	expect(await session({ folders: ['Assets'] })).toMatchObject({
		additionalDirectories: [join(acp.desk.path, 'Assets')],
	})
	const git = (...args: string[]) =>
		execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
			cwd: acp.desk.path,
		})
	git('init', '-q')
	git('commit', '-q', '--allow-empty', '-m', 'begin')
	expect(await session({ worktree: true })).toMatchObject({
		cwd: expect.stringContaining(join(acp.desk.path, '.claude', 'worktrees', 'agent-')),
		mcpServers: [],
	})
})

it('an agent that cannot be started says why, and leaves nothing', async () => {
	for (const [mode, why] of [
		['auth', 'denied: Sign in to Mock in a terminal on that computer first.'],
		['version', 'unsupported: Mock speaks version 99'],
		['exits', 'It ended with exit code 3. It said: no configuration'],
	] as const) {
		vi.stubEnv('MOCK_ACP', mode)
		await acp.restart()
		await expect(acp.started('hello')).rejects.toThrow(why)
		expect((await acp.list()).terminals?.list).toEqual([])
		expect((await acp.list()).cards).toEqual([])
	}
	await expect(acp.started('hello')).rejects.not.toThrow('hunter2')
	// It was there when it was added.
	await changeSettings(acp.desk.home, {
		acpAgents: [{ name: 'Gemini', command: ['no-such-program', '--acp'] }],
	})
	await expect(acp.started('hello', { program: 'Gemini' })).rejects.toThrow(
		'not_found: Gemini was not found on that computer: there is no program "no-such-program".',
	)
	expect(existsSync(join(acp.desk.home, 'acp'))).toBe(false)
})

it.each([['no-such-program'], ['/no/such/program'], ['./no-such-program']])(
	'an agent whose program %s is not there is not added',
	async (program) => {
		const { code, stdout, stderr } = await acp.desk.fairlead('agents', 'add', 'Foo', '--', program)
		expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
		expect(stderr).toMatch(
			/^fairlead: The program ".*no-such-program|^fairlead: The program "\/no\/such/,
		)
		expect(stderr).toContain('was not found. Give its full path.')
		expect((await acp.desk.fairlead('agents')).stdout).not.toContain('Foo')
	},
)

it('only a person on the computer declares agents', async () => {
	await expect(acp.started('hello', { program: 'Other' })).rejects.toThrow(
		'not_found: Nobody on that',
	)
	expect((await acp.desk.fairlead('agents')).stdout).toContain(
		`Mock   ${process.execPath} ${MOCK_ACP}`,
	)
	expect((await acp.desk.fairlead('agents', 'remove', 'Other')).code).toBe(1)
	expect((await acp.desk.fairlead('agents', 'remove', 'Mock')).stdout).toContain('Removed')
	await expect(acp.started('hello')).rejects.toThrow('not_found: Nobody on that')
	await until('no programs', async () => (await acp.list()).terminals?.programs === undefined)
})
