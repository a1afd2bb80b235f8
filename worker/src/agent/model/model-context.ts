/**
 * The model's input: a derived view of the transcript, which itself is never
 * rewritten. A window of whole messages, newest kept, whose start moves in rare large
 * steps, so that the provider's prompt cache stays warm and the work per turn is flat.
 */
import { toBase64 } from '../../ports/base64.ts'
import { modelResult, type StoredOutcome } from '../calls/tool-results.ts'
import type { Run, Step } from '../run/run-state.ts'
import type { RunStore } from '../run/run-store.ts'
import type { ModelMessage, ModelPart } from './types.ts'

/** Four characters to a token is near enough for a budget. */
const CHARS_PER_TOKEN = 4
/** A picture costs about this much with the providers we know. */
const IMAGE_TOKENS = 1_200
/** Above this the window's start moves, until half of it is left: so it moves rarely. */
const WINDOW_MAX_TOKENS = 60_000
/** Share of a small model's window for the conversation; the rest is for the run, the tools and the answer. */
const SHARE_OF_WINDOW = 0.4
/** Older pictures become a line of text, three at a time, so that the prompt before them stays cached longer. */
const IMAGES_DROPPED_AT_ONCE = 3
/** At least this many pictures stay. */
const MIN_IMAGES = 2
const WINDOW_KEY = 'window_from'
/** Set to a run's id when even its own earlier results must be cut. */
const SQUEEZED_KEY = 'squeezed_run'
/** Each tool result of a squeezed run keeps this much, except those of the newest batches. */
const SQUEEZED_RESULT_CHARS = 400
const UNSQUEEZED_BATCHES = 2

function tokens(message: ModelMessage): number {
	let chars = 0
	let images = 0
	const count = (part: ModelPart): void => {
		if (part.type === 'image') images++
		else if (part.type === 'tool-result') part.content.forEach(count)
		else chars += JSON.stringify(part).length
	}
	message.parts.forEach(count)
	return Math.ceil(chars / CHARS_PER_TOKEN) + images * IMAGE_TOKENS
}

/**
 * Messages of earlier turns inside the window. Moves the window when it is too long. `modelTokens`: what the
 * model takes in all; a local server cuts the beginning of a longer request, and says nothing.
 */
export function history(
	store: RunStore,
	modelTokens: number | null = null,
): readonly ModelMessage[] {
	const most = Math.min(
		WINDOW_MAX_TOKENS,
		(modelTokens ?? Number.POSITIVE_INFINITY) * SHARE_OF_WINDOW,
	)
	const from = Number(store.setting(WINDOW_KEY) ?? '0')
	const rows = store.messagesFrom(from)
	const sizes = rows.map(({ row }) => row.model.reduce((sum, m) => sum + tokens(m), 0))
	let total = sizes.reduce((a, b) => a + b, 0)
	let start = 0
	if (total > most) {
		while (start < rows.length - 1 && total > most / 2) total -= sizes[start++] ?? 0
		// A window begins with a user's message, never inside an exchange.
		while (start < rows.length - 1 && rows[start]?.row.role !== 'user') start++
		store.setSetting(WINDOW_KEY, String(rows[start]?.seq ?? from))
	}
	const messages = withRevertNotes(store, rows.slice(start))
	const moved = start > 0 || from > 0
	return moved ? [omitted(), ...messages] : messages
}

type Stored = ReturnType<RunStore['messagesFrom']>[number]

/** Each note opens the user message that followed the revert, and stays there in every later view. */
function withRevertNotes(store: RunStore, rows: readonly Stored[]): ModelMessage[] {
	const notes = [...store.revertNotes((rows[0]?.seq ?? 1) - 1)]
	return rows.flatMap(({ seq, row }) => {
		const due = row.role === 'user' ? notes.filter(({ afterSeq }) => afterSeq < seq) : []
		if (due.length === 0) return row.model
		notes.splice(0, due.length)
		const texts = due.map(({ text }) => ({ type: 'text', text }) as const)
		const [first, ...rest] = row.model
		return first ? [{ ...first, parts: [...texts, ...first.parts] }, ...rest] : row.model
	})
}

const omitted = (): ModelMessage => ({
	role: 'user',
	parts: [
		{
			type: 'text',
			text: '[The earlier part of this conversation is left out here. Look at the project instead of relying on it.]',
		},
	],
})

