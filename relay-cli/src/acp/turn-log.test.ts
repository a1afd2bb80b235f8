/** Messages of agents in the field, as the transcript has them. */
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TranscriptEntry } from '@fairlead/protocol/agents/agents'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ManualClock } from '../../test/kit/manual-clock.ts'
import { Cleanups, temporaryFolder } from '../../test/kit/support.ts'
import { entriesOf } from '../agents/reading/entries.ts'
import { SessionTranscript } from './session-transcript.ts'
import { TurnLog } from './turn-log.ts'

const cleanups = new Cleanups()
let clock: ManualClock
let transcript: SessionTranscript
let log: TurnLog

beforeEach(() => {
	const { path } = cleanups.add(temporaryFolder(), (made) => made.remove())
	clock = new ManualClock()
	open(join(path, 'new', 'session.jsonl'))
})
afterEach(() => cleanups.run())

function open(path: string, limits: { maxBytes?: number; since?: number } = {}): void {
	const ports = { now: () => clock.now(), written: () => undefined }
	transcript = new SessionTranscript(path, { sessionId: 's', cwd: '/game' }, ports, limits)
	log = new TurnLog(clock, transcript)
}

async function entries(): Promise<TranscriptEntry[]> {
	await transcript.done()
	const lines = readFileSync(transcript.path, 'utf8').trimEnd().split('\n')
	return lines.flatMap((text) => entriesOf({ text, byte: 0, isCut: false }))
}
const called = (more: object): void => log.update({ sessionUpdate: 'tool_call', ...more })
const updated = (more: object): void => log.update({ sessionUpdate: 'tool_call_update', ...more })
const says = (text: string, more: object = {}): void =>
	log.update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text }, ...more })

it('a call of which nothing is known yet waits for what it does', async () => {
	called({
		toolCallId: 'toolu_1',
		title: 'Terminal',
		kind: 'execute',
		rawInput: {},
		status: 'pending',
	})
	updated({ toolCallId: 'toolu_1', title: '`npm test`', rawInput: { command: 'npm test' } })
	const content = [{ type: 'content', content: { type: 'text', text: '3 passed' } }]
	updated({ toolCallId: 'toolu_1', status: 'completed', content })
	expect(await entries()).toMatchObject([
		{ kind: 'tool', name: 'Bash', text: 'Running: npm test', toolId: 'toolu_1' },
		{ kind: 'result', text: '3 passed', failed: false },
	])
})

it('a difference that comes with the result is an edit of its own', async () => {
	called({
		toolCallId: 'a',
		title: 'edit',
		kind: 'edit',
		status: 'in_progress',
		rawInput: { filePath: '/game/a.cs' },
	})
	const content = [{ type: 'diff', path: '/game/a.cs', oldText: 'x', newText: 'y' }]
	updated({ toolCallId: 'a', status: 'completed', content })
	updated({ toolCallId: 'a', status: 'completed', content })
	expect(await entries()).toMatchObject([
		{ kind: 'tool', toolId: 'a', text: 'Editing a.cs' },
		{ kind: 'tool', toolId: 'a-2', changes: [{ path: '/game/a.cs', before: 'x', after: 'y' }] },
		{ kind: 'result', toolId: 'a' },
		{ kind: 'result', toolId: 'a-2' },
	])
})

it('each file of a call is an edit, and a new one is written', async () => {
	const content = [
		{ type: 'diff', path: '/game/a.cs', oldText: 'x', newText: 'y' },
		{ type: 'diff', path: '/game/b.cs', oldText: null, newText: 'new' },
	]
	called({ toolCallId: 'a', title: 'Patch', kind: 'edit', content })
	updated({ toolCallId: 'a', status: 'failed' })
	expect(await entries()).toMatchObject([
		{ name: 'Edit', changes: [{ path: '/game/a.cs' }] },
		{ name: 'Write', changes: [{ path: '/game/b.cs', after: 'new' }] },
		{ kind: 'result', failed: true },
		{ kind: 'result', failed: true },
	])
})

