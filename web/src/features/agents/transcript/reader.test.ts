/** A transcript that is not there yet, or not there for a moment, is not lost: it is read as soon as something changes. */
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import { beforeEach, expect, test } from 'vitest'
import { agentCard } from '../../../../test/fixtures/agent-card.ts'
import { type Reading, TranscriptReader } from './reader.ts'
import { beginsLater } from './use-transcript.ts'

const GONE = failed('not_found', 'Its session is gone.')
const part = (from: number, to: number): CallOutcome => ({
	status: 'ok',
	result: {
		sessionId: 's',
		size: to,
		from,
		to,
		entries: [{ kind: 'text', byte: from, text: `from ${from}` }],
	},
})

let reading: Reading
let waiting: PromiseWithResolvers<CallOutcome>[]
let reader: TranscriptReader
beforeEach(() => {
	reading = { shown: null, failure: null }
	waiting = []
	reader = new TranscriptReader({
		ask: () => {
			const asked = Promise.withResolvers<CallOutcome>()
			waiting.push(asked)
			return asked.promise
		},
		onChange: (now) => {
			reading = now
		},
	})
})

/** Answers the oldest question. */
const answer = async (outcome: CallOutcome): Promise<void> => {
	const asked = waiting.shift()
	if (!asked) throw new Error('Nothing was asked for.')
	asked.resolve(outcome)
	await new Promise((then) => setImmediate(then))
}
const texts = () => reading.shown?.entries.map((entry) => ('text' in entry ? entry.text : ''))

test('an agent that has not written anything is not a failure, and its first words are read', async () => {
	void reader.show()
	await answer(GONE)
	expect(beginsLater(reading, agentCard('a'))).toBe(true)
	expect(beginsLater(reading, undefined)).toBe(false)
	expect(beginsLater(reading, agentCard('a', { status: { kind: 'ended', sure: true } }))).toBe(
		false,
	)
	reader.heal()
	await answer(part(0, 10))
	expect(texts()).toEqual(['from 0'])
	expect(beginsLater(reading, agentCard('a'))).toBe(false)
})

test('another reason for a missing transcript is told while the agent is there, too', async () => {
	void reader.show()
	await answer(failed('editor_busy', 'The relay is busy.'))
	expect(beginsLater(reading, agentCard('a'))).toBe(false)
	expect(reading.failure?.message).toBe('The relay is busy.')
})

test('a change while the answer is on its way is not missed', async () => {
	void reader.show()
	reader.heal()
	await answer(GONE)
	await answer(part(0, 10))
	expect(texts()).toEqual(['from 0'])
	expect(reading.failure).toBeNull()
	expect(waiting).toEqual([])
})

test('a transcript that is missing for a moment stays on screen, and is read again', async () => {
	void reader.show()
	await answer(part(0, 10))
	void reader.readOn('after')
	await answer(GONE)
	expect(texts()).toEqual(['from 0'])
	expect(reading.failure?.message).toBe('Its session is gone.')
	reader.heal()
	await answer(part(0, 20))
	expect(reading).toMatchObject({ failure: null, shown: { to: 20 } })
	// A read that did not fail is not repeated: the person may be elsewhere in the transcript.
	reader.heal()
	expect(waiting).toEqual([])
})
