/** How far the calls are that MCP clients handed in, for the clients that wait for them. */

import {
	isToolPart,
	partsOf,
	type RunMessage,
} from '@fairlead/protocol/conversations/message-parts'
import { ToolOutput } from '@fairlead/protocol/conversations/stream-parts'
import type { Author } from '@fairlead/protocol/people/author'
import type { CallError, Withdrawal } from '@fairlead/protocol/wire/calls'
import { authorOf } from '../../access/author.ts'
import type { StoredOutcome } from '../../agent/calls/tool-results.ts'
import type { MachinePorts } from '../../agent/run/machine-ports.ts'
import type { RunMachine } from '../../agent/run/run-machine.ts'
import { type CallState, isEnded, type ToolCall } from '../../agent/run/run-state.ts'
import { permissionFor } from '../../agent/source/run-source.ts'
import type { CallGlimpse, CallStanding, ClientRun, KeptOutcome } from '../../ports/client-call.ts'
import type { ConversationStore } from '../conversation-store.ts'

/** The newest calls of a run that a line shows, and of their arguments what names them. */
const MAX_GLIMPSES = 200
const MAX_GLIMPSE_CHARS = 200
/** The most texts of a list that are shown, such as a command's program and arguments. */
const MAX_GLIMPSE_TEXTS = 20

type Store = Pick<
	ConversationStore,
	| 'latestRun'
	| 'run'
	| 'runByIdemKey'
	| 'calls'
	| 'openCalls'
	| 'inbox'
	| 'message'
	| 'knownMessage'
>

export function standingOf(store: Store, id: string): CallStanding {
	const run = store.latestRun()
	const call = run ? store.calls(run.id).find(({ toolCallId }) => toolCallId === id) : undefined
	if (call?.outcome) return { state: 'done', outcome: kept(call.outcome) }
	if (call?.state === 'awaiting_approval') return { state: 'asks', approvalId: call.callId }
	if (call) return { state: 'running', reason: call.waiting }
	if (store.inbox().some((message) => message.id === id)) return { state: 'queued' }
	const entered = run?.idemKey === id || store.knownMessage(id)?.runId === run?.id
	if (run && !isEnded(run) && entered) return { state: 'queued' }
	const outcome = inTranscript(store, id)
	return outcome ? { state: 'done', outcome } : { state: 'gone' }
}

/**
 * Withdraws a call, or stops it; only one that this author handed in. What has begun runs to its end.
 *
 * @param ending the call's id, or what only its id ends with
 */
export async function cancelCall(
	store: Store,
	machine: RunMachine,
	ending: string,
	by: Author,
	reason?: Withdrawal,
): Promise<boolean> {
	const id = openCallEnding(store, ending) ?? ending
	const waiting = store.inbox().find((message) => message.id === id)
	if (waiting) {
		const { author, source } = waiting.options
		if (source.kind !== 'client' || !isSame(author, by)) return false
		machine.queue.withdraw(id, by)
		return true
	}
	const run = activeCalls(store)
	if (!run || !isSame(run.author, by) || !isOpen(standingOf(store, id))) return false
	const open = store.openCalls(run.id)
	const own = open.find(({ toolCallId }) => toolCallId === id)
	// Another window of the same client may wait for the others. One that was answered elsewhere is not stopped: it is over.
	const isAlone = open.length === 1 && !reason
	if (own && !isAlone && machine.calls.withdraw(own.callId, by, reason)) return true
	await machine.stop(run.id, false, by)
	// A relay that is just coming back must not get it; otherwise the alarm tells the room again.
	await machine.calls.cancelLeaving().catch(() => undefined)
	return true
}

/** Returns null if there is none, or several. */
function openCallEnding(store: Store, ending: string): string | null {
	const run = activeCalls(store)
	const inRun = run ? [run.idemKey, ...store.calls(run.id).map((call) => call.toolCallId)] : []
	const ids = new Set([...store.inbox().map(({ id }) => id), ...inRun])
	const open = [...ids].filter((id) => id.endsWith(ending) && isOpen(standingOf(store, id)))
	return open.length === 1 ? (open[0] ?? null) : null
}

const isOpen = ({ state }: CallStanding): boolean => state !== 'done' && state !== 'gone'

/** Stops the calls of a client whose right has ended: they would run once Unity is ready or a person approves. */
export async function stopLostCalls(
	store: Store,
	machine: RunMachine,
	{ mayWrite }: Pick<MachinePorts, 'mayWrite'>,
): Promise<void> {
	const run = activeCalls(store)
	if (!run || (await mayWrite(run.author, permissionFor(run)))) return
	await machine.stop(run.id, false, authorOf({ kind: 'system' }))
}

