/**
 * A conversation in the form that visitors with a share link read: its words, its line, its pictures and what the agent
 * did. Built from parts that may be shown; a part, member or chunk that is not named here is left out. The desk's folders
 * are cut out of everything, and so is what looks like a secret, also out of people's and the model's own words. Pure.
 */

import type { Conversation } from '@fairlead/protocol/conversations/conversation'
import {
	isToolPart,
	type KnownPart,
	type ToolPart,
} from '@fairlead/protocol/conversations/message-parts'
import type {
	MessagePage,
	QueuedMessage,
	StoredMessage,
} from '@fairlead/protocol/conversations/messages'
import type { RevertPart } from '@fairlead/protocol/conversations/revert'
import {
	type ApprovalPart,
	type CallPart,
	type MessageMetadata,
	type NoticePart,
	ToolOutput,
	type WaitPart,
} from '@fairlead/protocol/conversations/stream-parts'
import type { UiChunk } from '@fairlead/protocol/conversations/ui-chunks'
import type { Author } from '@fairlead/protocol/people/author'
import type { CallError, Withdrawal } from '@fairlead/protocol/wire/calls'
import { bag } from '@fairlead/protocol/wire/safe-read'
import {
	begunCall,
	hiddenWords,
	type SeenCall,
	type SeenCalls,
	type ShownCode,
	seenCall,
	sharedInput,
	sharedResult,
	sharedValue,
	showsSubject,
} from './shared-calls.ts'
import { sharedAddress, sharedName, sharedTitle, sharedWords } from './shared-names.ts'

/** The answer of a sub-agent is left out: it repeats what tools read. */
const delegateShown = ({ outcome, changed }: Record<string, unknown>) =>
	defined({ outcome, changed })

/** The name and the kind of credential; ids and accounts stay with the members. */
export function sharedAuthor(author: Author): Author {
	const name = sharedName(author)
	return { kind: author.kind, id: name, userId: null, name }
}

/** The metadata without usage and cost. */
function sharedMetadata(metadata: MessageMetadata & { readonly cursor?: unknown }) {
	const { runId, model, createdAt, finishedAt, state, stoppedBy, by, cursor } = metadata
	return defined({
		runId,
		model,
		createdAt,
		finishedAt,
		state,
		cursor,
		stoppedBy: stoppedBy && sharedAuthor(stoppedBy),
		by: by && sharedAuthor(by),
	})
}

const shownText = (text: string | undefined): string | undefined =>
	text === undefined ? undefined : sharedWords(text)

const defined = (values: Record<string, unknown>): Record<string, unknown> =>
	Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

export function sharedMessage(message: StoredMessage): StoredMessage {
	const { id, role, parts, metadata } = message
	return {
		id,
		role,
		parts: sharedList(parts),
		...(metadata === undefined ? {} : { metadata: sharedMetadata(metadata) }),
	}
}

function sharedList(parts: readonly object[]): Record<string, unknown>[] {
	const known = parts as readonly KnownPart[]
	const calls: SeenCalls = new Map(
		known.filter(isToolPart).map((part) => [part.toolCallId, seenCall(toolOf(part), part.input)]),
	)
	const codes: Codes = new Map(
		known.flatMap((part) =>
			part.type === 'data-call' && part.data.error
				? [[part.data.toolCallId, part.data.withdrawn ?? part.data.error.code]]
				: [],
		),
	)
	return known.map((part) => sharedPart(part, calls, codes)).filter((part) => part !== null)
}

const toolOf = ({ type, toolName }: ToolPart): string =>
	(type === 'dynamic-tool' ? toolName : type.slice('tool-'.length)) ?? ''

/** Why calls failed, by the id that the model gave each. */
type Codes = ReadonlyMap<string, ShownCode>

/** Returns null if the part is not shared. */
function sharedPart(
	part: KnownPart,
	calls: SeenCalls,
	codes: Codes,
): Record<string, unknown> | null {
	if (isToolPart(part)) return sharedCall(part, codes.get(part.toolCallId))
	switch (part.type) {
		case 'text': {
			const { type, text, state } = part
			return defined({ type, text: sharedWords(text), state })
		}
		case 'source-url': {
			const { type, url, title } = part
			return defined({ type, url: sharedAddress(url), title: shownText(title) })
		}
		case 'file': {
			const { type, url, mediaType, filename } = part
			if (!mediaType.startsWith('image/')) return null
			return defined({ type, url, mediaType, filename: shownText(filename) })
		}
		case 'steering-message': {
			const { type, id, parts } = part
			return { type, id, parts: sharedList(parts) }
		}
		case 'data-step':
		case 'data-call':
		case 'data-wait':
		case 'data-notice':
		case 'data-approval':
		case 'data-revert':
		case 'data-author':
		case 'data-client-call':
			return sharedData(part, calls)
		case 'reasoning':
			return null
		default:
			part satisfies never
			// The list of drawn parts has no step starts, but the stream counts by them.
			return (part as { type: string }).type === 'step-start' ? { type: 'step-start' } : null
	}
}

