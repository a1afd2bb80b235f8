/**
 * An assistant message as the page draws it: a line of steps, each with what it said and did.
 * Pure: parts in, steps out. The parts' order is the order of arrival; tool calls that the model
 * asked for in one step are shown with the step that ran them.
 */

import type { Author } from './author.ts'
import { bag } from './read.ts'
import type { RevertPart } from './revert.ts'
import type { RunState, RunVerdict } from './runs.ts'
import {
	type ApprovalPart,
	type CallPart,
	type MessageMetadata,
	type NoticePart,
	type StepPart,
	type StoredAttachment,
	ToolOutput,
	type WaitPart,
} from './stream-parts.ts'

/** A message as the page holds it and as the server stores it: the AI SDK's shape. */
export interface RunMessage {
	readonly id: string
	readonly parts: readonly object[]
	/** {@link MessageMetadata} */
	readonly metadata?: object | undefined
}

interface TextPart {
	readonly text: string
	readonly state?: 'streaming' | 'done'
}
type ToolPart = {
	readonly type: `tool-${string}` | 'dynamic-tool'
	readonly toolCallId: string
	readonly state: string
	readonly input?: unknown
	readonly rawInput?: unknown
	readonly output?: unknown
	readonly errorText?: string
	readonly approval?: { id: string; approved?: boolean }
	readonly toolName?: string
}
interface DataPart<Name extends string, Data> {
	readonly type: `data-${Name}`
	readonly id?: string
	readonly data: Data
}
/** What a run is drawn from; parts of other types are left out. */
type KnownPart =
	| ({ readonly type: 'text' } & TextPart)
	| ({ readonly type: 'reasoning' } & TextPart)
	| ToolPart
	| DataPart<'step', StepPart>
	| DataPart<'call', CallPart>
	| DataPart<'wait', WaitPart>
	| DataPart<'notice', NoticePart>
	| DataPart<'approval', ApprovalPart>
	| DataPart<'revert', RevertPart>
	| DataPart<'author', Author>
	| { readonly type: 'source-url'; readonly url: string; readonly title?: string }
	| {
			readonly type: 'steering-message'
			readonly id: string
			readonly parts: readonly { readonly type: string }[]
	  }
	| {
			readonly type: 'file'
			readonly url: string
			readonly mediaType: string
			readonly filename?: string
	  }

/** The server wrote the parts, and the stream's chunks were checked when they came. */
const partsOf = (message: RunMessage): readonly KnownPart[] => message.parts as readonly KnownPart[]
const metadataOf = ({ metadata }: RunMessage): Partial<MessageMetadata> => metadata ?? {}

/** asking: it waits for a person's yes. */
export type CallState = 'preparing' | 'asking' | 'running' | 'done' | 'failed' | 'denied'

/** One tool call, with everything the message knows of it. */
export interface CallView {
	readonly callId: string
	readonly tool: string
	readonly state: CallState
	/** Arguments as far as they have come. */
	readonly input: Readonly<Record<string, unknown>>
	/** What the tool answered; undefined until then. */
	readonly result: unknown
	readonly attachments: readonly StoredAttachment[]
	/** The tool's own sentence, when it failed. */
	readonly errorText: string | undefined
	readonly call: CallPart | undefined
	/** Unix milliseconds: after a person's yes, where one was asked for. */
	readonly beganAt: number | undefined
	readonly wait: WaitPart | undefined
	/** What a person decides on or decided; undefined for calls that needed no answer. */
	readonly approval: ApprovalPart | undefined
	/** What a person's answer names; undefined unless the call asks. */
	readonly approvalId: string | undefined
}

export interface Source {
	readonly url: string
	readonly title: string
}