function activeCalls(store: Store) {
	const run = store.latestRun()
	return run && !isEnded(run) && run.source.kind === 'client' ? run : null
}

const isSame = (one: Author, other: Author): boolean =>
	one.kind === other.kind && one.id === other.id

export const NO_RUN: ClientRun = { state: null, messageId: null, calls: [] }

/** @param id of the message that began the run */
export function clientRunOf(store: Store, id: string): ClientRun {
	const run = store.runByIdemKey(id)
	if (!run) return NO_RUN
	const { state, messageId } = run
	return { state, messageId, calls: glimpses(store.calls(run.id)) }
}

type Glimpse = Omit<CallGlimpse, 'errorText'> & { readonly errorText?: string }

function glimpses(calls: readonly ToolCall[]): CallGlimpse[] {
	return calls.slice(-MAX_GLIMPSES).map((call) => ({ errorText: undefined, ...glimpseOf(call) }))
}

export const glimpseOf = ({
	name,
	params,
	state,
	outcome,
}: Pick<ToolCall, 'name' | 'params' | 'state' | 'outcome'>): Glimpse => ({
	tool: name,
	input: Object.fromEntries(
		Object.entries(params).flatMap(([key, value]) => {
			const short = shortOf(value)
			return short === null ? [] : [[key, short]]
		}),
	),
	state: glimpseState(state, outcome),
	...(outcome?.status === 'error' ? { errorText: outcome.error.message } : {}),
})

/** Returns null if it is no text, and no list of texts. */
function shortOf(value: unknown): string | string[] | null {
	if (typeof value === 'string') return value.slice(0, MAX_GLIMPSE_CHARS)
	if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) return null
	const texts = value.slice(0, MAX_GLIMPSE_TEXTS).map((one) => one.slice(0, MAX_GLIMPSE_CHARS))
	return value.length > MAX_GLIMPSE_TEXTS ? [...texts, '…'] : texts
}

function glimpseState(state: CallState, outcome: StoredOutcome | null): CallGlimpse['state'] {
	if (!outcome) return state === 'awaiting_approval' ? 'asking' : 'running'
	if (outcome.status === 'ok') return 'done'
	return outcome.error.code === 'denied' ? 'denied' : 'failed'
}

function kept(outcome: StoredOutcome): KeptOutcome {
	if (outcome.status === 'error') return outcome
	return { status: 'ok', result: outcome.result, attachments: outcome.attachments ?? [] }
}

/** A later run has begun since: the outcome is in the answer of the call's own run, however old it is. */
function inTranscript(store: Store, id: string): KeptOutcome | null {
	const runId = store.knownMessage(id)?.runId
	const run = runId ? store.run(runId) : null
	const answer = run && store.message(run.messageId)
	if (!answer) return null
	const parts = partsOf(answer.ui as unknown as RunMessage)
	const part = parts.filter(isToolPart).find(({ toolCallId }) => toolCallId === id)
	if (!part) return null
	if (part.state === 'output-available') {
		const { result, attachments = [] } = ToolOutput.parse(part.output)
		const named = attachments.map((one) => ({ ...one, blobId: one.url.split('/').at(-1) ?? '' }))
		return { status: 'ok', result, attachments: named }
	}
	const told = parts.find((one) => one.type === 'data-call' && one.data.toolCallId === id)
	const error = told?.type === 'data-call' ? told.data.error : undefined
	return { status: 'error', error: error ?? errorOf(part.errorText) }
}

const errorOf = (text: string | undefined): CallError => ({
	code: text === undefined ? 'denied' : 'internal',
	message: text ?? 'A person has not allowed this call.',
})

/** Clients that wait for news of a call. In memory: after an eviction they ask again. */
export class CallWaiters {
	readonly #waiting = new Set<() => void>()

	/** Something was committed. */
	wake(): void {
		for (const look of [...this.#waiting]) look()
	}

	/** Resolves with the standing as soon as it is not the one that the client knows, or after `maxMs`. */
	async wait(
		look: () => CallStanding,
		known: CallStanding | null,
		maxMs: number,
	): Promise<CallStanding> {
		const before = JSON.stringify(known)
		const first = look()
		if (JSON.stringify(first) !== before) return first
		const { promise, resolve } = Promise.withResolvers<void>()
		let latest = first
		const check = (): void => {
			latest = look()
			if (JSON.stringify(latest) !== before) resolve()
		}
		this.#waiting.add(check)
		const timer = setTimeout(resolve, maxMs)
		await promise
		clearTimeout(timer)
		this.#waiting.delete(check)
		return latest
	}
}
