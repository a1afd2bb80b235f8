/** The persisted state of a run, and the pure decision about what comes next. */

import {
	type Budget,
	type ConversationMode,
	ENDED_RUN_STATES,
	type RunState,
	type Usage,
} from '@fairlead/protocol/conversations/runs'
import type { ProjectKind } from '@fairlead/protocol/packs/kind'
import type { Author } from '@fairlead/protocol/people/author'
import type { Replay, Risk, Runner } from '@fairlead/protocol/tools'
import type { BudgetStop } from '../../access/dollar-budgets.ts'
import { isWithoutEditor } from '../../ports/room.ts'
import { isHeld, sendable } from '../calls/call-order.ts'
import type { StoredOutcome } from '../calls/tool-results.ts'
import type { ToldPart } from '../context/notices.ts'
import type { FinishReason, ModelPart } from '../model/types.ts'
import type { RunSource } from '../source/run-source.ts'

export interface Run {
	readonly id: string
	/** The user message's id: the same message never starts a second run. */
	readonly idemKey: string
	/** The author of the message that began it; usage counts as theirs. */
	readonly author: Author
	/** The id of the assistant's answer. */
	readonly messageId: string
	readonly state: RunState
	readonly source: RunSource
	readonly mode: ConversationMode
	/** The seat the run is bound to since its first call that reached one. */
	readonly editorKey: string | null
	/**
	 * Decides its tools, its prompt and what counts as running code. Fixed at its first model call, so that what its
	 * requests have in common comes from the provider's cache; until then, and if nobody answers, that of the run before.
	 */
	readonly projectKind: ProjectKind
	readonly cancelRequested: boolean
	/** The person who stopped it; null if nobody did. */
	readonly stoppedBy: Author | null
	/** Unix ms at which a waiting_retry run continues. */
	readonly nextAt: number | null
	readonly errorCode: string | null
	readonly usage: Usage
	readonly startedAt: number
	readonly finishedAt: number | null
	/** US dollars by list prices so far; null if a price is not known. */
	readonly costUsd: number | null
	/** Its limits; an omitted member has the default. */
	readonly budget: Budget
	/** Answers to approvals that count until the run ends, by `permissionKey`. */
	readonly decisions: Readonly<Record<string, Decision>>
}

/** A remembered answer to a request for approval. */
export interface Decision {
	readonly approved: boolean
	readonly reason?: string
	/** The project grant that the answer also made: once that is revoked, the decision no longer counts. */
	readonly grantId?: string
	/** A visitor of a share link gave it: it counts for calls that visitors see whole. */
	readonly byVisitor?: true
}

export interface ModelStepResult {
	readonly reason: FinishReason
	readonly parts: readonly ModelPart[]
}

export interface Step {
	readonly runId: string
	readonly seq: number
	readonly kind: 'model' | 'tools'
	readonly state: 'running' | 'done'
	/** 1 for the first try; grows with each try that was lost or failed. */
	readonly attempt: number
	/** The epoch of the object instance that runs it: an older one means that it was interrupted. */
	readonly epoch: number
	readonly result: ModelStepResult | null
	/** The notices that the model was given at its beginning. */
	readonly told?: readonly ToldPart[] | null
	readonly startedAt: number
	readonly finishedAt: number | null
}

export type CallState =
	| 'awaiting_approval'
	/** It may be sent, or was sent without an answer from the room. */
	| 'approved'
	| 'dispatched'
	/** Its run was stopped or continued without it: its outcome is settled, but the room is not done with it. */
	| 'leaving'
	| 'settled'

export interface ToolCall {
	/** `<runId>.<step>.<index>`. */
	readonly callId: string
	readonly runId: string
	readonly stepSeq: number
	readonly index: number
	/** The model's own id of the call; also the part's id on the page. */
	readonly toolCallId: string
	readonly name: string
	/** The arguments that are sent. */
	readonly params: Record<string, unknown>
	readonly argsHash: string
	readonly risk: Risk
	readonly replay: Replay
	/** server: also a tool of an MCP server that the project uses. */
	readonly runsOn: Runner
	readonly timeoutMs: number
	readonly state: CallState
	readonly createdAt: number
	/** Failed tries to reach the room. */
	readonly attempts: number
	/** Unix ms: when the room is tried again (approved), or the call is given up (dispatched). */
	readonly nextAt: number | null
	/** Why it waits for the editor; null when it does not. */
	readonly waiting: string | null
	/** The editor it ran on, according to its outcome. */
	readonly editorKey: string | null
	readonly editorName: string | null
	/** The epoch of the object instance that sent it; a later one resends the same id, which is harmless. */
	readonly epoch: number
	readonly outcome: StoredOutcome | null
}

export const isEnded = (run: Run): boolean => ENDED_RUN_STATES.has(run.state)

/** True if it has no outcome yet. */
export const isOpen = (call: ToolCall): boolean =>
	call.state !== 'settled' && call.state !== 'leaving'

/** A limit of the run's {@link Budget} that was reached. */
export type OwnLimit = 'step_limit' | 'token_limit' | 'cost_limit'
/** A limit of the run itself, or a budget in dollars of its person or project that stops it. */
export type Limit = OwnLimit | BudgetStop

