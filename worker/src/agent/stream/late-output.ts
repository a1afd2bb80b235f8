/**
 * The output of a command that was ended because its run left it. The relay reports it after the run's end, and the
 * next run waits for that: no model has read the answer before it is completed.
 */
import type { DataParts } from '@fairlead/protocol/conversations/stream-parts'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { bag, text } from '@fairlead/protocol/wire/safe-read'
import { keepable, modelResult, type StoredOutcome, uiOutput } from '../calls/tool-results.ts'
import type { Run, ToolCall } from '../run/run-state.ts'
import type { MessageRow } from '../run/run-store.ts'
import { fitMessage, fitModel } from './finished-message.ts'
import { callData } from './run-chunks.ts'

type Done = Extract<StoredOutcome, { status: 'ok' }>
type Part = MessageRow['ui']['parts'][number]

/** Actions that start a program and wait for its end, unless it goes to the background. */
const STARTS: ReadonlySet<unknown> = new Set(['run', 'shell'])

/** The outcome to tell in place of "cancelled", with why the command ended. Returns null if there is none, or it tells no more. */
export function lateOutput(run: Run, call: ToolCall, outcome: CallOutcome): Done | null {
	// A client was given the outcome that it had at the run's end.
	if (run.source.kind !== 'model' || call.name !== 'run_command') return null
	if (!STARTS.has(call.params['action']) || outcome.status !== 'ok') return null
	const result = bag(outcome.result)
	// One in the background is still being ended: how is not known yet.
	if (result['state'] === 'running' || call.outcome?.status !== 'error') return null
	const stored = result['state'] === 'ended' ? { ...result, note: noteOf(call, result) } : result
	return keepable({ status: 'ok', result: stored }) as Done
}

/** Begins with the first sentence of what the call said when its run left it. */
function noteOf({ outcome }: ToolCall, { note }: Readonly<Record<string, unknown>>): string {
	const said = outcome?.status === 'error' ? (outcome.error.message.split('. ')[0] ?? '') : ''
	const why = `${said.replace(/\.$/, '')}, so its exit code is unknown.`
	return [why, ...(text(note) ? [text(note)] : [])].join(' ')
}

/** The stored answer with this outcome of a call, for the page and for models. Returns null if the answer does not show the call. */
export function withOutcome(
	{ ui, model }: Pick<MessageRow, 'ui' | 'model'>,
	call: ToolCall,
	outcome: Done,
): Pick<MessageRow, 'ui' | 'model'> | null {
	const { toolCallId } = call
	const isTool = (part: Part) => part['toolCallId'] === toolCallId
	if (!ui.parts.some(isTool)) return null
	const parts = ui.parts.map((part) => {
		if (isTool(part)) {
			const { errorText: _, ...rest } = part
			return { ...rest, state: 'output-available', output: uiOutput(outcome) }
		}
		if (part['type'] !== 'data-call' || part['id'] !== toolCallId) return part
		const { finishedAt, changed } = part['data'] as DataParts['call']
		const data = callData(call, outcome, finishedAt)
		return { ...part, data: changed ? { ...data, changed } : data }
	})
	const result = modelResult(call, outcome)
	return {
		ui: fitMessage({ ...ui, parts } as Parameters<typeof fitMessage>[0]),
		model: fitModel(
			model.map((message) => ({
				...message,
				parts: message.parts.map((part) =>
					part.type === 'tool-result' && part.callId === toolCallId ? result : part,
				),
			})),
		),
	}
}
