import { rpcFailure, rpcSuccess } from '@fairlead/protocol/wire/json-rpc'
import { describe, expect, test } from 'vitest'
import type { RelayAnswer } from '../../ports/relay-answer.ts'
import { RelayRequests, splitAnswer } from './relay-requests.ts'

describe('the fast path of an answer', () => {
	test('is used for JSON as our relay writes it, and gives the same result', () => {
		const result = { status: 'ok', result: { name: 'a "quoted" \u00fc name', id: 'view.x' } }
		const split = splitAnswer(rpcSuccess('view.abc', result))
		expect(split?.id).toBe('view.abc')
		expect(JSON.parse(split?.json ?? '')).toEqual(result)
	})

	test.each([
		['an error', rpcFailure('view.abc', { code: -32603, message: 'no' })],
		['the answer to a durable call', rpcSuccess('cnv_1.2', {})],
		['another order of members', '{"id":"view.abc","jsonrpc":"2.0","result":1}'],
		['one with more behind it', '{"jsonrpc":"2.0","id":"view.abc","result":1}\n'],
		['other spaces', '{"jsonrpc": "2.0", "id": "view.abc", "result": 1}'],
		['a request', '{"jsonrpc":"2.0","id":"view.abc","method":"call.settled"}'],
		['an id without end', `{"jsonrpc":"2.0","id":"view.${'x'.repeat(1_000)}`],
	])('is not taken for %s', (_, frame) => {
		expect(splitAnswer(frame)).toBeNull()
	})
})

/** A relay that answers nothing by itself, and a clock that only a test moves. */
function silentRelay() {
	const sent: { id?: string; method: string; params: unknown }[] = []
	const timers = new Set<() => void>()
	let ids = 0
	const requests = new RelayRequests({
		sendToRelay: (relayId, frame) => {
			if (relayId === 'away') return false
			sent.push(JSON.parse(frame))
			return true
		},
		after: (_, then) => {
			timers.add(then)
			return () => timers.delete(then)
		},
		newId: () => `x${ids++}`,
	})
	const ask = (relayId = 'relay1') => requests.question(relayId, 'computer.projects', {})
	return { requests, sent, timers, ask }
}

const ANSWER: RelayAnswer = { kind: 'answered', json: '1' }

describe('a question to a relay', () => {
	test('is answered by the relay that was asked, and leaves no timer', async () => {
		const { requests, timers, ask } = silentRelay()
		const answer = ask()
		expect(requests.answered('relay2', 'view.x0', { kind: 'answered', json: '"forged"' })).toBe(
			true,
		)
		expect(requests.answered('relay1', 'cnv_1.2', ANSWER)).toBe(false)
		requests.answered('relay1', 'view.x0', ANSWER)
		expect(await answer).toEqual(ANSWER)
		expect(timers.size).toBe(0)
	})

	test('ends when the relay is away, goes away, or is late', async () => {
		const { requests, timers, ask } = silentRelay()
		expect(await ask('away')).toEqual({ kind: 'away' })
		const cut = ask()
		const stays = ask('relay2')
		requests.relayLost('relay1')
		expect(await cut).toEqual({ kind: 'away' })
		expect(timers.size).toBe(1)
		for (const ring of timers) ring()
		expect(await stays).toEqual({ kind: 'late' })
	})

	test('is one of at most eight to a relay', async () => {
		const { requests, sent, ask } = silentRelay()
		for (let n = 0; n < 8; n++) void ask()
		expect(await ask()).toEqual({ kind: 'busy' })
		expect(sent).toHaveLength(8)
		void ask('relay2')
		void requests.question('relay1', 'project.context', {})
		expect(sent).toHaveLength(10)
	})
})

test('a read that is withdrawn ends, and the relay is told; one that is repeated is one', async () => {
	const { requests, sent, timers } = silentRelay()
	const request = { relayId: 'relay1', method: 'call', params: { method: 'unity_check' } }
	const read = () => requests.ask(request, { kind: 'read', id: 'view.r', waitMs: 5_000 })
	const first = read()
	const second = read()
	expect(sent.at(-1)).toMatchObject({ id: 'view.r', params: { callId: 'view.r' } })
	expect(await first).toEqual({ kind: 'away' })
	expect(timers.size).toBe(1)
	expect(requests.withdraw('view.r')).toBe(true)
	expect(await second).toEqual({ kind: 'late' })
	expect(timers.size).toBe(0)
	expect(sent.at(-1)).toMatchObject({ method: 'call.cancel', params: { callIds: ['view.r'] } })
	expect(requests.withdraw('view.r')).toBe(false)
})

test('a request without a timer is ended by whoever asked', () => {
	const { requests, timers } = silentRelay()
	const answers: RelayAnswer[] = []
	const request = { relayId: 'relay1', method: 'agents.list', params: {} }
	const id = requests.send(request, (answer) => void answers.push(answer))
	expect(timers.size).toBe(0)
	requests.end(id, { kind: 'late' })
	requests.answered('relay1', id, ANSWER)
	expect(answers).toEqual([{ kind: 'late' }])
})
