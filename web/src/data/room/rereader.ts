/**
 * Rereads something as it changes: one read at a time, each shown when it is complete,
 * and repeated at its end if something changed meanwhile. A read is never discarded for a
 * change: in a run those come faster than a large scene can be read. Pure but for its ports.
 */

export interface RereaderPorts<T> {
	readonly read: () => Promise<T>
	readonly show: (value: T) => void
	/** Resolves when the next reading may begin. */
	readonly pause: () => Promise<void>
}

export class Rereader<T> {
	readonly #ports: RereaderPorts<T>
	#reading = false
	#changed = false
	#ended = false

	constructor(ports: RereaderPorts<T>) {
		this.#ports = ports
	}

	/** Something changed: a running read may not include it. */
	changed(): void {
		this.#changed = true
		if (!this.#reading) void this.#run()
	}

	/** Stops: nothing is shown after this. */
	end(): void {
		this.#ended = true
	}

	async #run(): Promise<void> {
		this.#reading = true
		while (this.#changed && !this.#ended) {
			await this.#ports.pause()
			if (this.#ended) break
			this.#changed = false
			const value = await this.#ports.read()
			if (!this.#ended) this.#ports.show(value)
		}
		this.#reading = false
	}
}
