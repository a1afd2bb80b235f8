/** Statuses of sessions, as their records and hooks come: docs/agents.md, and what people report of other programs. */
import { beforeEach, describe, expect, it } from 'vitest'
import { Records } from '../../../test/mock-claude/records.ts'
import { readRecord } from '../transcripts/record.ts'
import { hookEventOf } from './hook-event.ts'
import { reduce, type SessionEvent } from './reduce.ts'
import { newSession, type Session } from './session.ts'
import { standingOf } from './status.ts'
import { SESSION, START, shownCard } from './test-kit.ts'

const HOUR = 3_600_000

let now: number
let session: Session
let records: Records

beforeEach(() => {
	now = START
	session = newSession(now)
	records = new Records({ sessionId: SESSION, cwd: '/w', now: () => now })
})

function event(one: SessionEvent): void {
	session = reduce(session, one, now)
}
function write(...lines: readonly string[]): void {
	for (const text of lines)
		event({ kind: 'record', record: readRecord({ byte: 0, text, isCut: false }), isSub: false })
}
function hook(name: string, more: object = {}): void {
	const said = hookEventOf({ hook_event_name: name, session_id: SESSION, cwd: '/w', ...more })
	if (!said) throw new Error(`no event: ${name}`)
	event({ kind: 'hook', hook: said })
}
function pass(ms: number): void {
	now += ms
	event({ kind: 'time' })
}
const card = () => shownCard(session)

describe('an agent at work', () => {
	it.each([
		['Read', { file_path: '/w/src/App.tsx' }, 'Reading App.tsx'],
		['Edit', { file_path: 'C:\\w\\App.tsx' }, 'Editing App.tsx'],
		['Write', { file_path: '/w/new.ts' }, 'Writing new.ts'],
		['Bash', { command: 'npm test' }, 'Running: npm test'],
		[
			'Bash',
			{ command: 'npm run build -- --watch and more words' },
			'Running: npm run build -- --watch and m…',
		],
		['Bash', { command: 'a\n  b' }, 'Running: a b'],
		['Glob', { pattern: '**' }, 'Searching files'],
		['Grep', { pattern: 'x' }, 'Searching code'],
		['WebFetch', { url: 'https://example.com' }, 'Fetching web content'],
		['WebSearch', { query: 'x' }, 'Searching the web'],
		[
			'Task',
			{ description: 'Find all tests of the doors and of the windows' },
			'Subtask: Find all tests of the doors and of the w…',
		],
		['Agent', { description: 'Find tests' }, 'Subtask: Find tests'],
		['EnterPlanMode', {}, 'Planning'],
		['NotebookEdit', {}, 'Editing notebook'],
		['mcp__unity__query', {}, 'Using mcp__unity__query'],
	])('%s is told as "%s"', (name, input, text) => {
		write(records.prompt('do it'), records.tool('t1', name, input))
		expect(session.status).toEqual({ kind: 'working', text })
	})

	it('a command is told without the secrets in it, also where it is cut', () => {
		write(
			records.tool('t1', 'Bash', { command: 'export API_TOKEN=abcdefghijklmnopqrstuvwxyz123456' }),
		)
		expect(JSON.stringify(card())).not.toContain('abcdef')
	})

	it('a tool whose result comes in the same read is seen to run for 300 ms', () => {
		write(
			records.prompt('do it'),
			records.tool('t1', 'Read', { file_path: 'a' }),
			records.result('t1'),
		)
		expect(card()).toMatchObject({ status: { text: 'Reading a' }, tools: [{ state: 'running' }] })
		expect(standingOf(session, now).until).toBe(now + 300)
		pass(299)
		expect(card().tools).toMatchObject([{ state: 'running' }])
		pass(1)
		expect(card()).toMatchObject({ status: { text: 'Thinking' }, tools: [{ state: 'done' }] })
	})

	it('a tool that ended long ago is shown at once, and not held back', () => {
		const lines = [
			records.prompt('do it'),
			records.tool('t1', 'Read'),
			records.result('t1', '', {}, true),
		]
		now += HOUR
		write(...lines)
		expect(card().tools).toMatchObject([{ state: 'failed' }])
		expect(card().since).toBe(START)
	})

	it('text that is followed by a tool is not the end of its turn', () => {
		write(records.prompt('do it'), records.text('I look for it.'))
		pass(4_999)
		expect(session.status).toEqual({ kind: 'working', text: 'Answering' })
		write(records.tool('t1', 'Grep'))
		expect(session.status).toEqual({ kind: 'working', text: 'Searching code' })
	})

	it('the newest eight tools are on its card', () => {
		for (let at = 0; at < 100; at++) write(records.tool(`t${at}`, 'Grep'), records.result(`t${at}`))
		expect(card().tools.map(({ toolId }) => toolId)).toEqual(
			[92, 93, 94, 95, 96, 97, 98, 99].map((at) => `t${at}`),
		)
		expect(session.tools.length).toBeLessThanOrEqual(64)
	})
})

