/**
 * An assistant message as the page draws it: a line of steps, each with its text and calls.
 * Pure: parts in, steps out. The parts' order is the order of arrival; tool calls that the model
 * asked for in one step are shown with the step that ran them.
 */

import { isToolPart, metadataOf, partsOf, type RunMessage } from '../conversations/message-parts.ts'
import type { NoticePart, StepPart, WaitPart } from '../conversations/stream-parts.ts'
import type { Author } from '../people/author.ts'
import { type CallView, callView, hasCompileErrors, indexData } from './call-view.ts'

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
	/** Past waits for the model's provider; `ms` in total. */
	| { readonly type: 'pause'; readonly key: string; readonly ms: number }
	| { readonly type: 'sources'; readonly key: string; readonly sources: readonly Source[] }
	| { readonly type: 'image'; readonly key: string; readonly url: string; readonly name: string }
	/** A user's message during the run, at the place where it entered. */
	| {
			readonly type: 'steering'
			readonly key: string
			readonly parts: readonly { readonly type: string }[]
			/** undefined: the person who began the run. */
			readonly by: Author | undefined
	  }

/**
 * The state of a step. failed: a call failed, or scripts did not compile · unknown: whether a call changed
 * something is not known · denied: a person denied a call · stopped: a person ended the run in it.
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
	/** The current wait, if there is one. */
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

/** @param live whether the run is active; a finished message has no running step. */
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

/** The author of a message that entered the run; undefined: the person who began it. */
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
	// The step that was cut in a stopped run has failed; nothing is animated after the end.
	const cut = open || step.state === 'failed'
	if (cancelled && (cut || calls.some((call) => call.call?.error?.code === 'cancelled'))) {
		return 'stopped'
	}
	if (step.state === 'failed') return 'failed'
	// The server marks every finished step as done; the knot shows whether its calls succeeded.
	if (calls.some((call) => call.call?.error?.code === 'effect_unknown')) return 'unknown'
	if (calls.some((call) => call.state === 'failed' || hasCompileErrors(call))) return 'failed'
	return calls.some((call) => call.state === 'denied') ? 'denied' : 'done'
}

/** The steps that called tools: people count these. */
export const callingSteps = <S extends Pick<RunStep, 'items'>>(steps: readonly S[]): S[] =>
	steps.filter((step) => step.items.some(({ type }) => type === 'calls'))

export const callsIn = (step: Pick<RunStep, 'items'>): CallView[] =>
	step.items.flatMap((item) => (item.type === 'calls' ? item.calls : []))
