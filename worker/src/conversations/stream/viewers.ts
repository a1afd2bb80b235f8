/**
 * The SSE streams of a conversation's viewers. A slow viewer never slows the run: its buffer is
 * bounded, and what does not fit is read from the stored blocks once it catches up.
 */
import {
	type Admitted,
	consequenceFor,
	endsAt,
	hasExpired,
	type RightsChange,
} from '../../access/rights-change.ts'
import type { ChunkSink, Cursor, Passage, Pause, Position } from '../../agent/stream/chunk-log.ts'
import { ASKS_FRAME } from '../../ports/stream.ts'

/** Per viewer, in addition to one block: a page that reads at all is never this far behind. */
export const MAX_BUFFERED_BYTES = 256 * 1024
/** Per conversation: together their buffers stay below half of the object's 128 MB. */
export const MAX_VIEWERS = 200
/** Writing to this many viewers costs the run less than a millisecond. */
export const SMALL_CROWD = 8
/**
 * With few viewers, deltas that arrive less than this apart are sent together: writing each one was
 * most of the cost of a fast answer. A delta that arrives alone is sent at once.
 */
const SMALL_GATHER_MS = 2
/**
 * With more viewers, frames are collected for this long, so that a hundred sockets are not written
 * to for every word. A reader does not notice the difference.
 */
const GATHER_MS = 25
/** Caps the writes per second over all viewers: from 50 viewers on, frames are collected for longer. */
const MAX_WRITES_PER_S = 2_000
/** `setTimeout` takes at most 24 days; a longer wait is split. */
const MAX_TIMER_MS = 3_600_000
/** Collected frames are sent early when they reach this size. */
const MAX_GATHERED_CHARS = 32 * 1024

const encoder = new TextEncoder()

/** Reads the stored stream from a position on. */
export type Source = (position: Position) => Passage

type ViewerPosition =
	/** Receives what is pushed. */
	| { readonly kind: 'live'; cursor: Cursor | null }
	/** Reads the stored blocks. `tail`: what follows them before the stream ends; null: it goes on live. */
	| { readonly kind: 'behind'; readonly position: Position; tail: string | null }

interface Viewer {
	readonly source: Source
	readonly controller: ReadableStreamDefaultController<Uint8Array>
	/** Stays open while the run waits for the editor. */
	readonly held: boolean
	readonly admitted: Admitted
	place: ViewerPosition
	/** Cancels the timer that cuts this viewer when its session expires. */
	forgetExpiry: () => void
}

/** Calls `action` after `ms`; the result cancels that. */
export type Later = (ms: number, action: () => void) => () => void

const later: Later = (ms, action) => {
	const timer = setTimeout(action, ms)
	return () => clearTimeout(timer)
}

export class Viewers implements ChunkSink {
	/** In the order in which they came. */
	readonly #viewers = new Set<Viewer>()
	readonly #later: Later
	/** Frames collected but not sent yet, up to which cursor. */
	#gathered: { frames: string; upTo: Cursor } | null = null
	/** Cancels the timer of the current collection; null: frames are sent at once. */
	#stopGathering: (() => void) | null = null

	constructor(after: Later = later) {
		this.#later = after
	}

	get count(): number {
		return this.#viewers.size
	}

	/**
	 * A stream of everything after `cursor`. It then continues with what is pushed or, if a `tail`
	 * is given, ends with it. `admitted`: the reader.
	 */
	open(
		source: Source,
		cursor: Cursor | null,
		tail: string | null,
		admitted: Admitted,
		held = false,
	): ReadableStream<Uint8Array> {
		this.#makePlace()
		let viewer: Viewer | null = null
		return new ReadableStream<Uint8Array>(
			{
				start: (controller) => {
					const place: ViewerPosition = { kind: 'behind', position: { block: 0, cursor }, tail }
					viewer = { source, controller, held, admitted, place, forgetExpiry: () => undefined }
					this.#viewers.add(viewer)
					this.#cutWhenExpired(viewer)
					this.#catchUp(viewer)
				},
				pull: () => {
					if (viewer) this.#catchUp(viewer)
				},
				cancel: () => {
					if (viewer) this.#leave(viewer)
				},
			},
			new ByteLengthQueuingStrategy({ highWaterMark: MAX_BUFFERED_BYTES }),
		)
	}

	push(frames: string, upTo: Cursor | null): void {
		if (this.#viewers.size === 0) return
		if (upTo === null) {
			this.#handGathered()
			this.#hand(frames, null)
		} else if (this.#stopGathering !== null) {
			this.#gathered = { frames: (this.#gathered?.frames ?? '') + frames, upTo }
			if (this.#gathered.frames.length >= MAX_GATHERED_CHARS) this.#handGathered()
		} else {
			this.#hand(frames, upTo)
			this.#gather()
		}
	}

	#gather(): void {
		const crowd = Math.max(GATHER_MS, (this.#viewers.size / MAX_WRITES_PER_S) * 1_000)
		const ms = this.#viewers.size > SMALL_CROWD ? crowd : SMALL_GATHER_MS
		this.#stopGathering = this.#later(ms, () => {
			this.#stopGathering = null
			if (this.#gathered === null) return
			this.#handGathered()
			this.#gather()
		})
	}

	#handGathered(): void {
		const gathered = this.#gathered
		this.#gathered = null
		if (gathered) this.#hand(gathered.frames, gathered.upTo)
	}

	#hand(frames: string, upTo: Cursor | null): void {
		const bytes = encoder.encode(frames)
		const now = Date.now()
		for (const viewer of this.#viewers) {
			const { place, controller, admitted } = viewer
			if (hasExpired(admitted.actor, now)) {
				this.#cut(viewer)
				continue
			}
			if (place.kind === 'behind') {
				if (upTo === null) place.tail ??= frames
			} else if (upTo !== null && (controller.desiredSize ?? 0) < bytes.byteLength) {
				const position = { block: 0, cursor: place.cursor }
				viewer.place = { kind: 'behind', position, tail: null }
				this.#catchUp(viewer)
			} else {
				controller.enqueue(bytes)
				place.cursor = upTo ?? place.cursor
			}
		}
	}

