/**
 * The stream of one run: numbered SSE frames, flushed to storage in blocks, pushed to
 * viewers as they come. A viewer that reconnects with a cursor gets exactly what it
 * missed: stored blocks, then unflushed frames, then live ones.
 *
 * A cursor is `<epoch>.<seq>`. Frames of an older epoch that were never flushed are lost
 * with their instance; a viewer that saw them gets `reset-step` from the next epoch,
 * because only deltas of an unfinished model step are ever unflushed.
 */
import type { UiChunk } from '@fairlead/protocol/conversations/ui-chunks'
import { DONE_FRAME } from '../../ports/stream.ts'
import { type ChunkBlock, type RunStore, Superseded } from '../run/run-store.ts'
import { RunMessage } from './run-message.ts'

/** A long answer costs one row per block; 32 KB is far below the row limit. */
const FLUSH_BYTES = 32 * 1024
/**
 * An unfinished model step is repeated after an eviction even if parts of it were flushed. So this
 * only bounds the memory of a slow answer; each flush writes rows, and holds the stream back
 * until they are on disk.
 */
const FLUSH_MS = 2_000

export interface ChunkSink {
	/** Complete SSE frames, one or more; `upTo` is the last one's cursor, null if it has none. */
	push(frames: string, upTo: Cursor | null): void
	/** No more frames now. */
	close(why: Pause): void
}

/** ended: for good · asks: until a person answers · waits: for the editor. */
export type Pause = 'ended' | 'asks' | 'waits'

export interface Cursor {
	readonly epoch: number
	readonly seq: number
}

/** How far a viewer has read. `block`: earlier blocks are not needed. */
export interface Position {
	readonly block: number
	readonly cursor: Cursor | null
}

/**
 * The frames after a position. caught-up: everything was read, and pushed frames
 * follow from here · gone: they are no longer stored.
 */
export type Passage =
	| { readonly frames: string; readonly position: Position }
	| 'caught-up'
	| 'gone'

export function parseCursor(text: string | null | undefined): Cursor | null {
	const match = /^(\d{1,9})\.(\d{1,9})$/.exec(text ?? '')
	return match ? { epoch: Number(match[1]), seq: Number(match[2]) } : null
}

const FRAME_END = '\n\n'
const frameCursor = (frame: string): Cursor | null =>
	parseCursor(frame.slice('id: '.length, frame.indexOf('\n')))
const after = (a: Cursor, b: Cursor): boolean =>
	a.epoch > b.epoch || (a.epoch === b.epoch && a.seq > b.seq)

export class ChunkLog {
	readonly runId: string
	readonly #store: RunStore
	readonly #sink: ChunkSink
	readonly #clock: () => number
	readonly #epoch: number
	readonly #messageId: string
	#builder: RunMessage
	#nextSeq: number
	#nextBlock: number
	#unflushed: string[] = []
	#unflushedBytes = 0
	#firstSeq = 0
	#lastFlush: number
	#toPush = ''
	/** True inside {@link together}: nothing is sent before the commit. */
	#held = false
	/** The cursor of the newest frame. */
	#last: Cursor | null

	constructor(options: {
		runId: string
		messageId: string
		store: RunStore
		sink: ChunkSink
		clock: () => number
		epoch: number
		/**
		 * The last number that this epoch used for an earlier run: numbering continues from it, so that a
		 * viewer's cursor never means a frame of another run.
		 */
		afterSeq: number
	}) {
		this.runId = options.runId
		this.#store = options.store
		this.#sink = options.sink
		this.#clock = options.clock
		this.#epoch = options.epoch
		this.#messageId = options.messageId
		const blocks = this.#store.blocks(this.runId)
		this.#builder = this.#build(blocks)
		const last = blocks.at(-1)
		this.#last = last ? { epoch: last.epoch, seq: last.seqTo } : null
		this.#nextSeq = last && last.epoch === this.#epoch ? last.seqTo + 1 : options.afterSeq + 1
		this.#nextBlock = last ? last.block + 1 : 0
		this.#lastFlush = this.#clock()
	}

	get lastSeq(): number {
		return this.#nextSeq - 1
	}

	/** False for the cursor of a viewer that followed an earlier run and has nothing of this one. */
	covers(cursor: Cursor): boolean {
		const first = this.#store.blockAfter(this.runId, 0, null)
		return first !== null && !after({ epoch: first.epoch, seq: first.seqFrom }, cursor)
	}

	get builder(): RunMessage {
		return this.#builder
	}

