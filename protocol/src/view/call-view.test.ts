import { expect, test } from 'vitest'
import { message, tool } from '../../test/parts.ts'
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