export type Next =
	| { readonly do: 'nothing' }
	| { readonly do: 'cancel' }
	/** A message wants to enter at once: cuts the model's answer, cancels the open calls. */
	| { readonly do: 'interrupt'; readonly step: Step }
	/** The run has ended and messages wait: the first one begins the next. */
	| { readonly do: 'start-next' }
	/** Ask the model: a new step, or the interrupted one again. */
	| { readonly do: 'model'; readonly seq: number; readonly again: Step | null }
	/** Turn the finished model step's tool calls into calls. */
	| { readonly do: 'begin-tools'; readonly seq: number; readonly model: Step }
	/** Send these now; calls that must wait for them are sent when these are settled. */
	| { readonly do: 'dispatch'; readonly calls: readonly ToolCall[] }
	| { readonly do: 'end-tools'; readonly step: Step }
	| { readonly do: 'wait'; readonly state: RunState }
	| {
			readonly do: 'finish'
			readonly state: 'completed' | 'failed'
			readonly why: 'done' | 'empty' | 'length' | 'refusal' | 'loop' | 'editor_gone' | Limit
	  }

export interface RunView {
	readonly run: Run | null
	readonly lastStep: Step | null
	/** The calls of the last step, if it is a tools step. */
	readonly calls: readonly ToolCall[]
	/** The limit that the run has reached, if any; at its beginning, only a budget. A step that still asks the model is not counted; the tokens of its tries are. */
	readonly limit: Limit | null
	/** Messages that wait to enter. */
	readonly queued: number
	/** True if one of them interrupts. */
	readonly interrupt: boolean
	/** Number of an earlier run's calls that are not over. */
	readonly leaving: number
	/** The epoch of this object instance. */
	readonly epoch: number
	readonly now: number
	/** True while this instance itself runs the last model step. */
	readonly modelLive: boolean
}

/** The next action of a run. Pure: everything it knows is in the view. */
export function decide(view: RunView): Next {
	const { run, lastStep, now } = view
	if (!run) return { do: 'nothing' }
	if (isEnded(run)) return { do: view.queued > 0 ? 'start-next' : 'nothing' }
	if (run.cancelRequested) return view.modelLive ? { do: 'nothing' } : { do: 'cancel' }
	if (view.interrupt && lastStep && isUnderWay(lastStep, view.calls)) {
		// This instance's model call is already being aborted.
		return view.modelLive ? { do: 'nothing' } : { do: 'interrupt', step: lastStep }
	}
	const asks = lastStep?.kind === 'model' && lastStep.state === 'running'
	if (asks && view.limit && !view.modelLive) {
		return { do: 'finish', state: 'completed', why: view.limit }
	}
	if (run.state === 'waiting_retry' && run.nextAt !== null && run.nextAt > now) {
		return { do: 'wait', state: 'waiting_retry' }
	}
	if (!lastStep) {
		// Calls that a stopped run left in the editor must not overlap with this run's.
		return view.leaving > 0 ? { do: 'wait', state: 'queued' } : nextModel(0, view.limit)
	}
	if (lastStep.kind === 'model') {
		if (lastStep.state === 'running') {
			if (view.modelLive) return { do: 'nothing' }
			return { do: 'model', seq: lastStep.seq, again: lastStep }
		}
		return afterModel(lastStep, view.limit)
	}
	return duringTools(lastStep, view.calls, view)
}

/** True if it has open work. */
export const isUnderWay = (step: Step, calls: readonly ToolCall[]): boolean =>
	step.kind === 'model' ? step.state === 'running' : calls.some(isOpen)

function afterModel(step: Step, limit: Limit | null): Next {
	const result = step.result
	if (!result) return { do: 'model', seq: step.seq, again: step }
	if (callsTools(result)) {
		return { do: 'begin-tools', seq: step.seq + 1, model: step }
	}
	switch (result.reason) {
		case 'stop':
		case 'tool-calls': {
			const said = result.parts.some((part) => part.type !== 'reasoning')
			return { do: 'finish', state: 'completed', why: said ? 'done' : 'empty' }
		}
		case 'length':
			return { do: 'finish', state: 'completed', why: 'length' }
		case 'refusal':
			return { do: 'finish', state: 'completed', why: 'refusal' }
		case 'pause':
			return nextModel(step.seq + 1, limit)
		default:
			return result.reason satisfies never
	}
}

export const callsTools = ({ parts }: ModelStepResult): boolean =>
	parts.some((part) => part.type === 'tool-call')

function nextModel(seq: number, limit: Limit | null): Next {
	if (limit) return { do: 'finish', state: 'completed', why: limit }
	return { do: 'model', seq, again: null }
}

function duringTools(step: Step, calls: readonly ToolCall[], view: RunView): Next {
	const open = calls.filter(isOpen)
	const going = sendable(open, view)
	if (going.length > 0) return { do: 'dispatch', calls: going }
	if (open.length === 0) {
		// A model cannot help here: a person has to open the editor or choose another.
		if (calls.some(({ outcome }) => outcome !== null && isWithoutEditor(outcome))) {
			return { do: 'finish', state: 'completed', why: 'editor_gone' }
		}
		return view.limit
			? { do: 'finish', state: 'completed', why: view.limit }
			: { do: 'end-tools', step }
	}
	// A held call waits for an earlier one, which says what it waits for.
	const first = open.filter((call) => !isHeld(call, view.now))
	if (first.every((call) => call.state === 'awaiting_approval')) {
		return { do: 'wait', state: 'waiting_approval' }
	}
	if (first.some((call) => call.waiting !== null || call.state === 'approved')) {
		return { do: 'wait', state: 'waiting_editor' }
	}
	return { do: 'wait', state: 'running' }
}