	/** The message that the stored and unflushed frames build. */
	#build(blocks: readonly ChunkBlock[]): RunMessage {
		const builder = new RunMessage(this.#messageId)
		const stored = blocks.flatMap((block) => block.body.split(FRAME_END))
		for (const frame of [...stored, ...this.#unflushed]) {
			if (frame) builder.apply(JSON.parse(frame.slice(frame.indexOf('\ndata: ') + 7)))
		}
		return builder
	}

	/**
	 * Runs a transaction that appends. Its frames reach viewers only after the commit; if
	 * it throws, nothing is shown, and the log is as before.
	 */
	together<T>(transaction: () => T): T {
		const before = {
			nextSeq: this.#nextSeq,
			nextBlock: this.#nextBlock,
			unflushed: [...this.#unflushed],
			bytes: this.#unflushedBytes,
			firstSeq: this.#firstSeq,
			lastFlush: this.#lastFlush,
			toPush: this.#toPush,
			last: this.#last,
		}
		this.#held = true
		try {
			return transaction()
		} catch (error) {
			this.#nextSeq = before.nextSeq
			this.#nextBlock = before.nextBlock
			this.#unflushed = before.unflushed
			this.#unflushedBytes = before.bytes
			this.#firstSeq = before.firstSeq
			this.#lastFlush = before.lastFlush
			this.#toPush = before.toPush
			this.#last = before.last
			// Another instance writes the blocks now; this one sends nothing more.
			if (!(error instanceof Superseded)) {
				this.#builder = this.#build(this.#store.blocks(this.runId))
			}
			throw error
		} finally {
			this.#held = false
		}
	}

	/** Adds a chunk. It reaches viewers after the current synchronous work, so after its transaction. */
	append(chunk: UiChunk): void {
		this.#builder.apply(chunk)
		const seq = this.#nextSeq++
		this.#last = { epoch: this.#epoch, seq }
		const frame = `id: ${this.#epoch}.${seq}\ndata: ${JSON.stringify(chunk)}${FRAME_END}`
		if (this.#unflushed.length === 0) this.#firstSeq = seq
		this.#unflushed.push(frame)
		this.#unflushedBytes += frame.length
		if (this.#toPush === '') queueMicrotask(() => this.#push())
		this.#toPush += frame
	}

	/** Flushes when enough frames have gathered. For deltas; everything else calls {@link flush}. */
	maybeFlush(): void {
		if (this.#unflushedBytes >= FLUSH_BYTES || this.#clock() - this.#lastFlush >= FLUSH_MS) {
			// Outside a transition, which would check this itself: a replaced instance writes nothing.
			if (this.#store.epoch() !== this.#epoch) throw new Superseded()
			this.flush()
		}
	}

	/** Writes the gathered frames as one block. Inside a transaction it is atomic with the rest. */
	flush(): void {
		this.#lastFlush = this.#clock()
		if (this.#unflushed.length === 0) return
		this.#store.appendBlock(this.runId, {
			block: this.#nextBlock++,
			epoch: this.#epoch,
			seqFrom: this.#firstSeq,
			seqTo: this.#nextSeq - 1,
			body: this.#unflushed.join(''),
		})
		this.#unflushed = []
		this.#unflushedBytes = 0
	}

	/** Frames after the cursor, or all from `start`, except those on their way to the sink. */
	replay(cursor: Cursor | null): string {
		let text = ''
		let position: Position = { block: 0, cursor }
		for (;;) {
			const passage = this.next(position)
			if (passage === 'caught-up' || passage === 'gone') return text
			text += passage.frames
			position = passage.position
		}
	}

	/** The next stored block after a position, or the unflushed frames. */
	next({ block, cursor }: Position): Passage {
		// Frames still to be pushed would reach this viewer twice: push them to the present viewers first.
		this.#push()
		const stored = this.#store.blockAfter(this.runId, block, cursor)
		if (stored) {
			const isWhole = cursor === null || after({ epoch: stored.epoch, seq: stored.seqFrom }, cursor)
			return {
				frames: isWhole ? stored.body : newer(stored.body.split(FRAME_END), cursor),
				position: { block: stored.block, cursor: { epoch: stored.epoch, seq: stored.seqTo } },
			}
		}
		const last = this.#last
		if (last === null || (cursor !== null && !after(last, cursor))) return 'caught-up'
		const frames = cursor === null ? this.#unflushed.join('') : newer(this.#unflushed, cursor)
		return frames === '' ? 'gone' : { frames, position: { block, cursor: last } }
	}

	#push(): void {
		if (this.#toPush === '' || this.#held) return
		const frames = this.#toPush
		this.#toPush = ''
		this.#sink.push(frames, this.#last)
	}

	/** Pushes the remaining frames, then tells the sink that no more will come. */
	close(why: Pause): void {
		this.#push()
		this.#sink.close(why)
	}

	/** Like {@link close}, after the frame that marks a finished stream. */
	end(): void {
		this.#push()
		this.#sink.push(DONE_FRAME, null)
		this.#sink.close('ended')
	}
}

function newer(frames: readonly string[], cursor: Cursor): string {
	let text = ''
	for (const frame of frames) {
		const id = frame === '' ? null : frameCursor(frame)
		if (id && after(id, cursor)) text += frame.endsWith(FRAME_END) ? frame : frame + FRAME_END
	}
	return text
}
