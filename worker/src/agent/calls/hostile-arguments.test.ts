/** A model's answer with arguments that nobody can use: the model reads why, and the run continues. */

import {
	approvalSummary,
	type ClientRuns,
	callRunTool,
	resolveMcpCall,
} from '@fairlead/protocol/mcp'
import type { RunToolCall } from '@fairlead/protocol/mcp/runs/run-tools'
import {
	effectsOf,
	permissionsOf,
	resolveCall,
	resultText,
	toolByName,
	undoName,
	worstRisk,
} from '@fairlead/protocol/tools'
import { executeReason } from '@fairlead/protocol/tools/unity/editor/execute-reason'
import type { CallView } from '@fairlead/protocol/view/call-view'
import { plainArguments } from '@fairlead/protocol/view/labels/arguments'
import { plain } from '@fairlead/protocol/view/labels/label'
import { sentencesBy } from '@fairlead/protocol/view/labels/labels'
import { changesOf } from '@fairlead/protocol/view/run-changes'
import { bag } from '@fairlead/protocol/wire/safe-read'
import { describe, expect, it } from 'vitest'
import { callsTools, executing, MachineKit, says, scripted } from '../../../test/machine-kit.ts'
import { type HostileCall, hostileCalls, isRefused } from '../../../test/mcp/hostile-arguments.ts'
import { seenCall, sharedInput } from '../../sharing/shared-calls.ts'
import { approvalPart, previewReads } from '../policy/approvals.ts'
import { changesOf as changedSteps, mayHaveChanged } from '../revert/run-changes.ts'
import type { Run, ToolCall } from '../run/run-state.ts'

const CALLS_PER_ANSWER = 64

const groups = <T>(all: readonly T[], size: number): T[][] =>
	Array.from({ length: Math.ceil(all.length / size) }, (_, nth) =>
		all.slice(nth * size, (nth + 1) * size),
	)

/** One run whose only answer with calls makes these, and a good one behind them. */
async function runWith(calls: readonly HostileCall[], mode: 'ask' | 'auto') {
	const good = { id: 'good', name: 'unity_query', input: { action: 'find', name: 'Cube' } }
	const asked = calls.map((call, nth) => ({ id: `tc${nth}`, ...call }))
	const kit = new MachineKit({
		provider: scripted([callsTools([...asked, good]), says('Told. ')]),
		room: executing(),
	})
	kit.post('make something', 'm1', mode)
	await kit.settleDown()
	return kit
}

describe('calls whose arguments are refused', () => {
	it('a batch without operations ends neither the run nor the calls beside it', async () => {
		const inputs = [
			{},
			{ operations: [] },
			{ operations: 'x' },
			{ operations: [null] },
			{ operations: [{ tool: 'delete_file', args: {} }] },
			{ operations: [{ tool: 'unity_query' }] },
		]
		const kit = await runWith(
			inputs.map((input) => ({ name: 'unity_batch', input })),
			'ask',
		)
		expect(kit.store.latestRun()?.state).toBe('completed')
		expect(kit.executions).toHaveLength(1)
		const errors = kit.answer()?.parts.flatMap((part) => part['errorText'] ?? [])
		expect(errors).toHaveLength(inputs.length)
		expect(errors?.[0]).toBe('unity_batch: operations: It is missing.')
	})

	it.each(['ask', 'auto'] as const)(
		'of no tool end a run in the mode %s, and the model reads each error',
		async (mode) => {
			// Every tool is among them, each with other values.
			const some = hostileCalls().filter((call, nth) => nth % 7 === 0 && isRefused(call))
			for (const part of groups(some, CALLS_PER_ANSWER - 1)) {
				const kit = await runWith(part, mode)
				expect(kit.store.latestRun()?.state).toBe('completed')
				expect(kit.executions).toHaveLength(1)
				const stored = kit.store.calls(kit.store.latestRun()?.id ?? '')
				const wrong = stored.filter(({ outcome }) => outcome?.status === 'error')
				expect(wrong.map(({ toolCallId }) => toolCallId)).toEqual(part.map((_, nth) => `tc${nth}`))
			}
		},
	)
})

const { labelOf, requestOf, summaryOf } = sentencesBy(toolByName)
const NAMES = new Map([['1204', 'Cube']])

it('a tool that is not one for runs is none whatever it calls an id', async () => {
	const args = { id: { toString: 'x', valueOf: 'x' } }
	const call = { name: 'unity_query', args, asTask: false } as unknown as RunToolCall
	expect(await callRunTool({} as ClientRuns, call)).toBeNull()
})

describe('nothing that is told of a call fails', () => {
	const told = (tool: string, input: unknown, state: CallView['state'], result?: unknown) =>
		({
			callId: 'c',
			tool,
			state,
			input: bag(input),
			result,
			attachments: [],
		}) as unknown as CallView

	it('of its sentences, its changes and what visitors see, whatever its arguments are', () => {
		for (const { name, input } of hostileCalls()) {
			for (const state of ['preparing', 'asking', 'done'] as const) {
				const view = told(name, input, state, { results: [null, { x: 1 }] })
				expect(typeof plain(labelOf(view, NAMES))).toBe('string')
				summaryOf([view, view], NAMES)
				changesOf([view])
				plainArguments(view.input, NAMES)
			}
			requestOf(name, bag(input))
			sharedInput(name, input)
			seenCall(name, input)
		}
	})

	it('of its approval, its preview, its effects and its revert, also where only the editor checks it', () => {
		const run = { mode: 'ask', projectKind: 'unity', editorKey: null } as unknown as Run
		const risks = new Set<string>()
		for (const { name, input } of hostileCalls()) {
			const params = bag(input)
			const permissions = permissionsOf(name, params)
			const risk = worstRisk(permissions)
			risks.add(risk)
			const call = {
				...{ callId: 'c', toolCallId: 't', name, params, risk, stepSeq: 0, runId: 'r' },
				...{ runsOn: 'editor', createdAt: 0 },
			} as unknown as ToolCall
			previewReads(name, params)
			approvalPart(call, run)
			approvalSummary(call, permissions, 'A client')
			executeReason(call)
			effectsOf(name, params)
			undoName([call])
			resultText(call, {})
			resolveMcpCall(name, params, { kind: 'unity', custom: [] })
			changedSteps([{ ...call, outcome: { status: 'ok', result: { results: [null] } } }])
			mayHaveChanged({
				...call,
				outcome: { status: 'error', error: { code: 'effect_unknown', message: 'x' } },
			})
		}
		expect(resolveCall('unity_batch', { operations: [] }).ok).toBe(false)
		expect([...risks].sort()).toEqual(['destructive', 'execute', 'read', 'write'])
	})
})
