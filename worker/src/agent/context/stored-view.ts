/** The model's view of a stored conversation: loads its entries, keeps its cut, and writes nothing else. */
import { toBase64 } from '../../ports/base64.ts'
import { modelResult, type StoredOutcome } from '../calls/tool-results.ts'
import type { ModelMessage, ModelPart } from '../model/types.ts'
import type { InboxMessage } from '../run/queue/inbox.ts'
import type { Run } from '../run/run-state.ts'
import type { RunStore } from '../run/run-store.ts'
import { type Entry, isBefore, order, type Place, placeOf } from './place.ts'
import { messageTokens } from './sizes.ts'
import { INTRODUCTION, readText } from './summary.ts'
import {
	beginnings,
	type Cut,
	mostTokens,
	NO_CUT,
	newBeginning,
	shown,
	view,
	viewTokens,
	withElisions,
} from './view.ts'

const CUT_KEY = 'view'
/** Storage key of the view's beginning from versions that had no places. */
const OLD_WINDOW_KEY = 'window_from'
/** The run whose summary could not be made: it continues without one. */
const NO_SUMMARY_KEY = 'summary_failed'
/** The newest batches of results stay whole when a provider says that the request is too long. */
const WHOLE_BATCHES = 2

export function cutOf(store: Pick<RunStore, 'setting'>): Cut {
	const stored = store.setting(CUT_KEY)
	if (stored !== null) return JSON.parse(stored) as Cut
	const seq = Number(store.setting(OLD_WINDOW_KEY) ?? '0')
	return { ...NO_CUT, from: { seq, index: 0 } }
}

export const keepCut = (store: RunStore, cut: Cut): void =>
	store.setSetting(CUT_KEY, JSON.stringify(cut))

export const hasNoSummary = (store: Pick<RunStore, 'setting'>, { id }: Run): boolean =>
	store.setting(NO_SUMMARY_KEY) === id

export const keepNoSummary = (store: RunStore, { id }: Run): void =>
	store.setSetting(NO_SUMMARY_KEY, id)

/** The transcript as far as the view reaches, with the run's own turns at the end, and the messages that enter it now. */
export function entriesOf(
	store: RunStore,
	run: Run | null,
	cut: Pick<Cut, 'from'>,
	entering: readonly Pick<InboxMessage, 'model'>[] = [],
): Entry[] {
	// A view that begins inside an answer also needs the message before it.
	const rows = store.messagesFrom(cut.from.index > 0 ? cut.from.seq - 1 : cut.from.seq)
	const earlier = withRevertNotes(store, rows).flatMap(({ seq, messages }) =>
		messages.map((message, index) => ({ seq, index, message })),
	)
	if (!run) return earlier
	const seq = (rows.at(-1)?.seq ?? 0) + 1
	const turns = runMessages(store, run)
	enter(turns, entering)
	return [...earlier, ...turns.map((message, index) => ({ seq, index, message }))]
}

/** The messages of the next request to a model with this window. Moves the cut if they are too long. */
export function conversationView(
	store: RunStore,
	run: Run | null,
	windowTokens: number | null = null,
): ModelMessage[] {
	const before = cutOf(store)
	const entries = entriesOf(store, run, before)
	const most = tokensLeft(store, entries, before, windowTokens)
	const elided = withElisions(entries, before, most)
	const from = newBeginning(entries, elided, most)
	const cut = from ? { ...elided, from } : elided
	if (JSON.stringify(cut) !== JSON.stringify(before)) keepCut(store, cut)
	return [...opening(store, entries, cut), ...view(entries, cut)]
}

/** Tokens that the messages of this view may take: what opens it takes a part, but never more than half. */
export function tokensLeft(
	store: Pick<RunStore, 'newestSummary'>,
	entries: readonly Entry[],
	cut: Cut,
	windowTokens: number | null,
): number {
	const most = mostTokens(windowTokens)
	const taken = opening(store, entries, cut).reduce((sum, one) => sum + messageTokens(one), 0)
	return most - Math.min(taken, most / 2)
}

/**
 * The messages in place of what was left out: the newest summary. The request that a run works on is repeated, if the
 * view begins behind it.
 */
export function opening(
	store: Pick<RunStore, 'newestSummary'>,
	entries: readonly Entry[],
	cut: Cut,
): ModelMessage[] {
	if (!isBefore(FIRST, cut.from)) return []
	const summary = store.newestSummary()
	const whole = summary !== null && order(summary.until, cut.from) >= 0
	const request =
		cut.from.index > 0 ? entries.find(({ seq }) => seq === cut.from.seq - 1) : undefined
	const texts = [
		...(summary ? [INTRODUCTION, readText(summary)] : []),
		...(whole ? [] : [LEFT_OUT]),
	]
	const parts: ModelPart[] = texts.map((text) => ({ type: 'text', text }))
	if (request) parts.push({ type: 'text', text: REQUEST }, ...shown(request, cut).parts)
	return [{ role: 'user', parts }]
}

