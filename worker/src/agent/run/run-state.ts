/** The persisted state of a run, and the pure decision what comes next. */
import type { Author } from '@fairlead/protocol/author'
import {
	type Budget,
	type ConversationMode,
	ENDED_RUN_STATES,
	type RunState,
	type Usage,
} from '@fairlead/protocol/runs'
import type { Replay, Risk, Runner } from '@fairlead/protocol/tools'
import { isWithoutEditor } from '../../ports/room.ts'
import { isHeld, sendable } from '../calls/call-order.ts'
import type { StoredOutcome } from '../calls/tool-results.ts'
import type { FinishReason, ModelPart } from '../model/types.ts'

export interface Run {
	readonly id: string
	/** The user message's id: the same message never starts a second run. */
	readonly idemKey: string
	/** Who began it; its usage counts as theirs. */
	readonly author: Author
	/** Of the assistant's answer. */
	readonly messageId: string
	readonly state: RunState
	/** `provider/id`. */
	readonly model: string
	readonly mode: ConversationMode
	/** The seat the run is bound to since its first call that reached one. */
	readonly editorKey: string | null
	readonly cancelRequested: boolean
	/** Who stopped it; null: nobody did. */
	readonly stoppedBy: Author | null
	/** Unix ms at which a waiting_retry run goes on. */
	readonly nextAt: number | null
	readonly errorCode: string | null
	readonly usage: Usage
	readonly startedAt: number
	readonly finishedAt: number | null
	/** US dollars by list prices so far; null where a price is not known. */
	readonly costUsd: number | null
	/** What it may use; a member left out has the default. */
	readonly budget: Budget
	/** Answers to approvals that count until the run ends, by `permissionKey`. */
	readonly decisions: Readonly<Record<string, Decision>>
}

/** A remembered answer to a request for approval. */
export interface Decision {
	readonly approved: boolean
	readonly reason?: string
	/** It also allowed this in the project, under this id: once that is taken back, it no longer counts. */
	readonly grantId?: string
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
	/** Of the object instance that runs it: an older one means that it was interrupted. */
	readonly epoch: number
	readonly result: ModelStepResult | null
	readonly startedAt: number
	readonly finishedAt: number | null
}

export type CallState =
	| 'awaiting_approval'
	/** May be sent; perhaps was, without an answer from the room. */
	| 'approved'
	| 'dispatched'
	/** Its run was stopped or went on without it: its outcome stands, the room is not done with it. */
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
	/** What goes over the wire. */
	readonly params: Record<string, unknown>
	readonly argsHash: string
	readonly risk: Risk
	readonly replay: Replay
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
	/** Where it was carried out, as its outcome says. */
	readonly editorKey: string | null
	readonly editorName: string | null
	/** Of the object instance that sent it; a later one sends the same id again, which is harmless. */
	readonly epoch: number
	readonly outcome: StoredOutcome | null
}

export const isEnded = (run: Run): boolean => ENDED_RUN_STATES.has(run.state)

/** It has no outcome yet. */
export const isOpen = (call: ToolCall): boolean =>
	call.state !== 'settled' && call.state !== 'leaving'

/** A limit of the run's {@link Budget} that is reached. */
export type Limit = 'step_limit' | 'token_limit' | 'cost_limit'

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
	/** Send these now: what must wait for them goes when they are settled. */
	| { readonly do: 'dispatch'; readonly calls: readonly ToolCall[] }
	| { readonly do: 'end-tools'; readonly step: Step }
	| { readonly do: 'wait'; readonly state: RunState }
	| {
			readonly do: 'finish'
			readonly state: 'completed' | 'failed'
			readonly why: 'done' | 'length' | 'refusal' | 'loop' | 'editor_gone' | Limit
	  }

export interface RunView {
	readonly run: Run | null
	readonly lastStep: Step | null
	/** Of the last step, if it is a tools step. */
	readonly calls: readonly ToolCall[]
	/** The limit that the run has reached, if any. */
	readonly limit: Limit | null
	/** Messages that wait to enter. */
	readonly queued: number
	/** One of them wants to at once. */
	readonly interrupt: boolean
	/** Calls of an earlier run that are not over. */
	readonly leaving: number
	/** Of this object instance. */
	readonly epoch: number
	readonly now: number
	/** True while this instance itself runs the last model step. */
	readonly modelLive: boolean
}

/** What a run needs next. Pure: everything it knows is in the view. */
export function decide(view: RunView): Next {
	const { run, lastStep, now } = view
	if (!run) return { do: 'nothing' }
	if (isEnded(run)) return { do: view.queued > 0 ? 'start-next' : 'nothing' }
	if (run.cancelRequested) return view.modelLive ? { do: 'nothing' } : { do: 'cancel' }
	if (view.interrupt && lastStep && isUnderWay(lastStep, view.calls)) {
		// A model call that this instance makes is being cut already.
		return view.modelLive ? { do: 'nothing' } : { do: 'interrupt', step: lastStep }
	}
	if (run.state === 'waiting_retry' && run.nextAt !== null && run.nextAt > now) {
		return { do: 'wait', state: 'waiting_retry' }
	}
	if (!lastStep) {
		// What a stopped run left in the editor must not meet what this one does.
		return view.leaving > 0 ? { do: 'wait', state: 'queued' } : { do: 'model', seq: 0, again: null }
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

const isUnderWay = (step: Step, calls: readonly ToolCall[]): boolean =>
	step.kind === 'model' ? step.state === 'running' : calls.some(isOpen)

function afterModel(step: Step, limit: Limit | null): Next {
	const result = step.result
	if (!result) return { do: 'model', seq: step.seq, again: step }
	if (result.parts.some((part) => part.type === 'tool-call')) {
		return { do: 'begin-tools', seq: step.seq + 1, model: step }
	}
	switch (result.reason) {
		case 'stop':
		case 'tool-calls':
			return { do: 'finish', state: 'completed', why: 'done' }
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

function nextModel(seq: number, limit: Limit | null): Next {
	if (limit) return { do: 'finish', state: 'completed', why: limit }
	return { do: 'model', seq, again: null }
}

function duringTools(step: Step, calls: readonly ToolCall[], view: RunView): Next {
	const open = calls.filter(isOpen)
	const going = sendable(open, view)
	if (going.length > 0) return { do: 'dispatch', calls: going }
	if (open.length === 0) {
		// No model can help here: a person has to open the editor, or choose another.
		if (calls.some(({ outcome }) => outcome !== null && isWithoutEditor(outcome))) {
			return { do: 'finish', state: 'completed', why: 'editor_gone' }
		}
		return view.limit
			? { do: 'finish', state: 'completed', why: view.limit }
			: { do: 'end-tools', step }
	}
	// What is held waits for an earlier call: that one says for what.
	const first = open.filter((call) => !isHeld(call, view.now))
	if (first.every((call) => call.state === 'awaiting_approval')) {
		return { do: 'wait', state: 'waiting_approval' }
	}
	if (first.some((call) => call.waiting !== null || call.state === 'approved')) {
		return { do: 'wait', state: 'waiting_editor' }
	}
	return { do: 'wait', state: 'running' }
}

/** Does a call of this risk need a person's word in this mode? */
export function approvalFor(mode: ConversationMode, risk: Risk): 'run' | 'ask' | 'deny' {
	if (risk === 'read') return 'run'
	switch (mode) {
		case 'read-only':
			return 'deny'
		case 'ask':
			return 'ask'
		case 'auto':
			return risk === 'write' ? 'run' : 'ask'
		default:
			return mode satisfies never
	}
}