	/** Ends the streams whose reader's rights have ended or changed. A reader who still has access reconnects. */
	rightsChanged(change: RightsChange): void {
		for (const viewer of this.#viewers) {
			if (consequenceFor(change, viewer.admitted) !== 'stay') this.#cut(viewer)
		}
	}

	/** Not only at the next frame: the model may be silent for minutes. */
	#cutWhenExpired(viewer: Viewer): void {
		const end = endsAt(viewer.admitted.actor)
		if (end === null) return
		const left = end - Date.now()
		viewer.forgetExpiry = this.#later(Math.min(Math.max(left, 0), MAX_TIMER_MS), () => {
			if (hasExpired(viewer.admitted.actor, Date.now())) this.#cut(viewer)
			else this.#cutWhenExpired(viewer)
		})
	}

	#leave(viewer: Viewer): void {
		this.#viewers.delete(viewer)
		viewer.forgetExpiry()
	}

	/** Without the final frame, since the answer is not over. What is still in its buffer is dropped. */
	#cut(viewer: Viewer): void {
		const { controller } = viewer
		this.#leave(viewer)
		if (controller.desiredSize === MAX_BUFFERED_BYTES) controller.close()
		else controller.error(new Error('The right to follow this has ended or changed.'))
	}

	/** Nothing more is pushed now. A viewer that is behind reads to the end first; one that does not read is dropped. */
	close(why: Pause): void {
		this.#handGathered()
		this.#stopGathering?.()
		this.#stopGathering = null
		for (const viewer of this.#viewers) {
			const { place, controller, held } = viewer
			if (held && why === 'waits') continue
			const tail = held && why === 'asks' ? ASKS_FRAME : ''
			if (place.kind === 'live') {
				this.#leave(viewer)
				if (tail) controller.enqueue(encoder.encode(tail))
				controller.close()
			} else if (place.tail === null && isFull(controller)) {
				// A waiting run must hold nothing open: this viewer reconnects with its cursor.
				this.#leave(viewer)
				controller.error(new Error('The viewer reads too slowly; reconnect.'))
			} else {
				place.tail ??= tail
			}
		}
	}

	/** Reads stored blocks as far as the viewer's buffer allows. */
	#catchUp(viewer: Viewer): void {
		const { controller, source } = viewer
		// The read reaches the newest frame, so nothing older may be handed out afterwards.
		if (viewer.place.kind === 'behind') this.#handGathered()
		while (viewer.place.kind === 'behind' && !isFull(controller)) {
			const { position, tail } = viewer.place
			const passage = source(position)
			if (passage === 'caught-up' && tail === null) {
				viewer.place = { kind: 'live', cursor: position.cursor }
			} else if (passage === 'caught-up' || passage === 'gone') {
				// Gone: it ends without the tail, so that the page knows the answer was not complete.
				if (passage === 'caught-up' && tail) controller.enqueue(encoder.encode(tail))
				this.#leave(viewer)
				controller.close()
				return
			} else {
				viewer.place = { kind: 'behind', position: passage.position, tail }
				controller.enqueue(encoder.encode(passage.frames))
			}
		}
	}

	/**
	 * At the limit, one stream of whoever has the most is dropped, so that nobody drives others out: the first that is
	 * behind, otherwise the oldest. Its page reconnects.
	 */
	#makePlace(): void {
		if (this.#viewers.size < MAX_VIEWERS) return
		const all = [...this.#viewers]
		const of = Map.groupBy(all, ({ admitted }) => readerOf(admitted))
		const most = Math.max(...[...of.values()].map(({ length }) => length))
		const theirs = all.filter(({ admitted }) => of.get(readerOf(admitted))?.length === most)
		const leaving = theirs.find(({ place }) => place.kind === 'behind') ?? theirs[0]
		if (!leaving) return
		this.#leave(leaving)
		leaving.controller.error(new Error('Too many viewers; reconnect.'))
	}
}

/** A person, by whatever sessions and tokens; all visitors of a link. */
const readerOf = ({ actor }: Admitted): string => {
	if ('userId' in actor) return actor.userId
	return 'id' in actor ? `${actor.kind} ${actor.id}` : actor.kind
}

const isFull = (controller: ReadableStreamDefaultController<Uint8Array>): boolean =>
	(controller.desiredSize ?? 0) <= 0
