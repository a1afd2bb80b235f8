import { rpcFailure, rpcSuccess } from '@fairlead/protocol/wire/json-rpc'
import { describe, expect, test } from 'vitest'
import type { RoomSeat } from '../calls/routing.ts'
import { asReadRequest, LiveReads, splitReadAnswer } from './live-reads.ts'

describe('the fast path of an answer', () => {
	test('is used for JSON as our relay writes it, and gives the same result', () => {
		const result = { status: 'ok', result: { name: 'a "quoted" \u00fc name', id: 'view.x' } }
		const split = splitReadAnswer(rpcSuccess('view.abc', result))
		expect(split?.callId).toBe('view.abc')
		expect(JSON.parse(`{"jsonrpc":"2.0","id":"mine"${split?.tail}`)).toEqual({
			jsonrpc: '2.0',
			id: 'mine',
			result,
		})
	})

	test.each([
		['an error', rpcFailure('view.abc', { code: -32603, message: 'no' })],
		['the answer to a durable call', rpcSuccess('cnv_1.2', {})],
		['another order of members', '{"id":"view.abc","jsonrpc":"2.0","result":1}'],
		['other spaces', '{"jsonrpc": "2.0", "id": "view.abc", "result": 1}'],
		['a request', '{"jsonrpc":"2.0","id":"view.abc","method":"call.settled"}'],
		['an id without end', `{"jsonrpc":"2.0","id":"view.${'x'.repeat(1_000)}`],
	])('is not taken for %s', (_, frame) => {
		expect(splitReadAnswer(frame)).toBeNull()
	})
})

describe('a read is recognised without a schema', () => {
	const read = { method: 'unity_query', params: { action: 'selection' } }
	test.each([
		[{ id: 1, method: 'room.read', params: read }, true],
		[{ id: 'a', method: 'room.read', params: { ...read, editorKey: 'k' } }, true],
		[{ id: null, method: 'room.read', params: read }, false],
		[{ id: 'a'.repeat(129), method: 'room.read', params: read }, false],
		[{ id: 1, method: 'room.read', params: { method: 3 } }, false],
		[{ id: 1, method: 'room.read', params: { ...read, editorKey: 3 } }, false],
		[{ id: 1, method: 'room.setTarget', params: read }, false],
		[{ method: 'room.read', params: read }, false],
		['room.read', false],
		[null, false],
	])('%j: %s', (frame, is) => {
		expect(asReadRequest(frame) !== null).toBe(is)
	})
})

test('a person with the role viewer cannot read the project’s files', () => {
	const sent: string[] = []
	const asked: string[] = []
	const reads = new LiveReads({
		sendToRelay: (_, frame) => asked.push(frame) > 0,
		send: (_, frame) => void sent.push(frame),
		now: () => 0,
		randomId: () => 'x',
	})
	const seat = {
		relayId: 'relay1',
		seat: { editorKey: 'relay1:0123456789ab', name: 'Demo', projectPath: '/p', phase: 'gone' },
	} as unknown as RoomSeat
	const request = { method: 'read_file', params: { path: 'Assets/A.cs' }, editorKey: undefined }
	const ws = {} as WebSocket
	reads.start(
		ws,
		{ id: 1, ...request },
		seat,
		true,
		(permission) => permission !== 'room.read_files',
	)
	expect(asked).toEqual([])
	expect(sent[0]).toContain('denied')
	// People who decide approvals may read them, even without an editor: the relay has the files.
	reads.start(ws, { id: 2, ...request }, seat, true, () => true)
	expect(asked[0]).toContain('read_file')
})

test('questions that a relay never answers make room for others once they are overdue', () => {
	const sent: string[] = []
	let now = 0
	let ids = 0
	const reads = new LiveReads({
		sendToRelay: () => true,
		send: (_, frame) => void sent.push(frame),
		now: () => now,
		randomId: () => `x${ids++}`,
	})
	const ws = {} as WebSocket
	const ask = (id: number) => reads.ask(ws, id, 'relay1', 'agents.list', { id })
	for (let id = 0; id < 32; id++) ask(id)
	ask(32)
	expect(sent.map((frame) => JSON.parse(frame))).toMatchObject([
		{ id: 32, result: { error: { code: 'editor_busy' } } },
	])
	sent.length = 0
	now = 9_000
	ask(33)
	expect(sent.map((frame) => JSON.parse(frame).id)).toEqual(Array.from({ length: 32 }, (_, i) => i))
	for (const frame of sent) expect(frame).toContain('deadline_exceeded')
	reads.finish('relay1', 'view.x32', ',"result":"late no more"}')
	expect(JSON.parse(sent.at(-1) ?? '')).toMatchObject({ id: 33, result: 'late no more' })
})