it('each kind of call has a line that people know', async () => {
	const lineOf = async (more: object): Promise<string | undefined> => {
		const { path } = cleanups.add(temporaryFolder(), (made) => made.remove())
		open(join(path, 'one.jsonl'))
		called({ toolCallId: 'a', status: 'in_progress', ...more })
		const [entry] = await entries()
		return entry?.kind === 'tool' ? entry.text : undefined
	}
	const shell = { command: ['bash', '-lc', 'make all'] }
	expect(await lineOf({ kind: 'execute', title: 'x', rawInput: shell })).toBe('Running: make all')
	// One that tells only what people are to read.
	expect(await lineOf({ kind: 'execute', title: 'make all' })).toBe('Running: make all')
	const locations = [{ path: '/game/a.cs', line: 3 }]
	expect(await lineOf({ kind: 'read', title: 'Read', locations })).toBe('Reading a.cs')
	expect(await lineOf({ kind: 'search', title: "'door'" })).toBe('Searching code')
	expect(await lineOf({ kind: 'fetch', title: 'x', rawInput: { url: 'u' } })).toBe(
		'Fetching web content',
	)
	expect(await lineOf({ kind: 'delete', title: 'Delete a.cs' })).toBe('Using Delete a.cs')
	// A name that would make the card wait for an answer.
	expect(await lineOf({ kind: 'other', title: 'AskUserQuestion' })).toBe(
		'Using Tool AskUserQuestion',
	)
	expect(await lineOf({ title: '', kind: 'move' })).toBe('Using move')
})

it('pieces of a message are one text, and what pauses is shown', async () => {
	says('The ')
	says('door')
	says('Another', { messageId: '2' })
	clock.advance(2_000)
	says(' one', { messageId: '2' })
	log.over()
	expect((await entries()).map((entry) => 'text' in entry && entry.text)).toEqual([
		'The door',
		'Another',
		' one',
	])
})

it('a call that the turn leaves unfinished is told, and updates of unknown ones are not', async () => {
	called({ toolCallId: 'a', title: 'Edit', kind: 'edit', status: 'pending' })
	updated({ toolCallId: 'b', status: 'completed' })
	log.over()
	updated({ toolCallId: 'a', status: 'completed' })
	expect(await entries()).toMatchObject([{ kind: 'tool', toolId: 'a', name: 'Edit' }])
})

it('a transcript that is full says so, and still tells how its session stands', async () => {
	open(transcript.path, { maxBytes: 20_000 })
	transcript.prompt('go')
	for (let i = 0; i < 50; i++) says('x'.repeat(1_000), { messageId: String(i) })
	called({ toolCallId: 'a', title: 'x', kind: 'execute', status: 'in_progress' })
	updated({ toolCallId: 'a', status: 'completed', rawOutput: 'y'.repeat(5_000) })
	log.over()
	transcript.turnEnd()
	const all = await entries()
	expect(all.filter(({ kind }) => kind === 'note')).toMatchObject([
		{ text: 'The transcript has reached 50 MB: what follows is not written.' },
		{ text: 'End of the turn.' },
	])
	expect(all.at(-2)).toMatchObject({ kind: 'result', text: '' })
	expect(readFileSync(transcript.path).length).toBeLessThan(21_000)
})

it('a session that is continued keeps its records, and ids that are used again are others', async () => {
	const run = (): void => {
		called({ toolCallId: 'call-1', title: 'x', kind: 'execute', status: 'in_progress' })
		updated({ toolCallId: 'call-1', status: 'completed', rawOutput: 'ok' })
		log.over()
	}
	run()
	await transcript.done()
	// The relay was killed in the middle of a line.
	appendFileSync(transcript.path, '{"type":"system"')
	open(transcript.path, { since: readFileSync(transcript.path).length })
	run()
	const all = await entries()
	expect(all.map(({ kind }) => kind)).toEqual(['tool', 'result', 'tool', 'result'])
	const ids = all.map((entry) => 'toolId' in entry && entry.toolId)
	expect(ids[1]).toBe(ids[0])
	expect(ids[3]).toBe(ids[2])
	expect(ids[2]).not.toBe(ids[0])
})
