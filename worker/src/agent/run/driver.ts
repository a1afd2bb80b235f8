/** The loop of a persisted machine: one transition after another, one loop at a time. */
import { Superseded } from './run-store.ts'

export class Driver {
	readonly #pass: () => Promise<void>
	readonly #failed: (error: unknown) => void
	#driving: Promise<void> | null = null
	#again = false

	/**
	 * `pass` continues until nothing more can be done now. `failed`: it threw; must not throw itself. After
	 * {@link Superseded}, another instance of the object has taken over, and this one stops.
	 */
	constructor(pass: () => Promise<void>, failed: (error: unknown) => void) {
		this.#pass = pass
		this.#failed = failed
	}

	/** Continues as far as possible now. Calls made meanwhile share the work. */
	drive(): Promise<void> {
		this.#again = true
		this.#driving ??= this.#loop().finally(() => {
			this.#driving = null
		})
		return this.#driving
	}

	async #loop(): Promise<void> {
		while (this.#again) {
			this.#again = false
			try {
				await this.#pass()
			} catch (error) {
				if (error instanceof Superseded) return
				this.#failed(error)
			}
		}
	}
}
