import { describe, expect, test } from 'vitest'
import { answer, message, type Part, step, text, tool } from '../../test/parts.ts'
import type { RevertPart } from './revert.ts'
import { isReverted, keptCalls } from './reverted.ts'
import { endOf, verdictOf } from './run-standing.ts'
import { standingOf } from './runs.ts'

describe('completed runs that a list must not show as done', () => {
	const refreshed = (id: string, hasErrors: boolean) =>
		tool(id, 'output-available', { output: { result: { hasErrors } } })
	const tested = (id: string, failed: number): Part => ({
		...tool(id, 'output-available', { output: { result: { passed: 3, failed } } }),
		type: 'tool-unity_tests',
	})
	const written = (id: string): Part => ({
		...tool(id, 'output-available', { output: { result: { path: 'Assets/A.cs', created: true } } }),
		type: 'tool-write_file',
	})
	const lost = { code: 'effect_unknown', message: 'The editor is gone.' }
	const cases: [string, ReturnType<typeof verdictOf>, Part[]][] = [
		['all is well', null, [refreshed('c1', false)]],
		['a no', 'denied', [tool('c1', 'output-denied'), answer('c1', false)]],
		[
			'a no, and then a yes to something else',
			null,
			[
				tool('c1', 'output-denied'),
				answer('c1', false),
				step(2, 'tools', 'done'),
				step(3, 'model', 'done'),
				tool('c2', 'output-available', {}),
				answer('c2', true),
				step(4, 'tools', 'done'),
			],
		],
		[
			'one no among the answers of a step: something ran',
			'partly_denied',
			[
				tool('c1', 'output-denied'),
				answer('c1', false),
				tool('c2', 'output-available', {}),
				answer('c2', true),
			],
		],
		[
			'a no to all of a step',
			'denied',
			[
				tool('c1', 'output-denied'),
				answer('c1', false),
				tool('c2', 'output-denied'),
				answer('c2', false),
			],
		],
		[
			'a yes that ran, and then a no',
			'partly_denied',
			[
				tool('c1', 'output-available', {}),
				answer('c1', true),
				step(2, 'tools', 'done'),
				step(3, 'model', 'done'),
				tool('c2', 'output-denied'),
				answer('c2', false),
				step(4, 'tools', 'done'),
			],
		],
		[
			'a no after a change that nobody was asked about',
			'partly_denied',
			[
				written('c1'),
				step(2, 'tools', 'done'),
				step(3, 'model', 'done'),
				tool('c2', 'output-denied'),
				answer('c2', false),
			],
		],
		[
			'a no after a look',
			'denied',
			[
				tool('c1', 'output-available', { output: { result: { hasErrors: false } } }),
				step(2, 'tools', 'done'),
				step(3, 'model', 'done'),
				tool('c2', 'output-denied'),
				answer('c2', false),
			],
		],
		['nobody was asked', null, [tool('c1', 'output-denied'), answer('c1', false, 'memory')]],
		['scripts that do not compile', 'compile_errors', [refreshed('c1', true)]],
		['scripts that were mended', null, [refreshed('c1', true), refreshed('c2', false)]],
		['tests that failed', 'tests_failed', [tested('c1', 1)]],
		['tests that were mended', null, [tested('c1', 1), tested('c2', 0)]],
		['scripts broken after the tests', 'compile_errors', [tested('c1', 1), refreshed('c2', true)]],
		[
			'a lost effect, whatever came after',
			'effect_unknown',
			[
				tool('c1', 'output-error', {}),
				{ type: 'data-call', id: 'c1', data: { toolCallId: 'c1', startedAt: 1, error: lost } },
				refreshed('c2', false),
			],
		],
	]
	test.each(cases)('%s', (_, expected, parts) => {
		expect(verdictOf(message(step(1, 'model', 'done'), ...parts))).toBe(expected)
	})

	test('only a completed run has a verdict', () => {
		expect(standingOf({ state: 'completed', verdict: 'denied' })).toBe('denied')
		expect(standingOf({ state: 'completed' })).toBe('done')
		expect(standingOf({ state: 'cancelled', verdict: 'denied' })).toBe('stopped')
		expect(standingOf({ state: 'cancelled', verdict: 'reverted' })).toBe('reverted')
	})

	test('an answer whose run was reverted says so, until it is restored', () => {
		const revert = (revertId: string, revertOf?: string): Part => ({
			type: 'data-revert',
			id: revertId,
			data: { revertId, revertOf, state: 'done', counts: { reverted: 1 } },
		})
		const ended = (...parts: Part[]) => ({ ...message(...parts), metadata: { state: 'completed' } })
		expect(endOf(ended(text('Done.')))).toBe('done')
		expect(endOf(ended(revert('r1')))).toBe('reverted')
		expect(endOf(ended(revert('r1'), revert('r2', 'r1')))).toBe('done')
		expect(endOf(ended(revert('r1'), revert('r2', 'r1'), revert('r3', 'r2')))).toBe('reverted')
		expect(endOf(message(text('Still at it')))).toBeNull()
	})

	test.each([
		[{ skipped: 1, impossible: 0 }, []],
		[{ skipped: 0, impossible: 2 }, []],
		// Restored, but for one.
		[{ skipped: 0, impossible: 0 }, [{ skipped: 1, impossible: 0 }]],
	])('a revert that left something is told as one in part: %j, then %j', (counts, restores) => {
		const part = (revertId: string, left: object, revertOf?: string): Part => ({
			type: 'data-revert',
			id: revertId,
			data: { revertId, revertOf, state: 'done', counts: { reverted: 1, ...left } },
		})
		const parts = [part('r1', counts), ...restores.map((left) => part('r2', left, 'r1'))]
		const ended = { ...message(...parts), metadata: { state: 'completed' } }
		expect(endOf(ended)).toBe('partly_reverted')
		expect(isReverted(ended)).toBe(false)
		const rest = part('r3', { skipped: 0, impossible: 0 })
		expect(endOf({ ...ended, parts: [...ended.parts, rest] })).toBe('reverted')
	})

	describe('of a run with two steps that changed something and one that looked', () => {
		const written = (id: string): Part => ({
			...tool(id, 'output-available', { output: { result: { path: `Assets/${id}.cs` } } }),
			type: 'tool-write_file',
		})
		const run = (...reverts: Partial<RevertPart>[]) => ({
			...message(
				...[step(0, 'model', 'done'), written('A'), step(1, 'tools', 'done')],
				...[step(2, 'model', 'done'), tool('look', 'output-available'), step(3, 'tools', 'done')],
				...[step(4, 'model', 'done'), written('B'), step(5, 'tools', 'done')],
				...reverts.map((of): Part => {
					const data = { state: 'done', counts: { reverted: 1 }, ...of } as RevertPart
					return { type: 'data-revert', id: data.revertId, data }
				}),
			),
			metadata: { state: 'completed' },
		})
		const left = (...reverts: Partial<RevertPart>[]) => {
			const shown = run(...reverts)
			return { end: endOf(shown), files: keptCalls(shown).map(({ callId }) => callId) }
		}
		const [A, B] = ['step-1', 'step-5']

		test('it is reverted as a whole by all of them, however they were', () => {
			expect(left({ revertId: 'r1', stepId: A })).toEqual({
				end: 'partly_reverted',
				files: ['look', 'B'],
			})
			const all = { end: 'reverted', files: ['look'] }
			expect(left({ revertId: 'r1', stepId: A }, { revertId: 'r2', stepId: B })).toEqual(all)
			expect(left({ revertId: 'r1', stepId: A, toEnd: true })).toMatchObject({ end: 'reverted' })
			expect(left({ revertId: 'r1', stepId: A, also: [{ stepId: B }] })).toEqual(all)
		})

		test('a revert of another answer counts for its steps, until it is restored', () => {
			const other = { messageId: 'msg_0', elsewhere: true } as const
			const undo = { ...other, revertId: 'r1', direction: 'undo' } as const
			const redo = { ...other, revertId: 'r2', direction: 'redo', revertOf: 'r1' } as const
			const both = [{ stepId: A }, { stepId: B }]
			expect(left({ ...undo, also: [{ stepId: B }] })).toEqual({
				end: 'partly_reverted',
				files: ['A', 'look'],
			})
			expect(left({ ...undo, also: both })).toEqual({ end: 'reverted', files: ['look'] })
			const none = { end: 'done', files: ['A', 'look', 'B'] }
			expect(left({ ...undo, also: both }, { ...redo, also: both })).toEqual(none)
			expect(left({ ...undo, also: both }, { ...redo, also: [{ stepId: A }] })).toEqual({
				end: 'partly_reverted',
				files: ['A', 'look'],
			})
			const again = { ...undo, revertId: 'r3', revertOf: 'r2', also: both }
			expect(left({ ...undo, also: both }, { ...redo, also: both }, again).end).toBe('reverted')
		})

		test('a restore that needed another step brings it back, whoever reverted that', () => {
			const undone: Partial<RevertPart>[] = [
				{ revertId: 'r1', stepId: B, direction: 'undo' },
				{ revertId: 'r2', stepId: A, direction: 'undo' },
			]
			const redo = { revertId: 'r3', stepId: B, revertOf: 'r1', direction: 'redo' } as const
			expect(left(...undone, { ...redo, also: [{ stepId: A }] }).end).toBe('done')
			// Its files are still as before the run.
			const inPart = [{ stepId: A, inPart: true as const }]
			expect(left(...undone, { ...redo, also: inPart }).end).toBe('partly_reverted')
		})

		test('a revert of the run leaves a step alone that was reverted before it', () => {
			const undone: Partial<RevertPart>[] = [
				{ revertId: 'r1', stepId: B, direction: 'undo' },
				{ revertId: 'r2', direction: 'undo' },
			]
			expect(left(...undone).end).toBe('reverted')
			const run = { revertId: 'r3', revertOf: 'r2', direction: 'redo' } as const
			expect(left(...undone, run)).toEqual({ end: 'partly_reverted', files: ['A', 'look'] })
			const redo = { revertId: 'r3', stepId: B, revertOf: 'r1', direction: 'redo' } as const
			expect(left(...undone, { ...redo, also: [{ stepId: A }] }).end).toBe('done')
		})

		test('a step of which only the scene was undone is not reverted', () => {
			const also = [{ stepId: A, inPart: true as const }]
			expect(left({ revertId: 'r1', stepId: B, also })).toEqual({
				end: 'partly_reverted',
				files: ['A', 'look'],
			})
		})
	})

	test('a step is reverted alone or with its run, until that is restored', () => {
		const revert = (revertId: string, of: Partial<RevertPart>): Part => ({
			type: 'data-revert',
			id: revertId,
			data: { revertId, ...of, state: 'done', counts: { reverted: 1 } },
		})
		const alone = message(revert('r1', { stepId: 'step-2' }))
		expect(isReverted(alone)).toBe(false)
		expect(isReverted(alone, 'step-1')).toBe(false)
		expect(isReverted(alone, 'step-2')).toBe(true)
		const tail = message(revert('r1', { stepId: 'step-9', toEnd: true }))
		expect(['step-8', 'step-9', 'step-10'].map((id) => isReverted(tail, id))).toEqual([
			false,
			true,
			true,
		])
		expect(isReverted(tail)).toBe(false)
		const whole = [revert('r2', {}), revert('r3', { revertOf: 'r2' })] as const
		expect(isReverted(message(whole[0]), 'step-1')).toBe(true)
		expect(isReverted(message(...whole), 'step-1')).toBe(false)
	})
})
