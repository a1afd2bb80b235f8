import { expect, test } from 'vitest'
import {
	JsonRpcNotification,
	JsonRpcRequest,
	JsonRpcSuccess,
	parseFrame,
	RPC_ERROR,
	rpcFailure,
	rpcNotification,
	rpcRequest,
	rpcSuccess,
} from './json-rpc.ts'

test.each([
	['request', rpcRequest('r1', 'call', { a: 1 })],
	['request', rpcRequest(0, 'editor.hello')],
	['notification', rpcNotification('watch', { watching: true })],
	['success', rpcSuccess(1, undefined)],
	['failure', rpcFailure(null, { code: RPC_ERROR.parse, message: 'no' })],
])('a message that we send as %s is read as one', (kind, text) => {
	const frame = parseFrame(text)
	expect(frame.kind).toBe(kind)
	if (frame.kind !== 'malformed') expect(JSON.parse(text)).toEqual(frame.message)
})

const { parse, invalidRequest } = RPC_ERROR
test.each<[string, string, number, string | number | null]>([
	['nothing', '', parse, null],
	['half a frame', '{"jsonrpc":"2.0"', parse, null],
	['two frames in one', '{}{}', parse, null],
	['a heartbeat that reached us by mistake', 'pong', parse, null],
	['null', 'null', invalidRequest, null],
	['a number', '1', invalidRequest, null],
	['a batch', '[{"jsonrpc":"2.0","method":"watch"}]', invalidRequest, null],
	['an empty object', '{}', invalidRequest, null],
	['no version', '{"id":1,"method":"call"}', invalidRequest, 1],
	['another version', '{"jsonrpc":"1.0","id":"x","method":"call"}', invalidRequest, 'x'],
	['a method that is no text', '{"jsonrpc":"2.0","id":1,"method":7}', invalidRequest, 1],
	['an empty method', '{"jsonrpc":"2.0","id":1,"method":""}', invalidRequest, 1],
	['an id that is no id', '{"jsonrpc":"2.0","id":{},"method":"call"}', invalidRequest, null],
	['a null id', '{"jsonrpc":"2.0","id":null,"method":"call"}', invalidRequest, null],
	['a fractional id', '{"jsonrpc":"2.0","id":1.5,"method":"call"}', invalidRequest, null],
	[
		'an endless id',
		`{"jsonrpc":"2.0","id":"${'x'.repeat(129)}","method":"call"}`,
		invalidRequest,
		null,
	],
	[
		'a notification with a stranger inside',
		'{"jsonrpc":"2.0","method":"watch","x":1}',
		invalidRequest,
		null,
	],
	['a result without an id', '{"jsonrpc":"2.0","result":1}', invalidRequest, null],
	['an error that is text', '{"jsonrpc":"2.0","id":1,"error":"no"}', invalidRequest, null],
	[
		'result and a broken error',
		'{"jsonrpc":"2.0","id":1,"result":1,"error":{}}',
		invalidRequest,
		null,
	],
])('%s is refused with the right code and id, and ends no process', (_, text, code, id) => {
	const frame = parseFrame(text)
	expect(frame).toMatchObject({ kind: 'malformed', error: { code }, id })
})

test('the hand-written checks agree with the schemas', () => {
	const ids = [1, 'a', 1.5, null, {}, 'x'.repeat(128), 'x'.repeat(129), undefined]
	const methods = ['call', '', 7, 'm'.repeat(64), 'm'.repeat(65), undefined]
	for (const jsonrpc of ['2.0', '1.0', undefined]) {
		for (const id of ids) {
			for (const method of methods) {
				for (const more of [{}, { params: { a: 1 } }, { result: 1 }, { x: 1 }]) {
					const message = JSON.parse(JSON.stringify({ jsonrpc, id, method, ...more }))
					const { kind } = parseFrame(JSON.stringify(message))
					const schema =
						'method' in message
							? 'id' in message
								? JsonRpcRequest
								: JsonRpcNotification
							: 'result' in message
								? JsonRpcSuccess
								: null
					const wanted = schema?.safeParse(message).success ?? false
					expect(kind !== 'malformed', JSON.stringify(message)).toBe(wanted)
				}
			}
		}
	}
})