/**
 * Leaves out more when the provider says that the request is too long. First everything before
 * this run, then the bulk of the run's own older results. False when nothing is left to drop.
 * The transcript itself stays whole.
 */
export function shrink(store: RunStore, run: Run): boolean {
	const rows = store.messagesFrom(Number(store.setting(WINDOW_KEY) ?? '0'))
	const newest = rows.at(-1)
	if (newest && rows.length > 1) {
		store.setSetting(WINDOW_KEY, String(newest.seq))
		return true
	}
	if (store.setting(SQUEEZED_KEY) === run.id) return false
	store.setSetting(SQUEEZED_KEY, run.id)
	return true
}

/** The run's own turns so far: answers, tool results and messages that entered, in order. */
export function runMessages(store: RunStore, run: Run): ModelMessage[] {
	const messages: ModelMessage[] = []
	const calls = store.calls(run.id)
	const steps = store.steps(run.id)
	const batches = steps.filter((step) => step.kind === 'tools')
	const squeezed =
		store.setting(SQUEEZED_KEY) === run.id ? batches.slice(0, -UNSQUEEZED_BATCHES) : []
	const entered = store.entered(run.id)
	for (const step of steps) {
		if (step.kind === 'model') {
			const came = entered.filter(({ stepSeq }) => stepSeq === step.seq)
			if (came.length > 0)
				say(
					messages,
					came.flatMap(({ model }) => model.parts),
				)
			if (step.result && step.result.parts.length > 0) {
				messages.push({ role: 'assistant', parts: step.result.parts })
			}
		} else {
			const parts = toolResults(step, calls)
			say(messages, squeezed.includes(step) ? parts.map(squeeze) : parts)
		}
	}
	return messages
}

/** Roles alternate: a person's words that come with results follow them in the same message. */
function say(messages: ModelMessage[], parts: readonly ModelPart[]): void {
	const last = messages.at(-1)
	if (last?.role === 'user') {
		messages[messages.length - 1] = { ...last, parts: [...last.parts, ...parts] }
	} else messages.push({ role: 'user', parts })
}

function squeeze(part: ModelPart): ModelPart {
	if (part.type !== 'tool-result') return part
	const text = part.content.map((c) => (c.type === 'text' ? c.text : '[a picture]')).join(' ')
	if (text.length <= SQUEEZED_RESULT_CHARS) return part
	const short = `${text.slice(0, SQUEEZED_RESULT_CHARS)} [cut; ask again if you need it]`
	return { ...part, content: [{ type: 'text', text: short }] }
}

function toolResults(step: Step, calls: ReturnType<RunStore['calls']>): ModelPart[] {
	return calls
		.filter((call) => call.stepSeq === step.seq && call.outcome !== null)
		.map((call) => modelResult(call, call.outcome as StoredOutcome))
}

/**
 * Loads the bytes of the newest pictures, two to four; older ones become a line of text, and all of them
 * for a model that cannot see.
 */
export function withImages(
	store: RunStore,
	messages: readonly ModelMessage[],
	sees = true,
): ModelMessage[] {
	const count = messages.reduce((sum, { parts }) => sum + imagesIn(parts), 0)
	const shownFrom =
		Math.floor(Math.max(0, count - MIN_IMAGES) / IMAGES_DROPPED_AT_ONCE) * IMAGES_DROPPED_AT_ONCE
	let index = 0
	const load = <P extends ModelPart>(part: P): P => {
		if (part.type === 'image' && !sees) return UNSEEN as unknown as P
		if (part.type === 'image' && part.base64 === undefined) {
			const blob = index++ >= shownFrom && part.blobId ? store.blob(part.blobId) : null
			return blob ? { ...part, base64: toBase64(blob.bytes) } : (NOT_SHOWN as unknown as P)
		}
		return part.type === 'tool-result' ? { ...part, content: part.content.map(load) } : part
	}
	return messages.map((message) => ({ ...message, parts: message.parts.map(load) }))
}

const UNSEEN: ModelPart = {
	type: 'text',
	text: '[a picture, which this model cannot see]',
}
const NOT_SHOWN: ModelPart = { type: 'text', text: '[a picture, no longer shown]' }

const imagesIn = (parts: readonly ModelPart[]): number =>
	parts.reduce(
		(sum, part) =>
			sum +
			(part.type === 'tool-result'
				? imagesIn(part.content)
				: part.type === 'image' && part.base64 === undefined
					? 1
					: 0),
		0,
	)