type DataPart = Extract<KnownPart, { type: `data-${string}`; data: unknown }>

function sharedData(part: DataPart, calls: SeenCalls): Record<string, unknown> {
	const { type, id } = part
	return defined({ type, id, data: dataOf(part, calls) })
}

function dataOf(part: DataPart, calls: SeenCalls): unknown {
	switch (part.type) {
		case 'data-step': {
			const { seq, kind, state, startedAt, finishedAt } = part.data
			return defined({ seq, kind, state, startedAt, finishedAt })
		}
		case 'data-call':
			return callOf(part.data, calls.get(part.data.toolCallId))
		case 'data-wait':
			return waitOf(part.data)
		case 'data-notice':
			return noticeOf(part.data)
		case 'data-approval':
			return approvalOf(part.data, calls.get(part.data.toolCallId))
		case 'data-revert':
			return revertOf(part.data)
		case 'data-author':
			return sharedAuthor(part.data)
		case 'data-client-call': {
			const { id, name, input } = part.data
			return { id, name, input: sharedInput(name, input) }
		}
		default:
			return part satisfies never
	}
}

/** Progress may be a line of a program's output: left out if the call's tool is hidden or unknown. */
function callOf(data: CallPart, call: SeenCall | undefined) {
	const { toolCallId, startedAt, finishedAt, error, withdrawn, reads, progress, changed } = data
	return defined({
		toolCallId,
		startedAt,
		finishedAt,
		reads,
		error: error && errorOf(error, call, withdrawn),
		withdrawn,
		progress:
			call?.shared === 'result' && progress !== undefined ? sharedWords(progress) : undefined,
		changed: changed?.map(sharedWords),
	})
}

/** @param call undefined: the call is not known */
const hidesError = (call: SeenCall | undefined): boolean =>
	call === undefined || call.shared === 'line'

const errorOf = (
	{ code, message, hint }: CallError,
	call: SeenCall | undefined,
	withdrawn: Withdrawal | undefined,
) =>
	hidesError(call)
		? { code, message: hiddenWords(withdrawn ?? code) }
		: defined({
				code,
				message: sharedWords(message),
				hint: hint === undefined ? undefined : sharedWords(hint),
			})

/** @param code undefined: the code is not known, or not yet */
const shownError = (text: string, call: SeenCall | undefined, code?: ShownCode): string =>
	hidesError(call) ? hiddenWords(code) : sharedWords(text)

const waitOf = ({ on, reason, startedAt, endedAt }: WaitPart) =>
	defined({ on, reason: sharedWords(reason), startedAt, endedAt })

const noticeOf = ({ level, code, text, hint }: NoticePart) =>
	defined({
		level,
		code,
		text: sharedWords(text),
		hint: hint === undefined ? undefined : sharedWords(hint),
	})

/** The approval without the reads that compare it with the desk's files. */
function approvalOf(approval: ApprovalPart, call: SeenCall | undefined) {
	const { approvalId, toolCallId, tool, action, covers, risk, why, askedAt, answer } = approval
	return defined({
		approvalId,
		toolCallId,
		tool,
		action,
		risk,
		why,
		reads: [],
		withheld: answer === undefined && call?.isWhole !== true ? true : undefined,
		askedAt,
		covers: covers?.map(({ subject, ...one }) =>
			defined({
				...one,
				subject: subject === undefined || !showsSubject(tool) ? undefined : sharedWords(subject),
			}),
		),
		answer:
			answer &&
			defined({
				approved: answer.approved,
				scope: answer.scope,
				reason: shownText(answer.reason),
				by: answer.by,
				author: answer.author && sharedAuthor(answer.author),
				at: answer.at,
			}),
	})
}

/** The revert without the present content of files. */
function revertOf(revert: RevertPart) {
	const { revertId, messageId, stepId, toEnd, revertOf: of, state, text, items, counts } = revert
	const { direction, also, elsewhere } = revert
	return defined({
		revertId,
		messageId,
		stepId,
		toEnd,
		revertOf: of,
		direction,
		also: also?.map(({ stepId, inPart }) => defined({ stepId, inPart })),
		elsewhere,
		state,
		counts,
		text: text === null ? null : sharedWords(text),
		items: items.map(({ diff: _, seen: __, details: ___, ...item }) => sharedValue(item)),
		truncated: revert.truncated,
		by: sharedAuthor(revert.by),
		createdAt: revert.createdAt,
		finishedAt: revert.finishedAt,
		revertedBy: revert.revertedBy,
	})
}

