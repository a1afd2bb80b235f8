/** Messages that are sent again to a restarted relay, unseen by the client. */
import { describe, expect, test } from 'vitest'
import { LineSplitter } from '../platform/lines.ts'
import { Conversation } from './conversation.ts'

const request = (id: number | string, method: string, params: object = {}): string =>
	JSON.stringify({ jsonrpc: '2.0', id, method, params })
const notice = (method: string, params: object = {}): string =>
	JSON.stringify({ jsonrpc: '2.0', method, params })
const answer = (id: number | string): string => JSON.stringify({ jsonrpc: '2.0', id, result: {} })

describe('after a restart', () => {
	test('a request without an answer is sent again; an answered or cancelled one is not', () => {
		const talk = new Conversation()
		talk.sent(request(1, 'tools/call'))
		talk.sent(request(2, 'tools/call'))
		talk.sent(request('3', 'tools/call'))
		talk.sent(notice('notifications/cancelled', { requestId: 2 }))
		expect(talk.received(answer(1))).toBe(true)
		expect(talk.resume()).toEqual([request('3', 'tools/call')])
		expect(talk.open).toEqual(['3'])
	})

	test.each([
		{ result: { id: 2 }, jsonrpc: '2.0', id: 1 },
		{ jsonrpc: '2.0', id: 1, error: { code: -32_603, message: 'No.' } },
		{ jsonrpc: '2.0', id: 1, result: { text: '"id":2,' } },
	])('however the answer is written: %j', (line) => {
		const talk = new Conversation()
		talk.sent(request(1, 'tools/call'))
		talk.sent(request(2, 'tools/call'))
		expect(talk.received(JSON.stringify(line))).toBe(true)
		expect(talk.open).toEqual([2])
	})

	test('the handshake is repeated, and the client does not see a second answer', () => {
		const talk = new Conversation()
		talk.sent(request(0, 'initialize'))
		talk.received(answer(0))
		talk.sent(notice('notifications/initialized'))
		talk.sent(request(1, 'tools/list'))
		expect(talk.resume()).toEqual([
			request(0, 'initialize'),
			notice('notifications/initialized'),
			request(1, 'tools/list'),
		])
		expect(talk.received(answer(0))).toBe(false)
		expect(talk.received(answer(1))).toBe(true)
		expect(talk.resume()).toHaveLength(2)
	})

	test('a handshake without an answer still gets one, first', () => {
		const talk = new Conversation()
		talk.sent(request(0, 'initialize'))
		talk.sent(request(1, 'tools/list'))
		expect(talk.resume()).toEqual([request(0, 'initialize'), request(1, 'tools/list')])
		expect(talk.received(answer(0))).toBe(true)
	})

	test('subscriptions that hold are made again', () => {
		const talk = new Conversation()
		talk.sent(request(1, 'resources/subscribe', { uri: 'a' }))
		talk.sent(request(2, 'resources/subscribe', { uri: 'b' }))
		talk.sent(request(3, 'resources/unsubscribe', { uri: 'a' }))
		for (const id of [1, 2, 3]) talk.received(answer(id))
		expect(talk.resume()).toEqual([request(2, 'resources/subscribe', { uri: 'b' })])
		expect(talk.received(answer(2))).toBe(false)
	})

	test("the server's own requests, and lines that are no message, pass", () => {
		const talk = new Conversation()
		expect(talk.received(request(7, 'elicitation/create'))).toBe(true)
		expect(talk.received('nonsense')).toBe(true)
		talk.sent('nonsense')
		talk.sent('null')
		expect(talk.resume()).toEqual([])
	})
})

describe('lines', () => {
	test('come whole, however the bytes are cut', () => {
		const text = Buffer.from('{"a":"ä"}\r\n\n{"b":"→"}\nrest')
		for (let cut = 0; cut <= text.length; cut++) {
			const lines = new LineSplitter(100)
			expect([...lines.push(text.subarray(0, cut)), ...lines.push(text.subarray(cut))]).toEqual([
				'{"a":"ä"}',
				'',
				'{"b":"→"}',
			])
		}
	})

	test('have a limit', () => {
		const lines = new LineSplitter(10)
		lines.push(Buffer.from('1234567890\n12345'))
		expect(() => lines.push(Buffer.from('678901'))).toThrow('more than 10 bytes')
	})
})