export type RunItem =
	| {
			readonly type: 'text'
			readonly key: string
			readonly text: string
			readonly streaming: boolean
	  }
	| {
			readonly type: 'reasoning'
			readonly key: string
			readonly text: string
			readonly streaming: boolean
	  }
	| { readonly type: 'calls'; readonly key: string; readonly calls: readonly CallView[] }
	| { readonly type: 'notice'; readonly key: string; readonly notice: NoticePart }
	/** Waits for the model's provider that are over; `ms` in all. */
	| { readonly type: 'pause'; readonly key: string; readonly ms: number }
	| { readonly type: 'sources'; readonly key: string; readonly sources: readonly Source[] }
	| { readonly type: 'image'; readonly key: string; readonly url: string; readonly name: string }
	/** What a person said while the run went on, where it entered. */
	| {
			readonly type: 'steering'
			readonly key: string
			readonly parts: readonly { readonly type: string }[]
			/** undefined: whoever began the run. */
			readonly by: Author | undefined
	  }

/**
 * How a step stands. failed: a call failed, or scripts did not compile · unknown: whether a call changed
 * something is not known · denied: a person did not allow a call · stopped: a person ended the run in it.
 */
export type StepState = StepPart['state'] | 'unknown' | 'denied' | 'stopped'

export interface RunStep {
	/** `step-<seq>`, the part's id; stable over reloads, so it is the step's anchor too. */
	readonly key: string
	readonly kind: StepPart['kind']
	readonly state: StepState
	readonly startedAt: number | undefined
	readonly finishedAt: number | undefined
	readonly items: readonly RunItem[]
	/** The wait that goes on, if one does. */
	readonly waiting: WaitPart | null
}

interface OpenStep {
	key: string
	kind: StepPart['kind']
	state: StepPart['state']
	startedAt: number | undefined
	finishedAt: number | undefined
	items: RunItem[]
	/** An open wait of the step itself, for its model's provider. */
	retry: WaitPart | null
}

const isToolPart = (part: KnownPart): part is ToolPart =>
	part.type === 'dynamic-tool' || part.type.startsWith('tool-')

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
): number | undefined {
	if (call === undefined || approval === undefined) return call?.startedAt
	return approval.answer && Math.max(call.startedAt, approval.answer.at)
}

function callView(part: ToolPart, { calls, waits, approvals }: MessageData): CallView {
	const call = calls.get(part.toolCallId)
	const output = ToolOutput.safeParse(part.output)
	const wait = waits.get(part.toolCallId)
	const approval = approvals.get(part.toolCallId)
	return {
		callId: part.toolCallId,
		tool:
			part.type === 'dynamic-tool' ? (part.toolName ?? 'tool') : part.type.slice('tool-'.length),
		state: callState(part, call),
		input: bag(part.input ?? part.rawInput),
		result: output.success ? output.data.result : part.output,
		attachments: output.success ? (output.data.attachments ?? []) : [],
		errorText: part.errorText ?? call?.error?.message,
		call,
		beganAt: beganAt(call, approval),
		wait: wait?.endedAt === undefined ? wait : undefined,
		approval,
		approvalId: part.state === 'approval-requested' ? part.approval?.id : undefined,
	}
}

/** Messages are replaced, never changed in place, so what was found for one stays true. */
const callsByMessage = new WeakMap<RunMessage, readonly CallView[]>()

/** Every call of a message, in order; what Changes and the scene's picture are made from. */
export function callsOf(message: RunMessage): readonly CallView[] {
	const known = callsByMessage.get(message)
	if (known) return known
	const data = indexData(message)
	const found = partsOf(message).flatMap((part) => (isToolPart(part) ? [callView(part, data)] : []))
	callsByMessage.set(message, found)
	return found
}

/** The data parts of a message by the id of the tool call they are about. */
interface MessageData {
	readonly calls: ReadonlyMap<string, CallPart>
	readonly waits: ReadonlyMap<string, WaitPart>
	readonly approvals: ReadonlyMap<string, ApprovalPart>
}

function indexData(message: RunMessage): MessageData {
	const calls = new Map<string, CallPart>()
	const waits = new Map<string, WaitPart>()
	const approvals = new Map<string, ApprovalPart>()
	for (const part of partsOf(message)) {
		if (part.type === 'data-call') calls.set(part.data.toolCallId, part.data)
		else if (part.type === 'data-wait' && part.id !== undefined) waits.set(part.id, part.data)
		else if (part.type === 'data-approval') approvals.set(part.data.toolCallId, part.data)
	}
	return { calls, waits, approvals }
}

