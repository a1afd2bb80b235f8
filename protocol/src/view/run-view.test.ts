import { describe, expect, test } from 'vitest'
import { message, type Part, step, text, tool } from '../../test/parts.ts'
import { callsOf } from './call-view.ts'
import { buildRun } from './run-view.ts'

describe('the line of a run', () => {
	test('calls are shown with the step that ran them; a model step without text has no knot', () => {
		const steps = buildRun(
			message(
				step(1, 'model', 'done'),
				text('I look.'),
				tool('c1', 'output-available', { output: { result: { hasErrors: false } } }),
				step(2, 'tools', 'done'),
				step(3, 'model', 'done'),
				tool('c2', 'output-available', { output: { result: {} } }),
				tool('c3', 'output-available', { output: { result: {} } }),
				step(4, 'tools', 'done'),
				step(5, 'model', 'done'),
				text('Done.'),
			),
			false,
		)
		expect(steps.map((s) => [s.key, s.items.map((item) => item.type)])).toEqual([
			['step-1', ['text']],
			['step-2', ['calls']],
			['step-4', ['calls']],
			['step-5', ['text']],
		])
		const calls = steps[2]?.items[0]
		expect(calls?.type === 'calls' && calls.calls.map((c) => c.callId)).toEqual(['c2', 'c3'])
	})

	test('a running step is shown before it has any text', () => {
		const steps = buildRun(message(step(1, 'model', 'running')), true)
		expect(steps).toMatchObject([{ state: 'running', items: [] }])
	})

	test('the time a person took to decide is not the call’s', () => {
		const asked = (answer?: object) =>
			callsOf(
				message(
					tool('c1', 'approval-requested'),
					{
						type: 'data-call',
						id: 'c1',
						data: { toolCallId: 'c1', startedAt: 1_000 },
					} as Part,
					{
						type: 'data-approval',
						id: 'c1',
						data: { toolCallId: 'c1', approvalId: 'a1', reads: [], askedAt: 1_000, ...answer },
					} as Part,
				),
			)[0]?.beganAt
		expect(asked()).toBeUndefined()
		expect(asked({ answer: { approved: true, scope: 'once', by: 'person', at: 61_000 } })).toBe(
			61_000,
		)
		expect(asked({ answer: { approved: true, scope: 'project', by: 'memory', at: 900 } })).toBe(
			1_000,
		)
	})

	test('an open wait is a gap, and closes when the wait ends', () => {
		const wait = (ended: boolean) =>
			({
				type: 'data-wait',
				id: 'c1',
				data: {
					on: 'editor',
					reason: 'Unity is compiling scripts',
					startedAt: 1,
					...(ended ? { endedAt: 2 } : {}),
				},
			}) as const
		const parts = [tool('c1', 'input-available'), step(2, 'tools', 'running')]
		const open = buildRun(message(step(1, 'model', 'done'), ...parts, wait(false)), true)
		expect(open.at(-1)).toMatchObject({
			state: 'waiting',
			waiting: { reason: 'Unity is compiling scripts' },
		})
		const closed = buildRun(message(step(1, 'model', 'done'), ...parts, wait(true)), true)
		expect(closed.at(-1)).toMatchObject({ state: 'running', waiting: null })
	})

	test('a rejected request is a gap with its reason, and afterwards with its duration', () => {
		const wait = (attempt: number, endedAt?: number) => ({
			type: 'data-wait' as const,
			id: `retry-1-${attempt}`,
			data: {
				on: 'retry' as const,
				reason: endedAt ? '' : 'The model provider is overloaded',
				startedAt: 1_000,
				...(endedAt ? { endedAt } : {}),
			},
		})
		const begun = step(1, 'model', 'running')
		expect(buildRun(message(begun, wait(1, 3_000), wait(2)), true)).toMatchObject([
			{ state: 'waiting', waiting: { on: 'retry', reason: 'The model provider is overloaded' } },
		])
		const done = message(step(1, 'model', 'done'), wait(1, 3_000), wait(2, 5_000), text('Here.'))
		expect(buildRun(done, false)[0]).toMatchObject({
			state: 'done',
			waiting: null,
			items: [{ type: 'pause', ms: 6_000 }, { type: 'text' }],
		})
	})

	test('a call that asks for approval is a gap too, and carries the id for the answer', () => {
		const asking = tool('c1', 'approval-requested', { approval: { id: 'apr_1' } })
		const steps = buildRun(message(asking, step(2, 'tools', 'running')), true)
		expect(steps.at(-1)?.state).toBe('waiting')
		expect(callsOf(message(asking))[0]).toMatchObject({ state: 'asking', approvalId: 'apr_1' })
	})

	test.each([true, false])(
		'a step whose call failed is red, also when the run goes on: live %s',
		(live) => {
			const steps = buildRun(
				message(
					step(1, 'model', 'done'),
					tool('c1', 'output-available', { output: { result: {} } }),
					tool('c2', 'output-error', { errorText: 'No such object.' }),
					step(2, 'tools', 'done'),
					step(3, 'model', 'done'),
					tool('c3', 'output-denied'),
					step(4, 'tools', 'done'),
					step(5, 'model', 'done'),
					text('It is not there.'),
				),
				live,
			)
			// A denied call has not failed.
			expect(steps.map((s) => s.state)).toEqual(['failed', 'denied', 'done'])
		},
	)

	test('nothing is animated in a stopped run', () => {
		const steps = buildRun(message(step(1, 'model', 'running'), text('Half a')), false)
		expect(steps.map((s) => s.state)).toEqual(['done'])
	})

	test('an answer without step parts still has one knot', () => {
		expect(buildRun(message(text('Hello.')), false)).toHaveLength(1)
	})
})

describe('a knot shows the state of its step', () => {
	const data = (id: string, error?: { code: string; message: string }) =>
		({
			type: 'data-call',
			id,
			data: { toolCallId: id, startedAt: 1, error },
		}) as Part
	const stateOf = (call: Part, more: readonly Part[] = [], state?: 'cancelled') => {
		const made = message(step(1, 'model', 'done'), call, ...more, step(2, 'tools', 'done'))
		return buildRun(state ? { ...made, metadata: { state } } : made, false).at(-1)?.state
	}

	test.each([
		['denied', tool('c1', 'output-denied'), []],
		[
			'unknown',
			tool('c1', 'output-error', { errorText: 'Lost.' }),
			[data('c1', { code: 'effect_unknown', message: 'Lost.' })],
		],
		['failed', tool('c1', 'output-available', { output: { result: { hasErrors: true } } }), []],
		['done', tool('c1', 'output-available', { output: { result: { hasErrors: false } } }), []],
	] as const)('%s', (expected, call, more) => {
		expect(stateOf(call, more)).toBe(expected)
	})

	test('a step in which a person stopped the run is stopped, neither done nor failed', () => {
		const cut = [data('c1', { code: 'cancelled', message: 'Stopped.' })]
		expect(stateOf(tool('c1', 'output-error', { errorText: 'Stopped.' }), cut, 'cancelled')).toBe(
			'stopped',
		)
	})
})
