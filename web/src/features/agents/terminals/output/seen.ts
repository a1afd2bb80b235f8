/** Confirms what is shown: now and then while much is written, and when nothing more comes. */

/** The relay stops at eight times this. */
const STEP = 32_768
const IDLE_MS = 100

export interface SeenPorts {
	readonly tell: (to: number) => void
	/** @returns a function that calls it off */
	readonly after: (ms: number, then: () => void) => () => void
}

export class Seen {
	readonly #ports: SeenPorts
	#told: number | undefined
	#shown = 0
	#callOff: (() => void) | null = null

	constructor(ports: SeenPorts) {
		this.#ports = ports
	}

	shown(to: number): void {
		this.#shown = to
		// The first is the whole screen, and an earlier position another one.
		if (this.#told === undefined || to < this.#told || to - this.#told >= STEP) this.#tell()
		else this.#callOff ??= this.#ports.after(IDLE_MS, () => this.#tell())
	}

	end(): void {
		this.#callOff?.()
		this.#callOff = null
	}

	#tell(): void {
		this.end()
		if (this.#told === this.#shown) return
		this.#told = this.#shown
		this.#ports.tell(this.#shown)
	}
}
