/** Agents and shells in real pseudoterminals, as a project's room starts, follows and types into them. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { type AgentCard, AgentList } from '@fairlead/protocol/agents/agents'
import {
	type OutputPart,
	type TerminalActor,
	TerminalFollowed,
	TerminalOpened,
	type TerminalOutput,
	type ViewerTerminalAct,
} from '@fairlead/protocol/agents/terminals'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FakeRoom } from './fakes/fake-room.ts'
import { ClaudeDesk } from './kit/claude-desk.ts'
import { Cleanups, TEST_TIMEOUT_MS, until } from './kit/support.ts'
import { putClaude } from './mock-claude/program.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

const SIZE = { columns: 80, rows: 24 }
const OWNER: TerminalActor = { viewer: 'v-owner', name: 'Olga', shells: true }
const EDITOR: TerminalActor = { viewer: 'v-editor', name: 'Emil', shells: false }

const cleanups = new Cleanups()
let desk: ClaudeDesk
let room: FakeRoom
let key: string

beforeEach(async () => {
	desk = await ClaudeDesk.open(cleanups)
	;({ room, key } = desk)
	const bin = join(desk.home, '..', 'bin')
	putClaude(bin)
	vi.stubEnv('PATH', `${bin}:${process.env['PATH']}`)
	vi.stubEnv('CLAUDE_CONFIG_DIR', desk.claude)
	vi.stubEnv('SHELL', '/bin/sh')
	// The relay reads its environment once.
	await desk.relay.close()
	await desk.start()
	expect((await desk.fairlead('agents', 'on', desk.path, '--terminals')).stdout).toContain(
		'Everybody who types can do on this computer all that you can.',
	)
	expect((await desk.fairlead('agents', 'hooks', 'install')).code).toBe(0)
})
afterEach(async () => {
	await cleanups.run()
	vi.unstubAllEnvs()
})

type Short<T> = T extends unknown ? Omit<T, 'editorKey'> : never
async function act(by: TerminalActor, asked: Short<ViewerTerminalAct>): Promise<unknown> {
	const outcome = await room.act(by, { ...asked, editorKey: key } as ViewerTerminalAct)
	if (outcome.status !== 'ok') throw new Error(outcome.error.message)
	return outcome.result
}
async function list(): Promise<AgentList> {
	const outcome = await room.read('agents.list', { editorKey: key })
	if (outcome.status !== 'ok') throw new Error(outcome.error.message)
	return AgentList.parse(outcome.result)
}
const card = (agentId: string, is: (card: AgentCard) => boolean): Promise<AgentCard> =>
	until(`the card of ${agentId}`, async () => {
		const found = (await list()).cards.find((one) => one.agentId === agentId)
		return found && is(found) ? found : null
	})
const started = async (more: object = {}): Promise<{ terminalId: string; agentId: string }> => {
	const opened = TerminalOpened.parse(await act(EDITOR, { act: 'open_agent', size: SIZE, ...more }))
	return { terminalId: opened.terminalId, agentId: opened.agentId ?? '' }
}
const type = (viewer: string, terminalId: string, data: string): void =>
	room.notify('terminal.input', { viewer, editorKey: key, terminalId, data })

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0)
		return true
	} catch {
		return false
	}
}

/** A page that confirms all that it gets, from its follow on. */
async function follow(
	by: TerminalActor,
	terminalId: string,
	from?: number,
): Promise<{ text(): string; parts(): OutputPart[]; says(text: string): Promise<string> }> {
	const { part: first } = TerminalFollowed.parse(await act(by, { act: 'follow', terminalId, from }))
	const parts = (): OutputPart[] => [
		first,
		...room
			.heard<TerminalOutput>('terminal.output')
			.filter((one) => one.terminalId === terminalId && one.viewers.includes(by.viewer))
			.map(({ part }) => part)
			.filter(({ to }) => to > first.to),
	]
	let seen = 0
	const text = (): string => {
		const { to = 0 } = parts().at(-1) ?? {}
		if (to > seen) {
			seen = to
			room.notify('terminal.seen', { viewer: by.viewer, editorKey: key, terminalId, to })
		}
		return parts()
			.map(({ data }) => data)
			.join('')
	}
	const says = (wanted: string): Promise<string> =>
		until(`the terminal to say ${wanted}`, () => {
			const now = text()
			return now.includes(wanted) ? now : null
		})
	return { text, parts, says }
}

it('an agent is started, answered in its terminal, replied to, interrupted and ended', async () => {
	const { terminalId, agentId } = await started({ prompt: 'run npm test' })
	const asks = await card(agentId, ({ status }) => status.kind === 'waiting_permission')
	expect(asks).toMatchObject({ terminalId, title: 'run npm test', status: { sure: true } })
	const page = await follow(EDITOR, terminalId)
	await page.says('Allow npm test?')
	type('v-editor', terminalId, '1')
	await page.says('It ran.')
	await card(agentId, ({ status }) => status.kind === 'waiting_input')
	await act(OWNER, { act: 'say', terminalId, text: 'paint it\nred' })
	await page.says('You said: paint it')
	await card(agentId, ({ status }) => status.kind === 'waiting_input')
	await act(OWNER, { act: 'say', terminalId, text: 'wait' })
	await page.says('Working')
	await act(OWNER, { act: 'interrupt', terminalId })
	await page.says('Interrupted')
	await card(agentId, ({ status }) => status.kind === 'idle')
	await act(EDITOR, { act: 'close', terminalId })
	await card(agentId, ({ status }) => status.kind === 'ended')
	expect((await list()).terminals).toEqual({ list: [] })
	const [transcript = ''] = desk.transcripts()
	expect(transcript).toContain('paint it\\nred')
})