function sharedCall(part: ToolPart, code: ShownCode | undefined): Record<string, unknown> {
	const { type, toolCallId, toolName, state, input, output, errorText, approval } = part
	const call = seenCall(toolOf(part), input)
	return defined({
		type,
		toolCallId,
		toolName,
		state,
		input: input === undefined ? undefined : sharedInput(toolOf(part), input),
		output: output === undefined ? undefined : sharedOutput(call, output),
		errorText: errorText === undefined ? undefined : shownError(errorText, call, code),
		approval: approval && defined({ id: approval.id, approved: approval.approved }),
	})
}

function sharedOutput(call: SeenCall | undefined, output: unknown): ToolOutput {
	const parsed = ToolOutput.safeParse(output)
	if (parsed.success && call?.tool === 'delegate')
		return { result: sharedValue(delegateShown(bag(parsed.data.result))) }
	if (!parsed.success || call?.shared !== 'result') return { result: null }
	const pictures = (parsed.data.attachments ?? [])
		.filter(({ mediaType }) => mediaType.startsWith('image/'))
		.map(({ name, ...picture }) => ({ ...picture, name: sharedWords(name) }))
	return {
		result: sharedResult(call.tool, parsed.data.result),
		...(pictures.length > 0 ? { attachments: pictures } : {}),
	}
}

export function sharedQueued({ id, parts, steer, by, createdAt }: QueuedMessage): QueuedMessage {
	return { id, parts: sharedList(parts), steer, by: sharedAuthor(by), createdAt }
}

export function sharedPage({ messages, before, activeRun, queued }: MessagePage): MessagePage {
	return {
		messages: messages.map(sharedMessage),
		before,
		activeRun,
		...(queued === undefined ? {} : { queued: queued.map(sharedQueued) }),
	}
}

/** The conversation without its limits, and without the original of a branch, which the link may not cover. */
export function sharedConversation(conversation: Conversation): Conversation {
	const { budget: _, branchedFrom: __, folder, ...shown } = conversation
	return {
		...shown,
		title: sharedTitle(shown.title),
		...(folder === undefined ? {} : { folder: sharedWords(folder) }),
	}
}

/**
 * A chunk of the stream in the form that visitors get; null: it is left out. Arguments arrive when they are complete:
 * half a path could not be told. Words are cut where they are joined (`SharedText`).
 */
export function sharedChunk(chunk: UiChunk, calls: SeenCalls): UiChunk | null {
	switch (chunk.type) {
		case 'start':
		case 'finish': {
			const { messageMetadata: metadata } = chunk
			return metadata === undefined
				? chunk
				: { ...chunk, messageMetadata: sharedMetadata(metadata) }
		}
		case 'start-step':
		case 'finish-step':
		case 'reset-step':
		case 'text-start':
		case 'text-delta':
		case 'text-end':
		case 'tool-approval-request':
		case 'tool-output-denied':
			return chunk
		case 'tool-approval-response':
			return chunk.reason === undefined ? chunk : { ...chunk, reason: sharedWords(chunk.reason) }
		case 'source-url':
			return {
				...chunk,
				url: sharedAddress(chunk.url),
				...(chunk.title === undefined ? {} : { title: sharedWords(chunk.title) }),
			}
		case 'reasoning-start':
		case 'reasoning-delta':
		case 'reasoning-end':
		case 'tool-input-delta':
			return null
		case 'tool-input-start':
			calls.set(chunk.toolCallId, begunCall(chunk.toolName))
			return chunk
		case 'tool-input-available':
			calls.set(chunk.toolCallId, seenCall(chunk.toolName, chunk.input))
			return { ...chunk, input: sharedInput(chunk.toolName, chunk.input) }
		case 'tool-input-error':
			calls.set(chunk.toolCallId, seenCall(chunk.toolName, chunk.input))
			return {
				...chunk,
				input: sharedInput(chunk.toolName, chunk.input),
				errorText: shownError(chunk.errorText, calls.get(chunk.toolCallId)),
			}
		case 'tool-output-available':
			return {
				...chunk,
				output: sharedOutput(calls.get(chunk.toolCallId), chunk.output),
			}
		case 'tool-output-error':
			return { ...chunk, errorText: shownError(chunk.errorText, calls.get(chunk.toolCallId)) }
		case 'steering-message':
			return {
				...chunk,
				parts: sharedList(chunk.parts),
			}
		case 'data-step':
		case 'data-call':
		case 'data-wait':
		case 'data-notice':
		case 'data-approval':
		case 'data-revert':
		case 'data-author':
			return sharedData(chunk, calls) as unknown as UiChunk
		default:
			chunk satisfies never
			return null
	}
}