const LEFT_OUT =
	'[A part of this conversation is left out here. recall {"query":"…"} finds what was said and returned in it; for the state of the project, look at the project.]'
const REQUEST = '[The next messages work on this request:]'
/** Rows are counted from 1. */
const FIRST: Place = { seq: 1, index: 0 }

type Stored = ReturnType<RunStore['messagesFrom']>[number]

/**
 * Each note ends the user message that followed the revert, and stays there in every later view. What the
 * message itself says keeps its refs.
 */
function withRevertNotes(
	store: RunStore,
	rows: readonly Stored[],
): { readonly seq: number; readonly messages: readonly ModelMessage[] }[] {
	const notes = [...store.revertNotes((rows[0]?.seq ?? 1) - 1)]
	return rows.map(({ seq, row }) => {
		const due = row.role === 'user' ? notes.filter(({ afterSeq }) => afterSeq < seq) : []
		notes.splice(0, due.length)
		const texts = due.map(({ text }) => ({ type: 'text', text }) as const)
		const [first, ...rest] = row.model
		if (!first || due.length === 0) return { seq, messages: row.model }
		return { seq, messages: [{ ...first, parts: [...first.parts, ...texts] }, ...rest] }
	})
}

/**
 * Leaves out more when the provider says that the request is too long. First everything before this run,
 * then the bulk of its older results, then its oldest steps. False when nothing is left to leave out.
 */
export function shrink(store: RunStore, run: Run): boolean {
	const cut = cutOf(store)
	const entries = entriesOf(store, run, cut)
	const request = entriesOf(store, null, cut).at(-1)
	const batches = entries.filter(({ message }) => message.parts.some(isResult))
	const older = batches.at(-WHOLE_BATCHES)
	const tail = beginnings(entries, cut).at(-1)
	const moves: readonly Cut[] = [
		...(request ? [{ ...cut, from: later(cut.from, request) }] : []),
		...(older ? [{ ...cut, elided: later(cut.elided, older) }] : []),
		...(tail ? [{ ...cut, from: placeOf(tail) }] : []),
	]
	const before = viewTokens(entries, cut)
	const moved = moves.find((one) => viewTokens(entries, one) < before)
	if (moved) keepCut(store, moved)
	return moved !== undefined
}

const isResult = ({ type }: ModelPart): boolean => type === 'tool-result'
const later = (a: Place, b: Place): Place => (isBefore(a, b) ? placeOf(b) : a)

/** The run's own turns so far: answers, tool results and messages that entered, in order. */
export function runMessages(store: RunStore, run: Run): ModelMessage[] {
	const messages: ModelMessage[] = []
	const calls = store.calls(run.id)
	const entered = store.entered(run.id)
	for (const step of store.steps(run.id)) {
		if (step.kind === 'model') {
			if (step.told && step.told.length > 0) say(messages, step.told)
			enter(
				messages,
				entered.filter(({ stepSeq }) => stepSeq === step.seq),
			)
			if (step.result && step.result.parts.length > 0) {
				messages.push({ role: 'assistant', parts: step.result.parts })
			}
		} else {
			const settled = calls.filter((call) => call.stepSeq === step.seq && call.outcome !== null)
			say(
				messages,
				settled.map((call) => modelResult(call, call.outcome as StoredOutcome)),
			)
		}
	}
	return messages
}

function enter(messages: ModelMessage[], entering: readonly Pick<InboxMessage, 'model'>[]): void {
	const parts = entering.flatMap(({ model }) => model.parts)
	if (parts.length > 0) say(messages, parts)
}

/** Roles alternate: a person's words that come with results follow them in the same message. */
function say(messages: ModelMessage[], parts: readonly ModelPart[]): void {
	const last = messages.at(-1)
	if (last?.role === 'user') {
		messages[messages.length - 1] = { ...last, parts: [...last.parts, ...parts] }
	} else messages.push({ role: 'user', parts })
}

/** Loads the bytes of the pictures; a line of text for those that are gone, and for a model that cannot see. */
export function withImages(
	store: Pick<RunStore, 'blob'>,
	messages: readonly ModelMessage[],
	sees = true,
): ModelMessage[] {
	const load = <P extends ModelPart>(part: P): P => {
		if (part.type === 'image' && !sees) return UNSEEN as unknown as P
		if (part.type === 'image' && part.base64 === undefined) {
			const blob = part.blobId ? store.blob(part.blobId) : null
			return blob ? { ...part, base64: toBase64(blob.bytes) } : (GONE as unknown as P)
		}
		return part.type === 'tool-result' ? { ...part, content: part.content.map(load) } : part
	}
	return messages.map((message) => ({ ...message, parts: message.parts.map(load) }))
}

const UNSEEN: ModelPart = { type: 'text', text: '[a picture, which this model cannot see]' }
const GONE: ModelPart = { type: 'text', text: '[a picture that is no longer stored]' }
