/** A person's thinking is not shown as the time that the agent took. */
import type { CallView } from '@fairlead/protocol/view/call-view'
import { expect, test } from 'vitest'
import { timeSpent } from './time-spent.ts'

/** @param asked when it was asked about, and answered */
const call = (from: number, to: number | undefined, asked?: [number, number]): CallView =>
	({
		beganAt: from,
		call: { startedAt: asked?.[0] ?? from, finishedAt: to },
		...(asked ? { approval: { askedAt: asked[0], answer: { at: asked[1] } } } : {}),
	}) as unknown as CallView

test.each([
	['nothing has finished', [call(0, undefined)], null],
	['one call', [call(10, 30)], { workedMs: 20, waitedMs: 0 }],
	['calls at the same time count once', [call(0, 50), call(10, 40)], { workedMs: 50, waitedMs: 0 }],
	[
		'pauses between calls do not count',
		[call(0, 10), call(100, 120)],
		{ workedMs: 30, waitedMs: 0 },
	],
	[
		'three calls that a person approved one after the other',
		[
			call(60_000, 60_020, [0, 60_000]),
			call(90_000, 90_020, [0, 90_000]),
			call(140_000, 140_020, [0, 140_000]),
		],
		{ workedMs: 60, waitedMs: 139_960 },
	],
	[
		'a denied call has waited, and not worked',
		[
			call(0, 20),
			{ ...call(0, undefined, [20, 5_020]), beganAt: undefined } as unknown as CallView,
		],
		{ workedMs: 20, waitedMs: 5_000 },
	],
	[
		'a call that works while another one asks',
		[call(0, 100), call(80, 90, [0, 80])],
		{ workedMs: 100, waitedMs: 0 },
	],
])('%s', (_, calls, spent) => expect(timeSpent(calls)).toEqual(spent))
