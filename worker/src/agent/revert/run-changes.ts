/** The changes of a run that a revert needs: kept when its steps and calls are deleted. Pure. */
import { isDeskTool } from '@fairlead/protocol/computers/local-mcp-servers'
import {
	type Effects,
	effectsOf,
	toolByName,
	undoGroupId,
	undoName,
} from '@fairlead/protocol/tools'
import {
	type ChangingCall,
	type TouchedObject,
	touchedBy,
} from '@fairlead/protocol/view/run-changes'
import { type Bag, bag, bags } from '@fairlead/protocol/wire/safe-read'
import { isLeftUnsent } from '../../ports/client-call.ts'
import type { ToolCall } from '../run/run-state.ts'

export interface ChangedStep {
	/** The number of the tools step; `step-<seq>` on the page. */
	readonly seq: number
	/** The id in the editor's Undo history. */
	readonly recordId: string
	/** The name in Unity's Edit menu. */
	readonly name: string
	/**
	 * expected: the editor must have recorded it · possible: it may have (a call failed, or only
	 * files were meant to change) · none: nothing was sent to an editor.
	 */
	readonly undo: 'expected' | 'possible' | 'none'
	/** Touched objects of the scene. Absent in data from before they were counted. */
	readonly objects?: readonly TouchedObject[]
	/** Calls whose files the relay has looked at. */
	readonly callIds: readonly string[]
	/** Effects that a revert leaves, in sentences. */
	readonly leaves: readonly string[]
	/** No call of the step is known to have taken effect. */
	readonly uncertain?: true
}

/** Error codes after which the call may or may not have taken effect. */
const UNCERTAIN: ReadonlySet<string> = new Set(['effect_unknown', 'cancelled', 'internal'])

/** Runners whose calls may change something. */
const CHANGING: ReadonlySet<ToolCall['runsOn']> = new Set(['editor', 'relay', 'server'])
const AT_SERVERS = 'Effects of tools of MCP servers are not reverted.'

/** Objects counted per step; a batch has at most 100 operations. */
const MAX_OBJECTS = 500

/** Steps without any change are left out. All calls must be settled. */
export function changesOf(calls: readonly ToolCall[]): ChangedStep[] {
	const steps = new Map<number, { call: ToolCall; effects: Effects }[]>()
	for (const call of calls) {
		if (call.risk === 'read' || !CHANGING.has(call.runsOn)) continue
		if (call.outcome?.status !== 'ok' && !mayHaveRun(call)) continue
		const known = steps.get(call.stepSeq) ?? []
		known.push({ call, effects: effectsBy(call) })
		steps.set(call.stepSeq, known)
	}
	return [...steps].flatMap(([seq, made]) => stepOf(seq, made) ?? [])
}

/** Changes that a call without a result may have made, as far as a revert could undo it. */
export function mayHaveChanged(call: ToolCall): ChangedStep[] {
	const { undo, touches } = effectsBy(call)
	if (call.outcome?.status !== 'error') return []
	return undo || touches.length > 0 ? changesOf([call]) : []
}

const effectsBy = ({ runsOn, name, params }: ToolCall): Effects =>
	(runsOn === 'server' && !toolByName(name)) || isDeskTool(name)
		? { undo: false, touches: [], leaves: AT_SERVERS }
		: effectsOf(name, params)

const mayHaveRun = ({ outcome }: ToolCall): boolean =>
	outcome?.status === 'error' && UNCERTAIN.has(outcome.error.code) && !isLeftUnsent(outcome)

const changing = ({ name, params, outcome }: ToolCall): ChangingCall => ({
	tool: name,
	state: outcome?.status === 'ok' ? 'done' : 'failed',
	input: params,
	result: outcome?.status === 'ok' ? outcome.result : undefined,
})

/** Whether a successful call has its record in the editor's Undo. */
const isInScene = ({ call, effects }: { call: ToolCall; effects: Effects }): boolean =>
	effects.undo === 'sometimes' ? openFilesIn(call).length > 0 : effects.undo

const openFilesIn = ({ outcome }: ToolCall): Bag[] =>
	bags(outcome?.status === 'ok' ? bag(outcome.result)['files'] : []).filter(({ open }) => open)

function stepOf(
	seq: number,
	made: readonly { call: ToolCall; effects: Effects }[],
): ChangedStep | null {
	const [first] = made
	if (!first) return null
	const expected = made.some((each) => each.call.outcome?.status === 'ok' && isInScene(each))
	const possible = made.some(({ call }) => call.runsOn === 'editor')
	const callIds = made.flatMap(({ call, effects }) =>
		effects.touches.length > 0 ? call.callId : [],
	)
	const leaves = [...new Set(made.flatMap(({ effects }) => effects.leaves ?? []))]
	if (!made.some(({ effects }) => effects.undo) && callIds.length + leaves.length === 0) return null
	return {
		seq,
		recordId: undoGroupId(first.call.runId, seq),
		name: undoName(made.map(({ call }) => call)),
		objects: touchedBy(made.map(({ call }) => changing(call))).slice(0, MAX_OBJECTS),
		undo: expected ? 'expected' : possible ? 'possible' : 'none',
		callIds,
		leaves,
		...(made.some(({ call }) => call.outcome?.status === 'ok') ? {} : { uncertain: true }),
	}
}
