/** A tool call as a person reads it: its state, arguments, result, wait and approval. Pure. */

import {
	isToolPart,
	partsOf,
	type RunMessage,
	type ToolPart,
} from '../conversations/message-parts.ts'
import {
	type ApprovalPart,
	type CallPart,
	type StoredAttachment,
	ToolOutput,
	type WaitPart,
} from '../conversations/stream-parts.ts'
import { bag } from '../wire/safe-read.ts'

/** asking: it waits for approval. */
export type CallState = 'preparing' | 'asking' | 'running' | 'done' | 'failed' | 'denied'

/** One tool call, with everything the message contains about it. */
export interface CallView {
	readonly callId: string
	readonly tool: string
	readonly state: CallState
	/** The arguments received so far. */
	readonly input: Readonly<Record<string, unknown>>
	/** The tool's result; undefined until it arrives. */
	readonly result: unknown
	readonly attachments: readonly StoredAttachment[]
	/** The tool's own error message, if it failed. */
	readonly errorText: string | undefined
	readonly call: CallPart | undefined
	/** Unix milliseconds: after the approval, if one was needed, and after those of the calls that it waited for. */
	readonly beganAt: number | undefined
	readonly wait: WaitPart | undefined
	/** The approval request and its answer; undefined for calls that needed none. */
	readonly approval: ApprovalPart | undefined
	/** The id that an answer refers to; undefined unless the call asks. */
	readonly approvalId: string | undefined
}

/** The data parts of a message by the id of their tool call. */
export interface MessageData {
	readonly calls: ReadonlyMap<string, CallPart>
	readonly waits: ReadonlyMap<string, WaitPart>
	readonly approvals: ReadonlyMap<string, ApprovalPart>
	/** When the last question before a call was answered, by its tool call id; infinite: one is open. */
	readonly freeAt: ReadonlyMap<string, number>
}

export function indexData(message: RunMessage): MessageData {
	const calls = new Map<string, CallPart>()
	const waits = new Map<string, WaitPart>()
	const approvals = new Map<string, ApprovalPart>()
	const freeAt = new Map<string, number>()
	let free = 0
	for (const part of partsOf(message)) {
		if (part.type === 'data-call') {
			calls.set(part.data.toolCallId, part.data)
			freeAt.set(part.data.toolCallId, free)
		} else if (part.type === 'data-wait' && part.id !== undefined) waits.set(part.id, part.data)
		else if (part.type === 'data-approval') {
			approvals.set(part.data.toolCallId, part.data)
			// It follows its call, and the calls after it are sent after it.
			free = Math.max(free, part.data.answer?.at ?? Infinity)
		}
	}
	return { calls, waits, approvals, freeAt }
}

function callState(part: ToolPart, call: CallPart | undefined): CallState {
	switch (part.state) {
		case 'output-available':
			return call?.error ? 'failed' : 'done'
		case 'output-error':
			return 'failed'
		case 'output-denied':
			return 'denied'
		case 'input-streaming':
			return 'preparing'
		case 'approval-requested':
			return 'asking'
		case 'approval-responded':
			return part.approval?.approved === false ? 'denied' : 'running'
		default:
			return 'running'
	}
}

function beganAt(
	call: CallPart | undefined,
	approval: ApprovalPart | undefined,
	freeAt = 0,
): number | undefined {
	if (!call || (approval && !approval.answer)) return undefined
	const at = Math.max(call.startedAt, approval?.answer?.at ?? 0, freeAt)
	return at === Infinity ? undefined : at
}

/** Parts are replaced, never changed in place: a view is good for as long as what it is made from. */
const known = new WeakMap<ToolPart, CallView>()

export function callView(
	part: ToolPart,
	{ calls, waits, approvals, freeAt }: MessageData,
): CallView {
	const call = calls.get(part.toolCallId)
	const wait = waits.get(part.toolCallId)
	const openWait = wait?.endedAt === undefined ? wait : undefined
	const approval = approvals.get(part.toolCallId)
	const began = beganAt(call, approval, freeAt.get(part.toolCallId))
	const before = known.get(part)
	if (
		before &&
		before.call === call &&
		before.wait === openWait &&
		before.approval === approval &&
		before.beganAt === began
	) {
		return before
	}
	const output = ToolOutput.safeParse(part.output)
	const view: CallView = {
		callId: part.toolCallId,
		tool:
			part.type === 'dynamic-tool' ? (part.toolName ?? 'tool') : part.type.slice('tool-'.length),
		state: callState(part, call),
		input: bag(part.input ?? part.rawInput),
		result: output.success ? output.data.result : part.output,
		attachments: output.success ? (output.data.attachments ?? []) : [],
		errorText: part.errorText ?? call?.error?.message,
		call,
		beganAt: began,
		wait: openWait,
		approval,
		approvalId: part.state === 'approval-requested' ? part.approval?.id : undefined,
	}
	known.set(part, view)
	return view
}

/** Messages are replaced, never changed in place, so cached results stay valid. */
const callsByMessage = new WeakMap<RunMessage, readonly CallView[]>()

/** Every call of a message, in order; the source of Changes and of the scene's picture. */
export function callsOf(message: RunMessage): readonly CallView[] {
	const known = callsByMessage.get(message)
	if (known) return known
	const data = indexData(message)
	const found = partsOf(message).flatMap((part) => (isToolPart(part) ? [callView(part, data)] : []))
	callsByMessage.set(message, found)
	return found
}

/** The scripts did not compile. The call itself succeeded: it was asked to compile. */
export const hasCompileErrors = (call: CallView): boolean => bag(call.result)['hasErrors'] === true
