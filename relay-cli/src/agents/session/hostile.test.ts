/** Transcripts are files that anything may write: lines that mean nothing must change nothing, and nothing may grow. */
import { AgentCard } from '@fairlead/protocol/agents/agents'
import fc from 'fast-check'
import { expect, it } from 'vitest'
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

/** Records of the right shape with the wrong values in them. */
const hostile = (): fc.Arbitrary<string> => {
	const value = fc.jsonValue({ maxDepth: 3 })
	const type = fc.constantFrom(
		'assistant',
		'user',
		'system',
		'progress',
		'queue-operation',
		'custom-title',
		'x',
		'__proto__',
	)
	const part = fc.record({
		type: fc.oneof(fc.constantFrom('text', 'thinking', 'tool_use', 'tool_result', 'image'), value),
		id: fc.oneof(fc.string(), value),
		tool_use_id: fc.oneof(fc.string(), value),
		name: fc.oneof(fc.constantFrom('Bash', 'Read', 'AskUserQuestion', 'Task'), value),
		input: fc.oneof(fc.record({ command: value, file_path: value, questions: value }), value),
		text: fc.oneof(fc.string(), value),
		content: value,
	})
	const shaped = fc.record({
		type,
		subtype: fc.oneof(fc.constantFrom('turn_duration', 'compact_boundary'), value),
		timestamp: fc.oneof(fc.constantFrom('2026-11-28T12:00:00Z', '-1', '9'.repeat(30)), value),
		cwd: value,
		gitBranch: fc.oneof(fc.string(), value),
		message: fc.oneof(
			fc.record({
				id: value,
				model: fc.oneof(fc.string(), value),
				content: fc.oneof(fc.array(part, { maxLength: 4 }), value),
				usage: fc.oneof(
					fc.record({ input_tokens: value, output_tokens: value, cache_creation: value }),
					value,
				),
			}),
			value,
		),
		data: fc.oneof(fc.record({ type: value }), value),
		toolUseResult: value,
		operation: fc.oneof(fc.constant('enqueue'), value),
		content: fc.oneof(fc.constant('<task-notification><task-id>x</task-id>'), value),
		customTitle: value,
		teamName: value,
	})
	return fc.oneof(
		shaped.map((one) => JSON.stringify(one)),
		fc.string().map((text) => text.replaceAll('\n', '')),
		value.map((one) => JSON.stringify(one)),
		shaped.map((one) => JSON.stringify(one).slice(0, -3)),
	)
}

it('10,000 hostile lines leave a valid card, and a session that has not grown', () => {
	const lines = fc.sample(hostile(), { numRuns: 10_000, seed: 7 })
	const session = play([Buffer.from(`${lines.join('\n')}\n`)])
	expect(() => AgentCard.parse(cardOf(session, PLACE))).not.toThrow()
	expect(JSON.stringify(session).length).toBeLessThan(200_000)
})

it('10,000 hostile hook bodies leave a valid card', () => {
	const value = fc.jsonValue({ maxDepth: 2 })
	const names = [
		'SessionStart',
		'SessionEnd',
		'PermissionRequest',
		'Notification',
		'Stop',
		'SubagentStop',
		'x',
	]
	const body = fc.oneof(
		value,
		fc.record({
			hook_event_name: fc.oneof(fc.constantFrom(...names), value),
			session_id: fc.oneof(fc.constant(ID), value),
			agent_id: value,
			tool_name: fc.oneof(fc.constantFrom('Bash', 'AskUserQuestion'), value),
			tool_input: fc.oneof(
				fc.record({ command: fc.oneof(fc.string(), value), questions: value }),
				value,
			),
			notification_type: fc.oneof(fc.constantFrom('permission_prompt', 'agent_needs_input'), value),
			message: fc.oneof(fc.string({ maxLength: 1_000 }), value),
			reason: value,
			source: value,
		}),
	)
	let session = newSession(START)
	for (const one of fc.sample(body, { numRuns: 10_000, seed: 7 })) {
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
