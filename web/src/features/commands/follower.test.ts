import type { CommandOutput } from '@fairlead/protocol/commands/running-commands'
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Followed, Follower } from './follower.ts'

const part = (
	firstByte: number,
	output: string,
	more: Partial<CommandOutput> = {},
): CallOutcome => ({
	status: 'ok',
	result: {
		handle: 'cmd_000000',
		state: 'running',
		exitCode: null,
		repeatsLine: false,
		output,
		firstByte,
		nextByte: firstByte + output.length,
		outputBytes: 100,
		...more,
	},
})

let asked: number[]
let shown: Followed[]
let timers: { ms: number; then: () => void }[]
let answer: (outcome: CallOutcome) => Promise<void>
let settle: (outcome: CallOutcome) => void

function follow(mayBegin = true): Follower {
	return new Follower({
		read: (fromByte) => {
			asked.push(fromByte)
			return new Promise((resolve) => {
				settle = resolve
			})
		},
		show: (followed) => shown.push(followed),
		after: (ms, then) => {
			const timer = { ms, then }
			timers.push(timer)
			return () => {
				timers = timers.filter((one) => one !== timer)
			}
		},
		mayBegin,
	})
}
/** The time of the only timer comes. */
function tick(): void {
	expect(timers).toHaveLength(1)
	timers.pop()?.then()
}

beforeEach(() => {
	asked = []
	shown = []
	timers = []
	answer = async (outcome) => {
		settle(outcome)
		await Promise.resolve()
		await Promise.resolve()
	}
})

test('each read begins where the last one ended, and comes later while nothing is written', async () => {
	follow().see(true)
	await answer(part(0, 'one\n'))
	const [{ ms: soon } = { ms: 0 }] = timers
	tick()
	await answer(part(4, ''))
	const [{ ms: later } = { ms: 0 }] = timers
	tick()
	expect(asked).toEqual([0, 4, 4])
	expect(soon).toBeGreaterThanOrEqual(1_000)
	expect(later).toBeGreaterThan(soon)
	expect(shown.at(-1)?.output.text).toBe('one\n')
})

test('a command that nobody sees is not read, and at most one read is under way', async () => {
	const follower = follow()
	expect(asked).toEqual([])
	follower.see(true)
	follower.see(false)
	follower.see(true)
	expect(asked).toEqual([0])
	await answer(part(0, 'one\n'))
	follower.see(false)
	expect(timers).toEqual([])
	follower.see(true)
	expect(asked).toEqual([0, 4])
	follower.see(false)
	await answer(part(4, 'two\n'))
	expect(timers).toEqual([])
	follower.end()
	follower.see(true)
	expect(asked).toEqual([0, 4])
})

test('a command that has ended is read to its end, and then no more', async () => {
	follow().see(true)
	await answer(part(0, 'one\n', { state: 'exited', exitCode: 0 }))
	tick()
	await answer(part(4, '', { state: 'exited', exitCode: 0 }))
	expect(timers).toEqual([])
	expect(shown.at(-1)?.output.standing).toEqual({ state: 'exited', exitCode: 0 })
})

describe('what cannot be read', () => {
	test.each([
		['denied', false],
		['unsupported', false],
		['target_gone', false],
		['no_editor', true],
		['editor_busy', true],
		['internal', true],
		['not_found', true],
	] as const)('%s: it is asked for again: %s', async (code, again) => {
		follow().see(true)
		await answer(part(0, 'one\n'))
		tick()
		await answer(failed(code, 'No.'))
		expect(timers.length > 0).toBe(again)
		expect(shown.at(-1)).toMatchObject({ output: { text: 'one\n' }, error: { code } })
	})

	test('a command in the background that is not known will not begin', async () => {
		follow(false).see(true)
		await answer(failed('not_found', 'No.'))
		expect(timers).toEqual([])
	})

	test('an answer that is something else is an error, not a defect', async () => {
		follow().see(true)
		await answer({ status: 'ok', result: { output: 7 } })
		expect(shown.at(-1)?.error?.message).toContain('cannot be read')
	})
})
