/** Runs work one after the other: what reads before an await and writes after it must not meet itself. */
export class Mutex {
	#last: Promise<unknown> = Promise.resolve()

	run<T>(work: () => Promise<T>): Promise<T> {
		const next = this.#last.then(work, work)
		this.#last = next
		return next
	}
}
