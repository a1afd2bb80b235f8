import { describe, expect, test } from 'vitest'
import { message, type Part, tool } from '../../test/parts.ts'
import { callsOf } from './call-view.ts'

test('a failed call keeps the tool’s message and its error', () => {
	const error = { code: 'not_found', message: 'No such object.', hint: 'Look first.' } as const
	const [call] = callsOf(
		message(tool('c1', 'output-error', { errorText: 'No such object.' }), {
			type: 'data-call',
			id: 'c1',
			data: { toolCallId: 'c1', startedAt: 1, finishedAt: 5, error },
		}),
	)
	expect(call).toMatchObject({ state: 'failed', errorText: 'No such object.', call: { error } })
})

describe('a call behind a question', () => {
	const asked = (id: string, at?: number): Part => ({
		type: 'data-approval',
		id,
		data: {
			toolCallId: id,
			approvalId: `a-${id}`,
			tool: 'write_file',
			action: 'run',
			risk: 'write',
			reads: [],
			askedAt: 10,
			...(at === undefined ? {} : { answer: { approved: true, scope: 'once', by: 'person', at } }),
		},
	})
	const called = (id: string, finishedAt?: number): Part => ({
		type: 'data-call',
		id,
		data: { toolCallId: id, startedAt: 10, ...(finishedAt ? { finishedAt } : {}) },
	})
	const begun = (...parts: Part[]) => callsOf(message(...parts)).map((one) => one.beganAt)

	test('begins when that is answered, though it needs no answer itself', () => {
		const tools = ['a', 'b', 'c'].map((id) => tool(id, 'output-available'))
		const [a, b, c] = [called('a', 8_030), called('b', 8_040), called('c', 8_050)]
		expect(begun(...tools, a, asked('a', 8_020), b, c)).toEqual([8_020, 8_020, 8_020])
		// Nothing before it asked.
		expect(begun(...tools, a, b, asked('b', 8_020), c)).toEqual([10, 8_020, 8_020])
	})

	test('has not begun while it is open, and is seen to begin then', () => {
		const [a, b] = [called('a'), called('b')]
		const [first, second] = [tool('a', 'approval-requested'), tool('b', 'input-available')]
		expect(begun(first, second, a, asked('a'), b)).toEqual([undefined, undefined])
		const answered = tool('a', 'approval-responded', { approval: { id: 'a-a', approved: true } })
		expect(begun(answered, second, a, asked('a', 8_020), b)).toEqual([8_020, 8_020])
	})
})