describe('a permission', () => {
	const ask = (more: object = {}) =>
		hook('PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'rm x' }, ...more })

	it('is suspected after seven seconds without a sign, and said to be a guess', () => {
		write(records.prompt('do it'), records.tool('t1', 'Bash', { command: 'rm x' }))
		pass(6_999)
		expect(session.status.kind).toBe('working')
		pass(1)
		expect(card()).toMatchObject({
			status: { kind: 'waiting_permission', text: 'Running: rm x', sure: false },
			since: START + 7_000,
		})
	})

	it.each(['bash_progress', 'mcp_progress'])('progress (%s) starts those seconds again', (of) => {
		write(records.tool('t1', 'Bash'))
		now += 6_000
		write(records.progress('t1', of))
		pass(6_000)
		expect(session.status.kind).toBe('working')
		pass(1_000)
		expect(session.status.kind).toBe('waiting_permission')
	})

	it.each(['Task', 'Agent'])('is never suspected of %s, which takes its time', (name) => {
		write(records.tool('t1', name))
		pass(HOUR)
		expect(session.status.kind).toBe('working')
	})

	it('is not suspected where hooks would have told it', () => {
		hook('SessionStart', { source: 'startup' })
		write(records.tool('t1', 'Bash'))
		pass(HOUR)
		expect(session.status.kind).toBe('working')
	})

	it('that was asked for stands for hours, and ends with its result', () => {
		write(records.tool('t1', 'Bash', { command: 'rm x' }))
		now += 100
		ask()
		const asked = { kind: 'waiting_permission', text: 'Running: rm x', sure: true }
		expect(session.status).toEqual(asked)
		pass(48 * HOUR)
		expect(session.status).toEqual(asked)
		hook('Notification', { notification_type: 'idle_prompt', message: 'waits' })
		expect(session.status).toEqual(asked)
		write(records.result('t1'))
		pass(300)
		expect(session.status).toEqual({ kind: 'working', text: 'Thinking' })
	})

	it('stands while another tool of the same message ends', () => {
		write(records.tool('t1', 'Bash', { command: 'rm x' }), records.tool('t2', 'Grep'))
		now += 100
		ask()
		now += 100
		write(records.result('t2'))
		expect(session.status).toMatchObject({ kind: 'waiting_permission', sure: true })
	})

	it('stands when its hook was faster than the file', () => {
		const lines = [
			records.tool('t0', 'Grep'),
			records.result('t0'),
			records.tool('t1', 'Bash', { command: 'rm x' }),
		]
		now += 1_000
		ask()
		write(...lines)
		expect(session.status).toMatchObject({ kind: 'waiting_permission', text: 'Running: rm x' })
	})

	it('of a sub-agent names who asks', () => {
		ask({ agent_id: 'a1', agent_type: 'Explore' })
		expect(session.status).toMatchObject({ text: 'Explore: Running: rm x', sure: true })
	})

	it('is told by the notification of versions without its hook', () => {
		write(records.tool('t1', 'Bash', { command: 'rm x' }))
		hook('Notification', { message: 'Claude needs your permission to use Bash' })
		expect(session.status).toEqual({
			kind: 'waiting_permission',
			text: 'Running: rm x',
			sure: true,
		})
	})

	it('is told by the registry of Claude Code, without any hook', () => {
		write(records.tool('t1', 'Bash', { command: 'rm x' }))
		now += 1_000
		event({ kind: 'registry', state: 'waiting', waitingFor: 'approve Bash' })
		expect(session.status).toEqual({
			kind: 'waiting_permission',
			text: 'Running: rm x',
			sure: true,
		})
		now += 1_000
		event({ kind: 'registry', state: 'busy', waitingFor: '' })
		expect(session.status).toEqual({ kind: 'working', text: 'Running: rm x' })
	})
})

describe('an agent that waits', () => {
	it('has said so by the end of its turn', () => {
		write(records.prompt('do it'), records.text('Done.'), records.turnEnd())
		expect(session.status).toEqual({ kind: 'waiting_input', text: 'Done.', sure: true })
		pass(72 * HOUR)
		expect(session.status.kind).toBe('waiting_input')
	})

	it('is supposed to after five seconds of silence behind its text', () => {
		write(records.prompt('do it'), records.text('Done.'))
		pass(5_000)
		expect(session.status).toEqual({ kind: 'waiting_input', text: 'Done.', sure: false })
		expect(session.since).toBe(START + 5_000)
		write(records.turnEnd())
		expect(session.status).toMatchObject({ sure: true })
	})

	it('stays so when its last words are written after the hook', () => {
		write(records.prompt('do it'))
		const late = records.text('Done.')
		now += 500
		hook('Stop')
		write(late)
		expect(session.status).toEqual({ kind: 'waiting_input', text: 'Done.', sure: true })
	})

	it('leaves a tool as its result says, also one that is read after the end was told', () => {
		write(records.prompt('x'), records.tool('t1', 'Read'), records.tool('t2', 'Grep'))
		pass(400)
		const results = [records.result('t1', 'no', {}, true), records.result('t2')]
		hook('Stop')
		write(...results)
		expect(card().tools.map(({ state }) => state)).toEqual(['failed', 'done'])
		expect(card().status.kind).toBe('waiting_input')
	})

	it('does not show the words of the turn before as those of this one', () => {
		write(records.prompt('one'), records.text('The first answer.'), records.turnEnd())
		now += 1_000
		write(records.prompt('two'), records.turnEnd())
		expect(session.status).toEqual({ kind: 'waiting_input', text: '', sure: true })
	})

	it('asks its question for as long as nobody answers', () => {
		const questions = [{ question: 'Which door?', options: [] }]
		write(records.tool('t1', 'AskUserQuestion', { questions }))
		expect(session.status).toEqual({ kind: 'waiting_input', text: 'Which door?', sure: true })
		expect(card().tools).toMatchObject([{ text: 'Waiting for your answer' }])
		pass(HOUR)
		expect(session.status.kind).toBe('waiting_input')
		write(records.result('t1', 'The left one'))
		pass(300)
		expect(session.status).toEqual({ kind: 'working', text: 'Thinking' })
	})

	it('waits for its next turn in a loop, and is neither done nor at work', () => {
		write(
			records.prompt('/loop check'),
			records.tool('t1', 'ScheduleWakeup', { delaySeconds: 300 }),
		)
		write(records.result('t1'), records.text('I look again soon.'), records.turnEnd())
		expect(session.status).toEqual({
			kind: 'waiting_turn',
			text: 'Waiting for its next turn',
		})
		pass(HOUR)
		expect(session.status.kind).toBe('waiting_turn')
		write(records.prompt('stop it'), records.turnEnd())
		expect(session.status.kind).toBe('waiting_input')
	})

	it('waits for its agents in the background until the last of them ends', () => {
		write(records.prompt('do it'), records.tool('t1', 'Agent', { description: 'Find tests' }))
		write(
			records.agentResult('t1', 'a1', 'async_launched'),
			records.text('It runs.'),
			records.turnEnd(),
		)
		expect(session.status).toEqual({ kind: 'waiting_turn', text: 'Subtask: Find tests' })
		write(records.backgroundEnded('t1', 'a1'))
		pass(300)
		expect(session.status).toMatchObject({ kind: 'waiting_input', sure: true })
		expect(session.agents).toMatchObject([{ id: 'a1', endedAt: now - 300 }])
	})

	it('is idle after an interruption, and before it was asked anything', () => {
		expect(session.status).toEqual({ kind: 'idle' })
		write(records.prompt('do it'), records.tool('t1', 'Bash'), records.interrupted())
		expect(card()).toMatchObject({ status: { kind: 'idle' }, tools: [{ state: 'failed' }] })
		write(records.turnEnd())
		expect(session.status).toEqual({ kind: 'idle' })
	})

	it('waits when its model could not be asked', () => {
		write(records.prompt('do it'), records.failed('API Error: 529 overloaded'))
		expect(session.status).toMatchObject({
			kind: 'waiting_input',
			text: 'API Error: 529 overloaded',
		})
	})
})

describe('the end', () => {
	it('is as sure as what told it, and taken back by new records', () => {
		write(records.prompt('do it'))
		event({ kind: 'gone', sure: false })
		expect(session.status).toEqual({ kind: 'ended', sure: false })
		hook('SessionEnd', { reason: 'prompt_input_exit' })
		expect(session.status).toEqual({ kind: 'ended', sure: true })
		event({ kind: 'gone', sure: false })
		expect(session.status).toEqual({ kind: 'ended', sure: true })
		now += 10
		write(records.prompt('more'))
		expect(session.status).toEqual({ kind: 'working', text: 'Thinking' })
	})

	it('of a process in the middle of a turn leaves nothing running when it is resumed', () => {
		write(records.prompt('do it'), records.tool('t1', 'Bash'))
		now += 10
		hook('SessionEnd', { reason: 'other' })
		now += 10
		hook('SessionStart', { source: 'resume' })
		expect(session.status).toMatchObject({ kind: 'waiting_input', sure: true })
	})

	it('a compaction in the middle of a turn is not a new beginning', () => {
		write(records.prompt('do it'), records.tool('t1', 'Bash', { command: 'make' }))
		hook('SessionStart', { source: 'compact' })
		expect(session.status).toEqual({ kind: 'working', text: 'Running: make' })
	})
})
