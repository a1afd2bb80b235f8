/** A file grows while it is read, and may end anywhere for a moment: nothing of it is lost or read twice. */
import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { Cleanups, temporaryFolder } from '../../../test/kit/support.ts'
import { everyRecord } from '../../../test/mock-claude/every-record.ts'
import { Records } from '../../../test/mock-claude/records.ts'
import { LineSplitter, type SplitLine } from '../transcripts/line-splitter.ts'
import {
	type AssistantBlock,
	IGNORED_TYPES,
	readRecord,
	type TranscriptRecord,
} from '../transcripts/record.ts'
import { TranscriptTail } from '../transcripts/transcript-tail.ts'
import { reduce } from './reduce.ts'
import { newSession, type Session } from './session.ts'
import { SESSION, START, shownCard } from './test-kit.ts'

const NOW = START + 60_000
const BEGUN = newSession(NOW)
const lines = everyRecord(new Records({ sessionId: SESSION, cwd: '/w', now: () => START }))
const bytes = Buffer.from(`${lines.join('\n')}\n`)
const recordOf = (text: string): TranscriptRecord => readRecord({ byte: 0, text, isCut: false })
const typeOf = (line: string): unknown => JSON.parse(line).type
const cleanups = new Cleanups()
afterEach(() => cleanups.run())

/** The same line makes the same of the same session, so each is read once, however often it is played. */
const known = new Map<Session, Map<string, Session>>()
function played(session: Session, line: SplitLine): Session {
	const after = known.get(session) ?? new Map<string, Session>()
	known.set(session, after)
	const before = line.isCut ? undefined : after.get(line.text)
	if (before) return before
	const next = reduce(session, { kind: 'record', record: readRecord(line), isSub: false }, NOW)
	after.set(line.text, next)
	return next
}

function play(pieces: readonly Buffer[], session = BEGUN): Session {
	const splitter = new LineSplitter()
	return pieces.flatMap((piece) => [...splitter.push(piece)]).reduce(played, session)
}

it('the corpus has every kind of record, and every type that is ignored', () => {
	const kinds: Record<TranscriptRecord['kind'], true> = {
		aside: true,
		assistant: true,
		'background-end': true,
		cleared: true,
		compacted: true,
		damaged: true,
		ignored: true,
		interrupted: true,
		program: true,
		progress: true,
		prompt: true,
		results: true,
		title: true,
		'turn-end': true,
		unknown: true,
		usage: true,
	}
	const blockKinds: Record<AssistantBlock['kind'], true> = {
		text: true,
		thinking: true,
		tool: true,
	}
	const all = lines.map(recordOf)
	expect([...new Set(all.map(({ kind }) => kind))].sort()).toEqual(Object.keys(kinds).sort())
	const blocks = all.flatMap((one) => (one.kind === 'assistant' ? one.blocks : []))
	expect(new Set(blocks.map(({ kind }) => kind))).toEqual(new Set(Object.keys(blockKinds)))
	const types = new Set(lines.filter((_, at) => all[at]?.kind === 'ignored').map(typeOf))
	expect([...IGNORED_TYPES].filter((type) => !types.has(type))).toEqual([])
})

it('the corpus reaches what a session knows', () => {
	const whole = play([bytes])
	expect(shownCard(whole)).toMatchObject({
		title: 'The door',
		program: 'Gemini',
		status: { kind: 'waiting_input', text: 'The door is wider now: 4 statt 3 ✓', sure: true },
		tools: [
			{ text: 'Searching code', state: 'done' },
			{ text: 'Reading door.ts', state: 'done' },
			{ text: 'Editing door.ts', state: 'done' },
			{ text: 'Running: npm test', state: 'failed' },
			{ text: 'Using mcp__doors__open', state: 'done' },
			{ text: 'Using web_search', state: 'done' },
			{ text: 'Subtask: Find the tests', state: 'done' },
			{ text: 'Subtask: Paint the door', state: 'done' },
		],
	})
	expect(whole).toMatchObject({
		isCleared: true,
		title: '/review die Tür',
		team: { name: 'doors', member: 'lead' },
		agents: [
			{ id: 'a1', endedAt: START },
			{ id: 'a2', endedAt: START },
		],
	})
})

it('a transcript says the same, at whatever byte it is split', () => {
	const others: string[] = []
	let session = BEGUN
	// A few records at a time, which continue what the ones before left: all of them at each byte would take too long.
	for (let first = 0; first < lines.length; first += 10) {
		const some = Buffer.from(`${lines.slice(first, first + 10).join('\n')}\n`)
		const whole = play([some], session)
		for (let at = 0; at <= some.length; at += 1)
			if (play([some.subarray(0, at), some.subarray(at)], session) !== whole)
				others.push(`${first}: ${at}`)
		session = whole
	}
	expect(others).toEqual([])
	expect(session).toBe(play([bytes]))
})

it('a transcript that comes byte by byte says the same, with the newlines of Windows too', () => {
	const single = [...Buffer.from(`${lines.join('\r\n')}\r\n`)].map((byte) => Buffer.from([byte]))
	expect(play(single)).toBe(play([bytes]))
})

it('a file that is looked at around the end of each record says the same', async () => {
	const path = join(cleanups.add(temporaryFolder(), (made) => made.remove()).path, 's.jsonl')
	const whole = play([bytes])
	const others: number[] = []
	for (let end = bytes.indexOf('\n'); end >= 0; end = bytes.indexOf('\n', end + 1))
		for (const at of [end - 1, end, end + 1, end + 2, end + 3].filter((at) => at <= bytes.length)) {
			let session = BEGUN
			const tail = new TranscriptTail(path, {
				line: (line) => {
					session = played(session, line)
				},
				restarted: () => others.push(at),
			})
			rmSync(path, { force: true })
			writeFileSync(path, bytes.subarray(0, at))
			await tail.look()
			appendFileSync(path, bytes.subarray(at))
			await tail.look()
			if (session !== whole) others.push(at)
		}
	expect(others).toEqual([])
})
