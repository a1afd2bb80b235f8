/** The tool `recall`: reads and searches the whole transcript, also the part that the view leaves out. */
import { failed } from '@fairlead/protocol/wire/calls'
import type { StoredOutcome } from '../calls/tool-results.ts'
import type { ModelMessage, ModelPart } from '../model/types.ts'
import { isEnded } from '../run/run-state.ts'
import type { RunStore, TranscriptRow } from '../run/run-store.ts'
import { refOf, wholeText } from './elide.ts'
import type { Entry } from './place.ts'
import { runMessages } from './stored-view.ts'

/** One read: about 2,000 tokens. */
const PAGE_CHARS = 8_000
const MAX_FOUND = 12
/** Characters on both sides of a match. */
const AROUND_CHARS = 160
/** Messages that one search reads. Each contains its longest word. */
const MAX_ROWS = 200
const MAX_WORDS = 8
/** `Door.cs` is one; `door.` and `--door` are `door`. */
const WORD = /[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_])?/gu

/** @param urlOf the address at which the page finds a picture */
export function recall(
	store: RunStore,
	params: Readonly<Record<string, unknown>>,
	urlOf: (blobId: string) => string,
): StoredOutcome {
	const { ref, query, offset } = params
	if (typeof ref === 'string') return read(store, ref, Number(offset ?? 0), urlOf)
	return search(store, typeof query === 'string' ? query : '')
}

function read(
	store: RunStore,
	ref: string,
	offset: number,
	urlOf: (blobId: string) => string,
): StoredOutcome {
	const [seq = 0, index = 0, part = 0] = ref.split('.').map(Number)
	const found = messagesAt(store, seq)?.[index]?.parts[part]
	if (!found) {
		return failed('not_found', `This conversation has nothing at ${ref}.`, {
			hint: 'Take a ref from a line that says what was left out, or from a search.',
		})
	}
	const text = wholeText(found)
	const end = offset + PAGE_CHARS
	const attachments = picturesOf(store, found, urlOf)
	return {
		status: 'ok',
		result: {
			text: text.slice(offset, end),
			total: text.length,
			...(end < text.length ? { nextOffset: end } : {}),
		},
		...(attachments.length > 0 ? { attachments } : {}),
	}
}

/** The messages of a row; those of the active run have the place of its answer. */
function messagesAt(store: RunStore, seq: number): readonly ModelMessage[] | null {
	const stored = store.messageAt(seq)
	if (stored) return stored.row.model
	const run = store.latestRun()
	return run && store.messageAt(seq - 1) ? runMessages(store, run) : null
}

function picturesOf(
	store: RunStore,
	part: ModelPart,
	urlOf: (blobId: string) => string,
): NonNullable<Extract<StoredOutcome, { status: 'ok' }>['attachments']> {
	const parts = part.type === 'tool-result' ? part.content : [part]
	return parts.flatMap((one) => {
		if (one.type !== 'image' || one.blobId === undefined) return []
		const { blobId, mediaType } = one
		const blob = store.blob(blobId)
		if (!blob) return []
		return [
			{ name: 'picture', mediaType, url: urlOf(blobId), bytes: blob.bytes.byteLength, blobId },
		]
	})
}

interface Found {
	readonly ref: string
	readonly by: string
	readonly text: string
}

/** Every word has to occur in the same part of a message. Whole words first, then parts of words; newest first. */
function search(store: RunStore, query: string): StoredOutcome {
	const words = wordsOf(query)
		.slice(0, MAX_WORDS)
		.toSorted((a, b) => b.length - a.length)
	const [rarest] = words
	if (rarest === undefined) {
		return failed('invalid_arguments', 'recall needs a ref, or a query with words.')
	}
	const whole: Found[] = []
	const partial: Found[] = []
	let before = Number.MAX_SAFE_INTEGER
	let rows = 0
	for (; rows < MAX_ROWS && whole.length < MAX_FOUND; rows++) {
		const next = store.messageWith(rarest, before)
		if (!next) break
		before = next.seq
		if (isQuestion(store, next)) continue
		next.row.model.forEach((message, index) => {
			find({ seq: next.seq, index, message }, words, whole, partial)
		})
	}
	const found = [...whole, ...partial]
	const more = found.length > MAX_FOUND || rows === MAX_ROWS
	const note = more
		? 'There may be more. Add words to narrow the search.'
		: found.length === 0
			? 'No message has all of these words. Try fewer or other words.'
			: undefined
	return {
		status: 'ok',
		result: { found: found.slice(0, MAX_FOUND), ...(note === undefined ? {} : { note }) },
	}
}

/** The message that began the active run: the model has it in front of it, and asked because of its words. */
function isQuestion(store: RunStore, { seq, row }: TranscriptRow): boolean {
	const run = store.latestRun()
	return row.role === 'user' && run !== null && !isEnded(run) && store.messageAt(seq + 1) === null
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(WORD) ?? []

function find(entry: Entry, words: readonly string[], whole: Found[], partial: Found[]): void {
	entry.message.parts.forEach((part, index) => {
		// A passage that an earlier search found is found where it was said.
		if (part.type === 'reasoning' || 'told' in part) return
		if ('name' in part && part.name === 'recall') return
		const text = wholeText(part)
		const lower = text.toLowerCase()
		if (!words.every((word) => lower.includes(word))) return
		const at = lower.indexOf(words[0] ?? '')
		const around = text.slice(Math.max(0, at - AROUND_CHARS), at + AROUND_CHARS)
		const found = { ref: refOf(entry, index), by: speakerOf(entry.message, part), text: around }
		const said = new Set(wordsOf(text))
		if (words.every((word) => said.has(word))) whole.push(found)
		else if (partial.length < MAX_FOUND) partial.push(found)
	})
}

function speakerOf({ role }: ModelMessage, part: ModelPart): string {
	if ('name' in part) return part.name
	return role === 'user' ? 'user' : 'agent'
}
