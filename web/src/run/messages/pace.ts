/**
 * Decides when growing text is drawn again: often enough to read along, and rarely enough that a
 * slow computer is not busy with drawing alone.
 */

/** Between two draws of streaming text, while they cost no frame. */
const SHORTEST_MS = 50
/** On a slow computer. The text then grows in larger pieces, and the page still scrolls and types. */
const LONGEST_MS = 1_000
/** A frame that comes later than this after the one before was held up by the draw. */
const LATE_MS = 25
/** So many times as long as the frame was late: with other work, drawing then holds up fewer than one frame in twenty. */
const PAUSE_PER_LATE_MS = 28

export interface PacePorts {
	readonly setTimeout: (act: () => void, ms: number) => unknown
	readonly clearTimeout: (timer: never) => void
	/** Called with the time of the next frame, and of no frame while the page is hidden. */
	readonly frame: (act: (now: number) => void) => void
}

const browser: PacePorts = {
	setTimeout: (act, ms) => setTimeout(act, ms),
	clearTimeout: (timer) => clearTimeout(timer),
	frame: (act) => globalThis.requestAnimationFrame?.(act),
}

export class Pace {
	readonly #ports: PacePorts
	#ms = SHORTEST_MS
	#timer: unknown
	#asked: (() => void) | null = null

	constructor(ports: PacePorts = browser) {
		this.#ports = ports
	}

	/** The present pause between two draws, in milliseconds. */
	get ms(): number {
		return this.#ms
	}

	/** Draws now, or when the pause after the last draw is over. The last draw asked for is not lost. */
	ask(draw: () => void): void {
		this.#asked = draw
		if (this.#timer === undefined) this.#run()
	}

	/** Forgets a draw that was asked for. */
	cancel(): void {
		this.#asked = null
		this.#ports.clearTimeout(this.#timer as never)
		this.#timer = undefined
	}

	#run(): void {
		const draw = this.#asked
		this.#asked = null
		draw?.()
		this.#watch()
		this.#timer = this.#ports.setTimeout(() => {
			this.#timer = undefined
			if (this.#asked) this.#run()
		}, this.#ms)
	}

	/** A frame that comes late lengthens the pause at once; one in time shortens it slowly. */
	#watch(): void {
		this.#ports.frame((before) =>
			this.#ports.frame((after) => {
				const took = after - before
				this.#ms =
					took > LATE_MS
						? Math.min(LONGEST_MS, Math.max(this.#ms, took * PAUSE_PER_LATE_MS))
						: Math.max(SHORTEST_MS, this.#ms * 0.9)
			}),
		)
	}
}
