/** Transcripts are files that anything may write: lines that mean nothing must change nothing, and nothing may grow. */
import { AgentCard } from '@fairlead/protocol/agents/agents'
import { expect, it } from 'vitest'
import { hostileBodies, hostileLines } from '../../../test/mock-claude/hostile.ts'
import { Records } from '../../../test/mock-claude/records.ts'
import { LineSplitter } from '../transcripts/line-splitter.ts'
import { readRecord } from '../transcripts/record.ts'
import { cardOf } from './card.ts'
import { hookEventOf } from './hook-event.ts'
import { reduce } from './reduce.ts'
import { newSession, type Session } from './session.ts'

const START = Date.UTC(2026, 10, 28, 12)
const ID = 'a6e15a28-0000-4000-8000-000000000001'
const records = new Records({ sessionId: ID, cwd: '/w', now: () => START })
const PLACE = {
	agentId: ID,
	sessionId: ID,
	parent: null,
	folder: '',
	name: null,
	titleBefore: null,
	conversationId: null,
}

function play(pieces: readonly Buffer[], now = START + 60_000): Session {
	const splitter = new LineSplitter()
	let session = newSession(now)
	for (const piece of pieces)
		for (const line of splitter.push(piece))
			session = reduce(session, { kind: 'record', record: readRecord(line), isSub: false }, now)
	return session
}

it('10,000 hostile lines leave a valid card, and a session that has not grown', () => {
	const session = play([Buffer.from(`${hostileLines(10_000).join('\n')}\n`)])
	expect(() => AgentCard.parse(cardOf(session, PLACE))).not.toThrow()
	expect(JSON.stringify(session).length).toBeLessThan(200_000)
})

it('10,000 hostile hook bodies leave a valid card', () => {
	let session = newSession(START)
	for (const one of hostileBodies(10_000, [ID])) {
		const hook = hookEventOf(one)
		if (hook) session = reduce(session, { kind: 'hook', hook }, START)
		if (hook?.kind === 'permission') AgentCard.parse(cardOf(session, PLACE))
	}
	expect(() => AgentCard.parse(cardOf(session, PLACE))).not.toThrow()
})

it('a line that is too long is not held, and its tool still ends', () => {
	const picture = { type: 'image', source: { type: 'base64', data: 'A'.repeat(2 * 1024 * 1024) } }
	const lines = [
		records.prompt('look'),
		records.tool('toolu_1', 'Read', { file_path: 'a.png' }),
		records.result('toolu_1', [picture]),
		records.text('A picture.'),
	]
	const session = play([Buffer.from(`${lines.join('\n')}\n`)])
	expect(cardOf(session, PLACE)).toMatchObject({
		tools: [{ state: 'done' }],
		status: { text: 'A picture.' },
	})
})

it('ids and names of megabytes are not held', () => {
	const huge = (at: number) => `${at}`.padEnd(400_000, 'x')
	const splitter = new LineSplitter()
	let session = newSession(START)
	for (let at = 0; at < 60; at++) {
		const line =
			at % 2 ? records.text('x', {}, huge(at)) : records.agentResult('t', huge(at), 'completed')
		for (const one of splitter.push(Buffer.from(`${line}\n`)))
			session = reduce(session, { kind: 'record', record: readRecord(one), isSub: false }, START)
	}
	expect(JSON.stringify(session).length).toBeLessThan(200_000)
})
