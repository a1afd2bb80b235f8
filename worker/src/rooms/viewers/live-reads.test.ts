import { describe, expect, test } from 'vitest'
import type { RoomSeat } from '../calls/routing.ts'
import { RelayRequests } from '../relays/relay-requests.ts'
import { asReadRequest, LiveReads } from './live-reads.ts'

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
	const requests = new RelayRequests({
		sendToRelay: (_, frame) => asked.push(frame) > 0,
		after: () => () => undefined,
		newId: () => 'x',
	})
	const send = (_: WebSocket, frame: string) => void sent.push(frame)
	const reads = new LiveReads({ requests, send, now: () => 0 })
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
	const requests = new RelayRequests({
		sendToRelay: () => true,
		after: () => () => undefined,
		newId: () => `x${ids++}`,
	})
	const send = (_: WebSocket, frame: string) => void sent.push(frame)
	const reads = new LiveReads({ requests, send, now: () => now })
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
	requests.answered('relay1', 'view.x32', { kind: 'answered', json: '"late no more"' })
	expect(JSON.parse(sent.at(-1) ?? '')).toMatchObject({ id: 33, result: 'late no more' })
})

test('an answer that is no JSON fails the read of a visitor, who may ask again', () => {
	const sent: string[] = []
	let ids = 0
	const requests = new RelayRequests({
		sendToRelay: () => true,
		after: () => () => undefined,
		newId: () => `x${ids++}`,
	})
	const send = (_: WebSocket, frame: string) => void sent.push(frame)
	const reads = new LiveReads({ requests, send, now: () => 0 })
	const seat = {
		relayId: 'relay1',
		seat: { editorKey: 'relay1:0123456789ab', name: 'Demo', projectPath: '/p', phase: 'ready' },
	} as unknown as RoomSeat
	const request = { method: 'unity_query', params: { action: 'selection' }, editorKey: undefined }
	const visitor = {} as WebSocket
	const ask = (id: number) => reads.start(visitor, { id, ...request }, seat, true, () => true, true)
	ask(1)
	requests.answered('relay1', 'view.x0', { kind: 'answered', json: '{"status":"ok","result":' })
	expect(JSON.parse(sent[0] ?? '')).toMatchObject({
		id: 1,
		result: { status: 'error', error: { code: 'internal' } },
	})
	ask(2)
	requests.answered('relay1', 'view.x1', { kind: 'answered', json: '{"status":"ok","result":{}}' })
	expect(JSON.parse(sent[1] ?? '')).toEqual({
		jsonrpc: '2.0',
		id: 2,
		result: { status: 'ok', result: {} },
	})
})
