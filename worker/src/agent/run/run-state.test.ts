import { judge } from '@fairlead/protocol/tools'
import { describe, expect, it } from 'vitest'
import { decide, type Next, type Run, type RunView, type Step, type ToolCall } from './run-state.ts'

const run: Run = {
	id: 'run_1',
	idemKey: 'm',
	author: { kind: 'session', id: 'u', userId: 'u', name: 'U' },
	stoppedBy: null,
	messageId: 'msg_1',
	state: 'running',
	source: { kind: 'model', model: 'demo/planner', settings: {} },
	mode: 'auto',
	editorKey: null,
	projectKind: 'unity',
	cancelRequested: false,
	nextAt: null,
	errorCode: null,
	usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
	startedAt: 0,
	finishedAt: null,
	costUsd: null,
	budget: {},
	decisions: {},
}
const model = (patch: Partial<Step> = {}): Step => ({
	runId: 'run_1',
	seq: 0,
	kind: 'model',
	state: 'done',
	attempt: 1,
	epoch: 1,
	result: { reason: 'stop', parts: [{ type: 'text', text: 'hi' }] },
	startedAt: 0,
	finishedAt: 1,
	...patch,
})
const tools = model({ seq: 1, kind: 'tools', state: 'running', result: null })
const call = (patch: Partial<ToolCall> = {}): ToolCall => ({
	callId: 'run_1.1.0',
	runId: 'run_1',
	stepSeq: 1,
	index: 0,
	toolCallId: 't',
	name: 'unity_query',
	params: {},
	argsHash: '',
	risk: 'read',
	replay: 'safe',
	runsOn: 'editor',
	timeoutMs: 1,
	state: 'approved',
	createdAt: 0,
	attempts: 0,
	nextAt: null,
	waiting: null,
	editorKey: null,
	editorName: null,
	epoch: 1,
	outcome: null,
	...patch,
})
const view = (patch: Partial<RunView> = {}): RunView => ({
	run,
	lastStep: null,
	calls: [],
	limit: null,
	queued: 0,
	interrupt: false,
	leaving: 0,
	epoch: 1,
	now: 100,
	modelLive: false,
	...patch,
})
const called = model({
	result: {
		reason: 'tool-calls',
		parts: [{ type: 'tool-call', callId: 't', name: 'unity_query', input: {} }],
	},
})

describe('the next step of a run', () => {
	const table: [string, Partial<RunView>, Next['do'], object?][] = [
		['no run', { run: null }, 'nothing'],
		['an ended run', { run: { ...run, state: 'completed' } }, 'nothing'],
		['a queued run', { run: { ...run, state: 'queued' } }, 'model', { seq: 0, again: null }],
		['a stop', { run: { ...run, cancelRequested: true } }, 'cancel'],
		[
			'a stop while the model still streams here',
			{ run: { ...run, cancelRequested: true }, modelLive: true },
			'nothing',
		],
		[
			'a retry that is not due',
			{
				run: { ...run, state: 'waiting_retry', nextAt: 200 },
				lastStep: model({ state: 'running' }),
			},
			'wait',
			{ state: 'waiting_retry' },
		],
		[
			'a retry that is due',
			{
				run: { ...run, state: 'waiting_retry', nextAt: 100 },
				lastStep: model({ state: 'running' }),
			},
			'model',
			{ seq: 0 },
		],
		[
			'a retry after the tries have reached the limit',
			{
				run: { ...run, state: 'waiting_retry', nextAt: 200 },
				lastStep: model({ state: 'running' }),
				limit: 'token_limit',
			},
			'finish',
			{ why: 'token_limit' },
		],
		[
			'a model step that runs here',
			{ lastStep: model({ state: 'running' }), modelLive: true },
			'nothing',
		],
		['a model step that an eviction cut', { lastStep: model({ state: 'running' }) }, 'model'],
		['an answer without calls', { lastStep: model() }, 'finish', { why: 'done' }],
		['an answer with calls', { lastStep: called }, 'begin-tools', { seq: 1 }],
		[
			'calls that came with the length limit are still answered',
			{
				lastStep: model({
					result: { reason: 'length', parts: called.result?.parts ?? [] },
				}),
			},
			'begin-tools',
		],
		[
			'a paused turn',
			{ lastStep: model({ result: { reason: 'pause', parts: [] } }) },
			'model',
			{ seq: 1, again: null },
		],
		[
			'a paused turn at the limit',
			{ lastStep: model({ result: { reason: 'pause', parts: [] } }), limit: 'step_limit' },
			'finish',
			{ why: 'step_limit' },
		],
		['an unsent call', { lastStep: tools, calls: [call()] }, 'dispatch'],
		[
			'a sent call',
			{ lastStep: tools, calls: [call({ state: 'dispatched' })] },
			'wait',
			{ state: 'running' },
		],
		[
			'a call that an older instance sent',
			{ lastStep: tools, calls: [call({ state: 'dispatched', epoch: 0 })] },
			'dispatch',
		],
		[
			'a call whose room is tried again later',
			{ lastStep: tools, calls: [call({ nextAt: 101 })] },
			'wait',
			{ state: 'waiting_editor' },
		],
		[
			'a call that waits for a compile',
			{ lastStep: tools, calls: [call({ state: 'dispatched', waiting: 'compiles' })] },
			'wait',
			{ state: 'waiting_editor' },
		],
		[
			'only approvals are open',
			{
				lastStep: tools,
				calls: [call({ state: 'awaiting_approval' }), call({ state: 'settled' })],
			},
			'wait',
			{ state: 'waiting_approval' },
		],
		[
			'an approval beside a running call',
			{
				lastStep: tools,
				calls: [call({ state: 'awaiting_approval' }), call({ state: 'dispatched' })],
			},
			'wait',
			{ state: 'running' },
		],
		['all settled', { lastStep: tools, calls: [call({ state: 'settled' })] }, 'end-tools'],
		[
			'all settled at the limit',
			{ lastStep: tools, calls: [call({ state: 'settled' })], limit: 'step_limit' },
			'finish',
			{ why: 'step_limit' },
		],
	]
	it.each(table)('%s', (_name, patch, expected, more = {}) => {
		expect(decide(view(patch))).toMatchObject({ do: expected, ...more })
	})
})

describe('calls that need approval', () => {
	it.each([
		['ask', 'read', 'run'],
		['ask', 'write', 'ask'],
		['ask', 'destructive', 'ask'],
		['auto', 'write', 'run'],
		['auto', 'destructive', 'ask'],
		['auto', 'execute', 'ask'],
		['read-only', 'read', 'run'],
		['read-only', 'write', 'deny'],
		['read-only', 'execute', 'deny'],
	] as const)('%s mode, %s risk: %s', (mode, risk, expected) => {
		const { verdict, needed } = judge([{ tool: 't', action: 'a', risk }], mode)
		expect(verdict).toBe(expected)
		expect(needed).toHaveLength(expected === 'ask' ? 1 : 0)
	})
})
