import { describe, expect, it } from 'vitest'
import { isOpen, type ToolCall } from '../run/run-state.ts'
import { sendable } from './call-order.ts'

const NOW = 100
const EPOCH = 2

const call = (callId: string, patch: Partial<ToolCall>): ToolCall => ({
	callId,
	runId: 'run_1',
	stepSeq: 1,
	index: 0,
	toolCallId: callId,
	name: 'unity_query',
	params: {},
	argsHash: '',
	risk: 'write',
	replay: 'once',
	runsOn: 'editor',
	timeoutMs: 1,
	state: 'approved',
	createdAt: 0,
	attempts: 0,
	nextAt: null,
	waiting: null,
	editorKey: null,
	editorName: null,
	epoch: EPOCH,
	outcome: null,
	...patch,
})

const EDITOR = { runsOn: 'editor' } as const
const RELAY = { runsOn: 'relay' } as const
const READ = { risk: 'read' } as const
const SENT = { state: 'dispatched' } as const
const DONE = { state: 'settled' } as const

describe('the calls of one answer', () => {
	const table: [string, Partial<ToolCall>[], string][] = [
		['a file and the refresh after it: the refresh waits', [RELAY, EDITOR], 'a'],
		['the file is written: now the refresh goes', [{ ...RELAY, ...DONE }, EDITOR], 'b'],
		['a change in the editor and the file read after it', [EDITOR, { ...RELAY, ...READ }], 'a'],
		['two files are written one after the other', [RELAY, RELAY], 'a'],
		[
			'changes in the editor go out together: it keeps their order',
			[EDITOR, EDITOR, EDITOR],
			'abc',
		],
		[
			'reads run side by side, whoever answers them',
			[
				{ ...RELAY, ...READ },
				{ ...EDITOR, ...READ },
				{ ...RELAY, ...READ },
			],
			'abc',
		],
		['a write waits for the reads before it elsewhere', [{ ...RELAY, ...READ }, EDITOR], 'a'],
		[
			'nothing overtakes a change that waits for a person',
			[{ ...EDITOR, state: 'awaiting_approval' }, EDITOR, { ...EDITOR, ...READ }],
			'',
		],
		[
			'nothing overtakes a change that is tried again later',
			[{ ...EDITOR, nextAt: NOW + 1 }, EDITOR],
			'',
		],
		[
			'after an eviction all go out again, in order',
			[
				{ ...SENT, epoch: 1 },
				{ ...SENT, epoch: 1 },
			],
			'ab',
		],
		['one that was sent is not sent again', [SENT, EDITOR], 'b'],
		['one whose run left it is in nobody’s way', [{ ...RELAY, state: 'leaving' }, EDITOR], 'b'],
	]
	it.each(table)('%s', (_name, patches, expected) => {
		const calls = patches.map((patch, index) => call('abc'[index] ?? '', patch))
		const going = sendable(calls.filter(isOpen), { now: NOW, epoch: EPOCH })
		expect(going.map(({ callId }) => callId).join('')).toBe(expected)
	})
})
