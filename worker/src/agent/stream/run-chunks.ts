/** The chunks that transitions add to the stream besides the model's own. */

import type {
	ApprovalPart,
	DataParts,
	StepPart,
} from '@fairlead/protocol/conversations/stream-parts'
import type { UiChunk } from '@fairlead/protocol/conversations/ui-chunks'
import type { Withdrawal } from '@fairlead/protocol/wire/calls'
import { isLeftUnsent } from '../../ports/client-call.ts'
import {
	type DroppedAttachment,
	droppedText,
	type StoredOutcome,
	uiOutput,
} from '../calls/tool-results.ts'
import { mayHaveChanged } from '../revert/run-changes.ts'
import type { Run, Step, ToolCall } from '../run/run-state.ts'
import { recordedName } from '../source/run-source.ts'
import { changedNames } from '../sub-agents/words.ts'
import type { ChunkLog } from './chunk-log.ts'

export function stepChunk(step: Step, state: StepPart['state']): UiChunk {
	return {
		type: 'data-step',
		id: `step-${step.seq}`,
		data: {
			seq: step.seq,
			kind: step.kind,
			state,
			startedAt: step.startedAt,
			...(step.finishedAt === null ? {} : { finishedAt: step.finishedAt }),
		},
	}
}

/** A call that has no outcome yet, with its latest line. */
export function openCallChunk(call: ToolCall, progress?: string): UiChunk {
	const { toolCallId, callId, createdAt: startedAt } = call
	return {
		type: 'data-call',
		id: toolCallId,
		data: {
			toolCallId,
			startedAt,
			...(call.name === 'run_command' ? { callId } : {}),
			...(progress === undefined ? {} : { progress }),
		},
	}
}

/** A call that is over. `finishedAt` undefined: it never began. */
export function callData(
	call: ToolCall,
	outcome: StoredOutcome,
	finishedAt: number | undefined,
	withdrawn?: Withdrawal,
): DataParts['call'] {
	const changed = changedNames(mayHaveChanged({ ...call, outcome }))
	return {
		toolCallId: call.toolCallId,
		startedAt: call.createdAt,
		...(finishedAt === undefined ? {} : { finishedAt }),
		...(call.risk === 'read' ? { reads: true } : {}),
		...(call.editorKey ? { editorKey: call.editorKey } : {}),
		...(call.editorName ? { editorName: call.editorName } : {}),
		...(outcome.status === 'error' ? { error: outcome.error } : {}),
		...(withdrawn ? { withdrawn } : {}),
		...(changed.length === 0 ? {} : { changed }),
	}
}

/** The result of a call, and how long it took, if it has begun. */
export function showOutcome(
	call: ToolCall,
	outcome: StoredOutcome,
	now: number,
	log: ChunkLog,
	withdrawn?: Withdrawal,
): void {
	const { toolCallId } = call
	log.append(
		outcome.status === 'ok'
			? { type: 'tool-output-available', toolCallId, output: uiOutput(outcome) }
			: { type: 'tool-output-error', toolCallId, errorText: outcome.error.message },
	)
	const data = callData(call, outcome, isLeftUnsent(outcome) ? undefined : now, withdrawn)
	log.append({ type: 'data-call', id: toolCallId, data })
	if (outcome.status === 'ok') showDropped(toolCallId, outcome.dropped ?? [], log)
}

/** Shows the changes of a sub-agent whose call has no result, or of a command that was stopped. */
export function showChanged(toolCallId: string, changed: string[], log: ChunkLog): void {
	const shown = log.builder.call(toolCallId)
	if (shown) log.append({ type: 'data-call', id: toolCallId, data: { ...shown, changed } })
}

/** Names the parts of a result that could not be kept, so that nobody looks for them. */
function showDropped(toolCallId: string, dropped: readonly DroppedAttachment[], log: ChunkLog) {
	for (const [i, one] of dropped.entries()) {
		const data = {
			level: 'warning',
			code: 'attachment_too_large',
			text: droppedText(one),
			hint: 'Ask for a smaller one.',
		} as const
		log.append({ type: 'data-notice', id: `dropped-${toolCallId}-${i}`, data })
	}
}

/** How the approval of a call was decided. */
export function showAnswer(
	call: ToolCall,
	answer: NonNullable<ApprovalPart['answer']>,
	log: ChunkLog,
): void {
	const asked = log.builder.approval(call.toolCallId)
	if (asked) log.append({ type: 'data-approval', id: call.toolCallId, data: { ...asked, answer } })
}

export function endEditorWait(call: ToolCall, now: number, log: ChunkLog): void {
	log.append({
		type: 'data-wait',
		id: call.toolCallId,
		data: {
			on: 'editor',
			reason: call.waiting ?? '',
			startedAt: log.builder.wait(call.toolCallId)?.startedAt ?? call.createdAt,
			endedAt: now,
		},
	})
}

export const retryWaitId = (step: Step): string => `retry-${step.seq}-${step.attempt}`

export function endRetryWait(step: Step, now: number, log: ChunkLog): void {
	const id = retryWaitId(step)
	const wait = log.builder.wait(id)
	if (wait) log.append({ type: 'data-wait', id, data: { ...wait, endedAt: now } })
}

export const startChunk = (run: Run): UiChunk => ({
	type: 'start',
	messageId: run.messageId,
	messageMetadata: {
		runId: run.id,
		model: recordedName(run.source),
		createdAt: run.startedAt,
	},
})

export const LEFT_WAIT_REASON = 'A call from the previous run is still running'
export const leftWaitId = (run: Run): string => `left-${run.id}`

/** False if there was no such wait: then the message has not begun either. */
export function endLeftWait(run: Run, now: number, log: ChunkLog): boolean {
	const id = leftWaitId(run)
	const wait = log.builder.wait(id)
	if (wait) log.append({ type: 'data-wait', id, data: { ...wait, endedAt: now } })
	return wait !== null
}