/** @param live whether the run goes on; a message at rest has no running step. */
export function buildRun(message: RunMessage, live: boolean): RunStep[] {
	const data = indexData(message)
	const steps: OpenStep[] = []
	const open = (): OpenStep => {
		const last = steps.at(-1)
		if (last) return last
		const first: OpenStep = {
			key: 'step-0',
			kind: 'model',
			state: live ? 'running' : 'done',
			startedAt: undefined,
			finishedAt: undefined,
			items: [],
			retry: null,
		}
		steps.push(first)
		return first
	}

	for (const [index, part] of partsOf(message).entries()) {
		const key = `p${index}`
		if (part.type === 'data-step') {
			const asked = steps.at(-1)
			const step: OpenStep = {
				key: part.id ?? `step-${part.data.seq}`,
				kind: part.data.kind,
				state: part.data.state,
				startedAt: part.data.startedAt,
				finishedAt: part.data.finishedAt,
				items: [],
				retry: null,
			}
			if (step.kind === 'tools' && asked) {
				const moved = asked.items.filter((item) => item.type === 'calls')
				asked.items = asked.items.filter((item) => item.type !== 'calls')
				step.items = mergeCalls(moved)
			}
			steps.push(step)
		} else if (part.type === 'text') {
			if (part.text.trim() === '') continue
			open().items.push({
				type: 'text',
				key,
				text: part.text,
				streaming: live && part.state === 'streaming',
			})
		} else if (part.type === 'reasoning') {
			if (part.text.trim() === '') continue
			open().items.push({
				type: 'reasoning',
				key,
				text: part.text,
				streaming: live && part.state === 'streaming',
			})
		} else if (part.type === 'data-notice') {
			open().items.push({ type: 'notice', key: part.id ?? key, notice: part.data })
		} else if (part.type === 'data-wait') {
			if (part.data.on === 'retry') addRetry(open(), part.id ?? key, part.data)
		} else if (part.type === 'source-url') {
			addSource(open(), key, { url: part.url, title: part.title ?? part.url })
		} else if (part.type === 'steering-message') {
			open().items.push({
				type: 'steering',
				key: part.id,
				parts: part.parts,
				by: authorOf(message, part.id),
			})
		} else if (part.type === 'file' && part.mediaType.startsWith('image/')) {
			open().items.push({ type: 'image', key, url: part.url, name: part.filename ?? 'Image' })
		} else if (isToolPart(part)) {
			const view = callView(part, data)
			const step = open()
			const last = step.items.at(-1)
			if (last?.type === 'calls') {
				step.items[step.items.length - 1] = { ...last, calls: [...last.calls, view] }
			} else step.items.push({ type: 'calls', key: view.callId, calls: [view] })
		}
	}

	return steps
		.filter((step, index) => step.items.length > 0 || (live && index === steps.length - 1))
		.map((step) => settle(step, live, metadataOf(message).state === 'cancelled'))
}

const mergeCalls = (items: readonly RunItem[]): RunItem[] => {
	const calls = items.flatMap((item) => (item.type === 'calls' ? item.calls : []))
	const first = calls[0]
	return first ? [{ type: 'calls', key: first.callId, calls }] : []
}

function addRetry(step: OpenStep, key: string, wait: WaitPart): void {
	if (wait.endedAt === undefined) {
		step.retry = wait
		return
	}
	const ms = wait.endedAt - wait.startedAt
	const last = step.items.at(-1)
	if (last?.type === 'pause') step.items[step.items.length - 1] = { ...last, ms: last.ms + ms }
	else step.items.push({ type: 'pause', key, ms })
}

function addSource(step: OpenStep, key: string, source: Source): void {
	const at = step.items.findIndex((item) => item.type === 'sources')
	const found = step.items[at]
	if (found?.type !== 'sources') {
		step.items.push({ type: 'sources', key, sources: [source] })
	} else if (!found.sources.some((s) => s.url === source.url)) {
		step.items[at] = { ...found, sources: [...found.sources, source] }
	}
}

/** Of a message that entered the run; undefined: whoever began it. */
const authorOf = (message: RunMessage, id: string): Author | undefined =>
	partsOf(message).flatMap((part) =>
		part.type === 'data-author' && part.id === id ? [part.data] : [],
	)[0]

