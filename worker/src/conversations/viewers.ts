/** The SSE streams of the people looking on. A slow one never slows the run. */
import type { ChunkSink } from '../agent/chunk-log.ts'

/** What a viewer may be behind before its stream is closed; it then comes back with its cursor. */
const MAX_BACKLOG_BYTES = 2 * 1024 * 1024

const encoder = new TextEncoder()

export class Viewers implements ChunkSink {
	readonly #controllers = new Set<ReadableStreamDefaultController<Uint8Array>>()

	get count(): number {
		return this.#controllers.size
	}

	/** A stream that begins with `replay` and goes on with what is pushed. Ends at once unless `live`. */
	open(replay: string, live: boolean): ReadableStream<Uint8Array> {
		let own: ReadableStreamDefaultController<Uint8Array> | null = null
		return new ReadableStream<Uint8Array>(
			{
				start: (controller) => {
					if (replay !== '') controller.enqueue(encoder.encode(replay))
					if (live) {
						own = controller
						this.#controllers.add(controller)
					} else {
						controller.close()
					}
				},
				cancel: () => {
					if (own) this.#controllers.delete(own)
				},
			},
			new ByteLengthQueuingStrategy({ highWaterMark: MAX_BACKLOG_BYTES }),
		)
	}

	push(frames: string): void {
		if (this.#controllers.size === 0) return
		const bytes = encoder.encode(frames)
		for (const controller of this.#controllers) {
			// A replay alone may fill the buffer; only a viewer that does not read stays full.
			if ((controller.desiredSize ?? 0) <= -MAX_BACKLOG_BYTES) {
				this.#controllers.delete(controller)
				controller.close()
			} else {
				controller.enqueue(bytes)
			}
		}
	}

	close(): void {
		for (const controller of this.#controllers) controller.close()
		this.#controllers.clear()
	}
}
