/**
 * The part of a transcript that a model reads. What a model has read is never rewritten: three places in it say
 * what is left out, and they only move forward, at step boundaries, rarely and far. Between two moves each
 * request begins with the whole previous one, which the provider then reads from its cache. Pure.
 */
import type { ModelMessage, ModelPart } from '../model/types.ts'
import { elide, refOf } from './elide.ts'
import { type Entry, isBefore, type Place, placeOf, START } from './place.ts'
import { messageTokens } from './sizes.ts'

/** The part of any model's window that a conversation may fill: more makes answers slow, dear and less exact. */
const VIEW_MAX_TOKENS = 60_000
/** Share of a small model's window for the conversation; the rest is for tools, the answer and what estimates miss. */
const SHARE_OF_WINDOW = 0.4
/** Shares of that maximum. Above this, long results become lines … */
const ELIDE_ABOVE = 0.6
/** … except those of the newest messages, up to this much … */
const KEEP_WHOLE = 0.25
/** … if that saves at least this much: each move costs the cache of what follows. */
const WORTH_MOVING = 0.1
/** Above the maximum the oldest messages are left out, until this much remains. */
const KEEP_MESSAGES = 0.4
/** More pictures than this are shown in no request, unless the newest message alone has more … */
const MAX_PICTURES = 4
/** … and then only the newest stay, so that the next few move nothing. */
const KEEP_PICTURES = 2

export interface Cut {
	/** The first message of the view. */
	readonly from: Place
	/** Long results and arguments before this are one line. */
	readonly elided: Place
	/** Pictures before this are a line. */
	readonly pictures: Place
}

export const NO_CUT: Cut = { from: START, elided: START, pictures: START }

/** @param windowTokens what the model takes in all; a local server cuts the beginning of a longer request, and says nothing */
export const mostTokens = (windowTokens: number | null): number =>
	Math.min(VIEW_MAX_TOKENS, (windowTokens ?? Number.POSITIVE_INFINITY) * SHARE_OF_WINDOW)

/** One message as the model reads it. */
export function shown({ message, ...place }: Entry, cut: Cut): ModelMessage {
	const short = isBefore(place, cut.elided) ? elide(message, place) : message
	return isBefore(place, cut.pictures) ? withoutPictures(short, place) : short
}

/** The messages from the cut on. */
export const view = (entries: readonly Entry[], cut: Cut): ModelMessage[] =>
	entries.filter((entry) => !isBefore(entry, cut.from)).map((entry) => shown(entry, cut))

/** An estimate. */
export const viewTokens = (entries: readonly Entry[], cut: Cut): number =>
	view(entries, cut).reduce((sum, message) => sum + messageTokens(message), 0)

/** The cut for the next request if all messages stay: only pictures and results are left out. */
export function withElisions(entries: readonly Entry[], cut: Cut, most: number): Cut {
	const seen = withPictureBudget(entries, cut)
	const before = viewTokens(entries, seen)
	if (before <= most * ELIDE_ABOVE) return seen
	const elided = newestWithin(entries, seen, most * KEEP_WHOLE)
	if (!elided || !isBefore(seen.elided, elided)) return seen
	const moved = { ...seen, elided: placeOf(elided) }
	return before - viewTokens(entries, moved) >= most * WORTH_MOVING ? moved : seen
}

/** The place at which the view must begin to fit; null if it fits already, or nothing can be left out. */
export function newBeginning(entries: readonly Entry[], cut: Cut, most: number): Place | null {
	if (viewTokens(entries, cut) <= most) return null
	const within = newestWithin(entries, cut, most * KEEP_MESSAGES)
	const legal = beginnings(entries, cut)
	const place = legal.find((one) => !within || !isBefore(one, within)) ?? legal.at(-1)
	return place ? placeOf(place) : null
}

/** The places at which a later view may begin: never between a call and its result, or a request and its first answer. */
export const beginnings = (entries: readonly Entry[], cut: Cut): readonly Entry[] =>
	entries.filter(
		(entry) => isBefore(cut.from, entry) && !isFirstAnswer(entry) && !answersCalls(entry.message),
	)

const isFirstAnswer = ({ index, message }: Entry): boolean =>
	index === 0 && message.role === 'assistant'

const answersCalls = ({ parts }: ModelMessage): boolean =>
	parts.some(({ type }) => type === 'tool-result')

/** The first of the newest messages that together take at most this much; the newest one always counts. */
function newestWithin(entries: readonly Entry[], cut: Cut, tokens: number): Entry | undefined {
	let left = tokens
	let first: Entry | undefined
	for (const entry of entries.toReversed()) {
		if (isBefore(entry, cut.from)) break
		left -= messageTokens(shown(entry, cut))
		if (left < 0 && first) break
		first = entry
	}
	return first
}

function withPictureBudget(entries: readonly Entry[], cut: Cut): Cut {
	const places = entries.flatMap((entry) =>
		isBefore(entry, cut.from) || isBefore(entry, cut.pictures)
			? []
			: Array.from({ length: picturesIn(entry.message.parts) }, () => entry),
	)
	const first = places.at(-KEEP_PICTURES)
	if (places.length <= MAX_PICTURES || !first) return cut
	return { ...cut, pictures: placeOf(first) }
}

const picturesIn = (parts: readonly ModelPart[]): number =>
	parts.reduce((sum, part) => {
		if (part.type === 'tool-result') return sum + picturesIn(part.content)
		return sum + (part.type === 'image' ? 1 : 0)
	}, 0)

function withoutPictures(message: ModelMessage, place: Place): ModelMessage {
	const parts = message.parts.map((part, index): ModelPart => {
		const line = { type: 'text', text: pictureLine(refOf(place, index)) } as const
		if (part.type === 'image') return line
		if (part.type !== 'tool-result') return part
		return { ...part, content: part.content.map((one) => (one.type === 'image' ? line : one)) }
	})
	return { ...message, parts }
}

const pictureLine = (ref: string): string =>
	`[a picture, no longer shown; recall {"ref":"${ref}"} shows it]`
