/** The hook of a permission when its relay dies, is silent, or loses the server: it ends, and the prompt in the terminal stays. */
import { failed } from '@fairlead/protocol/wire/calls'
import { DESK_CALLS } from '@fairlead/protocol/wire/relay-link'
import { afterEach, expect, test, vi } from 'vitest'
import { startRelay } from '../src/app/relay.ts'
import { type Clock, systemClock } from '../src/platform/clock.ts'
import { thisMachine } from '../src/unity/this-machine.ts'
import type { FakeRoom } from './fakes/fake-room.ts'
import { linkedProject } from './kit/linked-project.ts'
import { RelayProcess, runFairlead } from './kit/relay-process.ts'
import { Cleanups, TEST_TIMEOUT_MS, temporaryFolder, until } from './kit/support.ts'
import { RunningClaude } from './mock-claude/running-claude.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

const cleanups = new Cleanups()
afterEach(() => cleanups.run())

interface Desk {
	readonly home: string
	readonly claude: string
	readonly room: FakeRoom
	/** Asks for the permission `t1`, which stands on the page afterwards. */
	asks(): Promise<RunningClaude>
}

/** A folder whose permissions are asked on the page, and hooks that tell its relay, which the test starts. */
async function desk(): Promise<Desk> {
	const { home, path, room } = await linkedProject(cleanups)
	const claude = cleanups.add(temporaryFolder(), (made) => made.remove()).path
	room.opens = true
	const env = { FAIRLEAD_HOME: home, CLAUDE_CONFIG_DIR: claude }
	for (const command of [
		['on', path, '--answers'],
		['hooks', 'install'],
	])
		expect((await runFairlead(['agents', ...command], env)).code).toBe(0)
	const asks = async (): Promise<RunningClaude> => {
		await until('the relay', () => room.hasRelay)
		const started = await RunningClaude.start(path, claude)
		const agent = cleanups.add(started, (made) => made.kill())
		await agent.do(
			{ do: 'prompt', text: 'Mend the door' },
			{ do: 'permission', id: 't1', name: 'Bash', input: { command: 'npm test' } },
		)
		await until('the question', () => room.deskCalls.length > 0)
		return agent
	}
	return { home, claude, room, asks }
}

const startProcess = async ({ home, claude }: Desk): Promise<RelayProcess> => {
	const relay = await RelayProcess.start(home, ['--json-log'], { CLAUDE_CONFIG_DIR: claude })
	return cleanups.add(relay, (made) => made.kill())
}

/** Fails if a hook printed anything, which would be an answer. */
async function isLeftToTerminal(agent: RunningClaude): Promise<void> {
	await agent.do({ do: 'hooks-end', id: 't1' })
	expect(agent.problems).toEqual([])
}

test('a killed relay ends the hook at once without an answer, and the next relay has the question taken away', async () => {
	const made = await desk()
	const relay = await startProcess(made)
	const agent = await made.asks()
	await relay.kill()
	await isLeftToTerminal(agent)
	await startProcess(made)
	// The room withdraws each call that a hello does not name: the page says "No longer asked".
	expect((await made.room.hello(2)).deskCalls ?? []).toEqual([])
	await agent.do({ do: 'result', id: 't1' }, { do: 'turn-end' })
	expect(agent.problems).toEqual([])
})

/** The system's clock, except that timers as long as a relay's wait for its server run only when `pass` is called. */
function heldClock(): { readonly clock: Clock; readonly waits: () => number; pass(): void } {
	let held = new Set<() => void>()
	const after: Clock['after'] = (ms, action) => {
		if (ms !== DESK_CALLS.awayMs) return systemClock.after(ms, action)
		held.add(action)
		return () => held.delete(action)
	}
	return {
		clock: { ...systemClock, after },
		waits: () => held.size,
		pass: () => {
			const due = held
			held = new Set()
			for (const action of due) action()
		},
	}
}

async function startWith({ home, claude }: Desk, clock: Clock): Promise<void> {
	const machine = { ...thisMachine(), env: (name: string) => ({ CLAUDE_CONFIG_DIR: claude })[name] }
	cleanups.add(await startRelay({ home, machine, clock }), (made) => made.close())
}

test('a server that is cut off is waited for, a minute at most, and then the hook ends without an answer', async () => {
	const made = await desk()
	const held = heldClock()
	await startWith(made, held.clock)
	const agent = await made.asks()
	made.room.refuseWith = 503
	const others = held.waits()
	made.room.drop()
	await until('the wait for the server', () => held.waits() > others)
	held.pass()
	await isLeftToTerminal(agent)
	await agent.do({ do: 'result', id: 't1' })
	expect(agent.problems).toEqual([])
})

test('a server that is cut off and comes back still has the same question, and its answer counts', async () => {
	const made = await desk()
	const held = heldClock()
	await startWith(made, held.clock)
	const agent = await made.asks()
	made.room.drop()
	const [call] = made.room.deskCalls
	expect((await made.room.hello(2)).deskCalls).toEqual([call?.id])
	await made.room.roundTrip()
	held.pass()
	const outcome = failed('denied', 'Leave it closed.')
	made.room.notify('desk.ended', { id: call?.id, outcome })
	await agent.do({ do: 'hooks-end', id: 't1' })
	expect(agent.problems).toEqual([])
	const read = { editorKey: call?.editorKey, agentId: agent.sessionId }
	await until('the denial', async () =>
		JSON.stringify(await made.room.read('agents.transcript', read)).includes('Leave it closed.'),
	)
})

test('a relay that takes the connection and says nothing does not hold the hook', async () => {
	const made = await desk()
	const relay = await startProcess(made)
	relay.signal('SIGSTOP')
	const hook = (event: object) =>
		runFairlead(['agents', 'hook', '--home', made.home], {}, JSON.stringify(event))
	const asked = { tool_name: 'Bash', tool_input: { command: 'npm test' } }
	// Side by side: each waits some seconds for a word of the relay.
	const ends = await Promise.all([
		hook({ hook_event_name: 'PermissionRequest', session_id: 's1', ...asked }),
		hook({ hook_event_name: 'Stop', session_id: 's1' }),
	])
	relay.signal('SIGCONT')
	for (const end of ends) expect(end).toEqual({ code: 0, stdout: '', stderr: '' })
})
