/** Terminals of a linked folder, with programs that the test plays. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { AgentStatus } from '@fairlead/protocol/agents/agents'
import {
	TERMINAL_LIMITS,
	type Terminal,
	type TerminalActor,
	TerminalFollowed,
	TerminalList,
	TerminalOpened,
	type TerminalOutput,
	type ViewerTerminalAct,
} from '@fairlead/protocol/agents/terminals'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FakePty } from '../../test/fakes/fake-pty.ts'
import { ManualClock } from '../../test/kit/manual-clock.ts'
import { Cleanups, temporaryFolder, until } from '../../test/kit/support.ts'
import { putClaude } from '../../test/mock-claude/program.ts'
import { writeAgentTools } from '../acp/agent-tools.ts'
import { FileError } from '../files/file-error.ts'
import type { StartPty } from './running/pty.ts'
import { TerminalDesk } from './terminal-desk.ts'
import type { TerminalFolder, TerminalPorts } from './terminal-ports.ts'

const KEY = 'relay:000000000001'
const ROOM = 'room'
const SIZE = { columns: 80, rows: 24 }
const OWNER: TerminalActor = { viewer: 'v-owner', name: 'Olga', shells: true }
const EDITOR: TerminalActor = { viewer: 'v-editor', name: 'Emil', shells: false }

const cleanups = new Cleanups()
afterEach(() => cleanups.run())

let clock: ManualClock
let folder: string
let database: DatabaseSync
let place: TerminalFolder | null
let pty: StartPty | null
let started: FakePty[]
let output: TerminalOutput[]
let changes: string[]
let endedAgents: string[]
let statuses: Map<string, { sessionId: string; status: AgentStatus; title: string }>
let desk: TerminalDesk
let ports: TerminalPorts
let path: string

beforeEach(() => {
	const { path: root } = cleanups.add(temporaryFolder(), (made) => made.remove())
	folder = join(root, 'game')
	mkdirSync(folder)
	putClaude(join(root, 'bin'))
	path = `${join(root, 'bin')}:${process.env['PATH']}`
	clock = new ManualClock()
	database = cleanups.add(new DatabaseSync(':memory:'), (made) => made.close())
	place = { folder, room: ROOM }
	started = []
	pty = FakePty.starter(started)
	output = []
	changes = []
	endedAgents = []
	statuses = new Map()
	desk = open()
})

function open(): TerminalDesk {
	ports = {
		clock,
		database,
		env: { PATH: path, SHELL: '/bin/sh', HOME: folder },
		pty: async () => pty,
		tools: (agentId) => writeAgentTools(folder, agentId, '/src/relay-cli/src/main.ts'),
		startAcp: () => {
			throw new Error('none is declared')
		},
		isAcp: () => false,
		acpSession: () => null,
		folderOf: async (editorKey) => (editorKey === KEY ? place : null),
		agent: (_, agentId) => statuses.get(agentId),
		ended: (agentId) => endedAgents.push(agentId),
		send: (part) => output.push(part),
		changed: (editorKey) => changes.push(editorKey),
	}
	const made = new TerminalDesk(ports)
	return cleanups.add(made, (one) => one.close())
}

type Short<T> = T extends unknown ? Omit<T, 'editorKey'> : never
const act = (by: TerminalActor, asked: Short<ViewerTerminalAct>): Promise<unknown> =>
	desk.act(by, KEY, { ...asked, editorKey: KEY } as ViewerTerminalAct)
const refused = async (work: Promise<unknown>): Promise<string> => {
	const error = await work.then(
		() => null,
		(thrown: unknown) => thrown,
	)
	if (!(error instanceof FileError)) throw new Error(`not refused: ${error}`)
	return `${error.code}: ${error.message}`
}
const startAgent = async (
	more: Partial<Extract<ViewerTerminalAct, { act: 'open_agent' }>> = {},
): Promise<TerminalOpened> =>
	TerminalOpened.parse(await act(EDITOR, { act: 'open_agent', size: SIZE, ...more }))
const list = (): Terminal[] => TerminalList.parse(desk.list(KEY, ROOM)).list
const only = (): Terminal => {
	const [terminal] = list()
	if (!terminal) throw new Error('no terminal')
	return terminal
}
const program = (at = started.length - 1): FakePty => {
	const found = started[at]
	if (!found) throw new Error('no program')
	return found
}

describe('an agent', () => {
	it('starts in the linked folder with a session of its own, and stands in the list at once', async () => {
		const { terminalId, agentId = '' } = await startAgent({
			prompt: '--help me, password=hunter2hunter2',
			mode: 'plan',
			folders: ['.'],
		})
		const { startable, cwd, size, env } = program()
		expect(cwd).toBe(folder)
		expect(size).toEqual(SIZE)
		expect(env['PATH']).toBe(path)
		expect(startable.args).toEqual([
			'--session-id',
			agentId,
			'--permission-mode',
			'plan',
			'--mcp-config',
			join(folder, 'agent-mcp', `${agentId}.json`),
			'--add-dir',
			folder,
			'--',
			'--help me, password=hunter2hunter2',
		])
		const tools = JSON.parse(readFileSync(join(folder, 'agent-mcp', `${agentId}.json`), 'utf8'))
		expect(tools.mcpServers.fairlead).toEqual({
			command: process.execPath,
			args: ['/src/relay-cli/src/entry.ts', 'mcp', '--page'],
			env: { FAIRLEAD_HOME: folder, FAIRLEAD_AGENT: agentId },
		})
		expect(agentId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
		expect(only()).toMatchObject({
			terminalId,
			agentId,
			folder: '',
			startedBy: 'Emil',
			state: { kind: 'running' },
		})
		expect(only().title).toMatch(/^--help me, /)
		expect(only().title).not.toContain('hunter2')
		expect(changes).toEqual([KEY])
	})

	it('works in a git worktree of its own, if wished, which is no change of the project', async () => {
		const git = (...args: string[]) =>
			execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
				cwd: folder,
				encoding: 'utf8',
			})
		git('init', '-q', '-b', 'main')
		execFileSync('sh', ['-c', 'echo hello > readme.txt'], { cwd: folder })
		git('add', '-A')
		git('commit', '-qm', 'first')
		await startAgent({ worktree: true })
		const { cwd } = program()
		expect(program().startable.args).not.toContain('--mcp-config')
		expect(cwd).toMatch(/\/game\/\.claude\/worktrees\/agent-[0-9a-f]{8}$/)
		expect(readFileSync(join(cwd, 'readme.txt'), 'utf8')).toBe('hello\n')
		expect(only().folder).toMatch(/^\.claude\/worktrees\/agent-/)
		expect(git('status', '--porcelain')).toBe('')
		expect(git('branch', '--format=%(refname:short)')).toMatch(/^agent-[0-9a-f]{8}\nmain/)
	})

	it('is not started where there is no repository for its worktree, no folder, or no Claude Code', async () => {
		expect(await refused(startAgent({ worktree: true }))).toMatch(/^not_found: .*Git repository/)
		expect(await refused(startAgent({ folders: ['missing'] }))).toMatch(/^not_found: .*"missing"/)
		path = '/nowhere'
		desk = open()
		expect(await refused(startAgent())).toMatch(/^not_found: Claude Code was not found/)
		expect(list()).toEqual([])
	})

	it('goes on with an ended session, in a terminal that takes the place of its last', async () => {
		const first = await startAgent({ prompt: 'mend the door' })
		const { agentId = '' } = first
		const status = { kind: 'working', text: 'x' } as const
		statuses.set(agentId, { sessionId: 'session-2', status, title: 'mend the door' })
		expect(await refused(startAgent({ resume: agentId }))).toMatch(/^conflict: .*still runs/)
		program().exit(0)
		expect(endedAgents).toEqual([agentId])
		statuses.set(agentId, {
			sessionId: 'session-2',
			status: { kind: 'ended', sure: true },
			title: 'mend the door',
		})
		const next = await startAgent({ resume: agentId })
		expect(next.agentId).toBe(agentId)
		expect(program().startable.args).toEqual([
			'--resume',
			'session-2',
			'--mcp-config',
			join(folder, 'agent-mcp', `${agentId}.json`),
		])
		expect(list().map(({ terminalId, title }) => [terminalId, title])).toEqual([
			[next.terminalId, 'mend the door'],
		])
		expect(await refused(startAgent({ resume: 'unknown' }))).toMatch(/^not_found/)
	})

	it('gets a prompt and an interruption only while keys would reach its prompt', async () => {
		const { terminalId, agentId = '' } = await startAgent()
		const say = () => act(EDITOR, { act: 'say', terminalId, text: 'now paint it' })
		const working = { kind: 'working', text: 'x' } as const
		statuses.set(agentId, { sessionId: agentId, status: working, title: '' })
		expect(await refused(say())).toMatch(/^conflict: .*Look at its terminal/)
		program().print('\x1b[?2004h')
		await until('a prompt', () => say().then(Boolean, () => false))
		expect(program().typed).toBe('\x1b[200~now paint it\x1b[201~')
		const asks = { kind: 'waiting_permission', text: 'x', sure: true } as const
		statuses.set(agentId, { sessionId: agentId, status: asks, title: '' })
		expect(await refused(say())).toMatch(/^conflict: .*permission/)
		expect(await refused(act(EDITOR, { act: 'interrupt', terminalId }))).toMatch(/permission/)
		statuses.set(agentId, { sessionId: agentId, status: working, title: '' })
		await act(EDITOR, { act: 'interrupt', terminalId })
		expect(program().typed.endsWith('\x1b')).toBe(true)
		program().exit(1)
		expect(await refused(say())).toMatch(/^conflict: .*ended/)
	})
})

describe('a shell', () => {
	it('is started, seen, typed into and ended by owners only', async () => {
		expect(await refused(act(EDITOR, { act: 'open_shell', size: SIZE }))).toMatch(/^denied/)
		expect(started).toEqual([])
		const opened = await act(OWNER, { act: 'open_shell', size: SIZE })
		const { terminalId } = TerminalOpened.parse(opened)
		expect(program().startable).toMatchObject({ file: '/bin/sh', args: ['-l'] })
		for (const asked of [
			{ act: 'follow', terminalId },
			{ act: 'take', terminalId, size: SIZE },
			{ act: 'close', terminalId },
		] as const)
			expect(await refused(act(EDITOR, asked))).toMatch(/^denied/)
		desk.input({ viewer: EDITOR.viewer, editorKey: KEY, terminalId, data: 'rm' })
		await act(OWNER, { act: 'follow', terminalId })
		desk.input({ viewer: OWNER.viewer, editorKey: KEY, terminalId, data: 'ls' })
		expect(program().typed).toBe('ls')
		expect(await refused(act(OWNER, { act: 'say', terminalId, text: 'x' }))).toMatch(/no agent/)
	})
})

describe('a page that follows', () => {
	it('gets the screen, then the output, and is named as the one that types', async () => {
		const { terminalId } = await startAgent()
		program().print('hello')
		const followed = TerminalFollowed.parse(await act(EDITOR, { act: 'follow', terminalId }))
		expect(followed).toMatchObject({ viewer: 'v-editor', part: { data: 'hello', to: 5 } })
		desk.input({ viewer: 'v-editor', editorKey: KEY, terminalId, data: 'a' })
		expect(only().writer).toEqual({ viewer: 'v-editor', name: 'Emil' })
		program().print('a')
		await until('its echo', () => output.length > 0 || clock.advance(20))
		expect(output).toMatchObject([
			{ editorKey: KEY, terminalId, viewers: ['v-editor'], part: { from: 5, data: 'a' } },
		])
		desk.left('another-room', 'v-editor')
		expect(only().writer?.viewer).toBe('v-editor')
		desk.left(ROOM, 'v-editor')
		expect(only().writer).toBeUndefined()
		const owner = TerminalFollowed.parse(await act(OWNER, { act: 'follow', terminalId, from: 2 }))
		expect(owner.part).toEqual({ from: 2, to: 6, data: 'lloa', size: SIZE })
		await act(OWNER, { act: 'unfollow', terminalId })
		program().print('unseen')
		clock.advance(100)
		expect(output).toHaveLength(1)
	})

	it('follows when it left and came back at once, however long the first takes', async () => {
		const { terminalId } = await startAgent()
		await act(EDITOR, { act: 'follow', terminalId })
		const slow = Promise.withResolvers<void>()
		const now = place
		let isFirst = true
		Object.defineProperty(ports, 'folderOf', {
			value: async () => {
				if (isFirst) {
					isFirst = false
					await slow.promise
				}
				return now
			},
		})
		const acts = [
			act(EDITOR, { act: 'unfollow', terminalId }),
			act(EDITOR, { act: 'follow', terminalId }),
		]
		await new Promise((resolve) => setImmediate(resolve))
		slow.resolve()
		await Promise.all(acts)
		desk.input({ viewer: 'v-editor', editorKey: KEY, terminalId, data: 'a' })
		expect(program().typed).toBe('a')
	})

	it('loses it with the connection of its room', async () => {
		const { terminalId } = await startAgent()
		await act(EDITOR, { act: 'follow', terminalId })
		desk.roomLost(ROOM)
		desk.input({ viewer: 'v-editor', editorKey: KEY, terminalId, data: 'a' })
		expect(program().typed).toBe('')
	})
})

describe('what is not allowed', () => {
	it('is nothing at all in a folder for which nobody has allowed it', async () => {
		const { terminalId } = await startAgent()
		place = null
		expect(await refused(startAgent())).toMatch(/^denied/)
		expect(await refused(act(OWNER, { act: 'follow', terminalId }))).toMatch(/^denied/)
	})

	it('ends, with its programs, when it is taken back', async () => {
		const { terminalId } = await startAgent()
		await act(EDITOR, { act: 'follow', terminalId })
		await desk.keepOnly(() => false)
		expect(list()).toEqual([])
		desk.input({ viewer: 'v-editor', editorKey: KEY, terminalId, data: 'a' })
		expect(program().typed).toBe('')
		desk = open()
		expect(list()).toEqual([])
	})

	it("is to see another project's terminals of the same folder", async () => {
		const { terminalId } = await startAgent()
		place = { folder, room: 'other' }
		expect(await refused(act(OWNER, { act: 'follow', terminalId }))).toMatch(/^not_found/)
		expect(desk.list(KEY, 'other').list).toEqual([])
	})
})

it('each terminal says after a restart of the relay what became of it', async () => {
	const ended = await startAgent()
	program().exit(2)
	const lost = await startAgent()
	await desk.close()
	desk = open()
	expect(list().map(({ terminalId, state }) => [terminalId, state])).toEqual([
		[ended.terminalId, { kind: 'exited', code: 2, at: clock.now() }],
		[lost.terminalId, { kind: 'lost', at: clock.now() }],
	])
	const { part } = TerminalFollowed.parse(
		await act(EDITOR, { act: 'follow', terminalId: lost.terminalId, from: 40 }),
	)
	expect(part).toMatchObject({ from: 0, to: 0, data: '', snapshot: true })
	await act(EDITOR, { act: 'close', terminalId: lost.terminalId })
	desk = open()
	expect(list()).toHaveLength(1)
})

it('terminals that ran in a relay that was killed are lost', async () => {
	await startAgent()
	desk = open()
	expect(only().state.kind).toBe('lost')
})

it('a folder has a bounded number of terminals: one that ended gives way, none that runs', async () => {
	for (let i = 0; i < TERMINAL_LIMITS.terminals; i++) await startAgent()
	expect(await refused(startAgent())).toMatch(/^conflict: 8 terminals run/)
	const [first] = list()
	program(0).exit(0)
	await startAgent()
	expect(list()).toHaveLength(TERMINAL_LIMITS.terminals)
	expect(list().map(({ terminalId }) => terminalId)).not.toContain(first?.terminalId)
})

it('the list says where there are no pseudoterminals, and nothing starts', async () => {
	pty = null
	desk = open()
	await until('the reason', () => desk.list(KEY, ROOM).unavailable)
	expect(await refused(startAgent())).toMatch(/^unsupported: Terminals are not available/)
})

it('a relay that stops while a terminal is being closed has stored all before it is over', async () => {
	await startAgent()
	program().endsWhenAsked = false
	const taken = desk.keepOnly(() => false)
	const stopped = desk.close().then(() => list())
	await until('it to be asked', () => clock.hasTimerIn(2_000))
	program().exit(null)
	expect(await stopped).toEqual([])
	await taken
})