function settle(step: OpenStep, live: boolean, cancelled: boolean): RunStep {
	const calls = callsIn(step)
	const waiting = live ? (step.retry ?? calls.find((call) => call.wait)?.wait ?? null) : null
	const { retry: _retry, ...shown } = step
	return { ...shown, state: stateOf(step, calls, waiting, live, cancelled), waiting }
}

function stateOf(
	step: OpenStep,
	calls: readonly CallView[],
	waiting: WaitPart | null,
	live: boolean,
	cancelled: boolean,
): StepState {
	const open = step.state === 'running' || step.state === 'waiting'
	if (live && (waiting !== null || calls.some((call) => call.state === 'asking'))) return 'waiting'
	if (live && open) return step.state
	// A run that was stopped leaves its last step as it stood; nothing breathes after the end.
	if (cancelled && (open || calls.some((call) => call.call?.error?.code === 'cancelled'))) {
		return 'stopped'
	}
	if (step.state === 'failed') return 'failed'
	// The server calls a step done when it is over; the knot says whether its calls went well.
	if (calls.some((call) => call.call?.error?.code === 'effect_unknown')) return 'unknown'
	if (calls.some((call) => call.state === 'failed' || hasCompileErrors(call))) return 'failed'
	return calls.some((call) => call.state === 'denied') ? 'denied' : 'done'
}

/** Compiling is a success of the call, and scripts that do not compile are none of the step. */
const hasCompileErrors = (call: CallView): boolean => bag(call.result)['hasErrors'] === true

/**
 * What a list must not call done although the run completed: a call whose effect nobody knows, scripts
 * that did not compile at the last look, a no in the last step that asked a person.
 */
export function verdictOf(message: RunMessage): RunVerdict | null {
	const calls = callsOf(message)
	if (calls.some((call) => call.call?.error?.code === 'effect_unknown')) return 'effect_unknown'
	const compiled = calls.findLast(
		(call) => typeof bag(call.result)['hasErrors'] === 'boolean' && call.state === 'done',
	)
	if (compiled && hasCompileErrors(compiled)) return 'compile_errors'
	const asked = buildRun(message, false)
		.map(callsIn)
		.findLast((step) => step.some(wasAnswered))
	return asked?.some((call) => wasAnswered(call) && call.state === 'denied') ? 'denied' : null
}

const wasAnswered = (call: CallView): boolean => call.approval?.answer?.by === 'person'

export const callsIn = (step: Pick<RunStep, 'items'>): CallView[] =>
	step.items.flatMap((item) => (item.type === 'calls' ? item.calls : []))

/** The whole run was reverted, and that was not reverted in turn. */
export function isReverted(message: RunMessage): boolean {
	const reverts = partsOf(message).flatMap((part) =>
		part.type === 'data-revert' && part.data.state === 'done' ? [part.data] : [],
	)
	return reverts.some(
		(revert) =>
			revert.stepId === undefined &&
			revert.revertOf === undefined &&
			revert.counts.reverted > 0 &&
			!reverts.some((later) => later.revertOf === revert.revertId),
	)
}

/** How a run stands, in one word: in a list, in a link, under an answer. */
export type RunStanding =
	| 'running'
	| 'needs_you'
	| 'waiting_editor'
	| 'waiting_retry'
	| 'done'
	| 'failed'
	| 'stopped'
	| 'reverted'
	| RunVerdict

export function standingOf(run: {
	readonly state: RunState
	readonly verdict?: RunVerdict | null | undefined
}): RunStanding {
	switch (run.state) {
		case 'queued':
		case 'running':
			return 'running'
		case 'waiting_approval':
			return 'needs_you'
		case 'waiting_editor':
		case 'waiting_retry':
		case 'failed':
			return run.state
		case 'cancelled':
			return 'stopped'
		case 'completed':
			return run.verdict ?? 'done'
		default:
			return run.state satisfies never
	}
}

/** Of the run that an answer tells; null while it goes on. */
export function endOf(message: RunMessage): RunStanding | null {
	const { state } = metadataOf(message)
	if (state === undefined) return null
	return isReverted(message) ? 'reverted' : standingOf({ state, verdict: verdictOf(message) })
}