it('a page that was away gets exactly what it missed, over a new connection', async () => {
	const opened = await act(OWNER, { act: 'open_shell', size: SIZE })
	const { terminalId } = TerminalOpened.parse(opened)
	const page = await follow(OWNER, terminalId)
	type('v-owner', terminalId, 'echo $((40+2))\r')
	await page.says('42')
	const { to } = page.parts().at(-1) ?? { to: 0 }
	const hellos = room.hellos.length
	type(
		'v-owner',
		terminalId,
		'sleep 0.2; echo $((50+3)) > late.txt; seq 1 3000; echo done-$((60+4))\r',
	)
	await room.roundTrip()
	room.drop()
	await until('what it writes meanwhile', () => existsSync(join(desk.path, 'late.txt')))
	await room.hello(hellos + 1)
	const again = await follow(OWNER, terminalId, to)
	const text = await again.says('done-64')
	expect(again.parts().some(({ snapshot }) => snapshot)).toBe(false)
	const [, lines = ''] = /\r\n(1\r\n2\r\n[\d\r\n]*3000)\r\n/.exec(text) ?? []
	expect(lines.split('\r\n')).toEqual(Array.from({ length: 3_000 }, (_, i) => String(i + 1)))
})

it('a shell has the environment of its person, without what is of the relay', async () => {
	vi.stubEnv('FAIRLEAD_SECRET_PROBE', 'hidden-value')
	await desk.relay.close()
	await desk.start()
	const { terminalId } = TerminalOpened.parse(await act(OWNER, { act: 'open_shell', size: SIZE }))
	const page = await follow(OWNER, terminalId)
	type('v-owner', terminalId, 'env > env.txt; stty size; exit 7\r')
	await page.says('24 80')
	await until('its end', async () => {
		const [terminal] = (await list()).terminals?.list ?? []
		return terminal?.state.kind === 'exited' && terminal.state.code === 7
	})
	const env = readFileSync(join(desk.path, 'env.txt'), 'utf8')
	expect(env).toContain('TERM=xterm-256color')
	expect(env).toContain(`CLAUDE_CONFIG_DIR=${desk.claude}`)
	expect(env).not.toContain('hidden-value')
})

it('closing a shell ends what it runs in the background', async () => {
	const { terminalId } = TerminalOpened.parse(await act(OWNER, { act: 'open_shell', size: SIZE }))
	const page = await follow(OWNER, terminalId)
	type('v-owner', terminalId, "set -m; (trap '' HUP; exec sleep 600) & echo pid-$!\r")
	const id = Number(await until('its id', () => /pid-(\d+)\r/.exec(page.text())?.[1]))
	expect(isAlive(id)).toBe(true)
	await act(OWNER, { act: 'close', terminalId })
	await until('its end', () => !isAlive(id))
})

it('programs end with the relay, whose successor says so, and continues the agent', async () => {
	const { terminalId, agentId } = await started({ prompt: 'wait' })
	const page = await follow(EDITOR, terminalId)
	await page.says('Working')
	await desk.relay.close()
	await desk.start()
	const ended = await card(agentId, ({ status }) => status.kind === 'ended')
	expect(ended.terminalId).toBe(terminalId)
	expect((await list()).terminals?.list).toMatchObject([{ terminalId, state: { kind: 'lost' } }])
	const next = await started({ resume: agentId })
	expect(next.agentId).toBe(agentId)
	const again = await follow(EDITOR, next.terminalId)
	await again.says('> ')
	await act(EDITOR, { act: 'say', terminalId: next.terminalId, text: 'go on' })
	await again.says('You said: go on')
	await card(agentId, ({ status }) => status.kind === 'waiting_input')
	expect((await list()).cards).toHaveLength(1)
})

it('settings that cannot be read for a moment end no terminal', async () => {
	const { terminalId } = await started()
	const page = await follow(EDITOR, terminalId)
	await page.says('> ')
	const file = join(desk.home, 'settings.json')
	renameSync(file, `${file}.away`)
	mkdirSync(file)
	// Each act reads them first.
	await act(EDITOR, { act: 'say', terminalId, text: 'still here' })
	await page.says('You said: still here')
	rmdirSync(file)
	await until('no terminal', async () => (await list()).terminals === undefined)
})

it('off ends the terminals of the folder', async () => {
	const { terminalId } = await started()
	const page = await follow(EDITOR, terminalId)
	await page.says('> ')
	const { stdout } = await desk.fairlead('agents', 'off', desk.path)
	expect(stdout).toContain('A running relay ends the terminals')
	await until('none', async () => (await list()).terminals === undefined)
	await expect(act(EDITOR, { act: 'follow', terminalId })).rejects.toThrow('allowed terminals')
})
