/** The conversation's one alarm, and when it is set for. */

/** Setting the alarm writes a row: an alarm that is due this soon anyway is left alone. */
const TOLERANCE_MS = 1_000

export class WakeAlarm {
	readonly #storage: Pick<DurableObjectStorage, 'getAlarm' | 'setAlarm'>
	#at: number | null = null

	constructor(storage: Pick<DurableObjectStorage, 'getAlarm' | 'setAlarm'>) {
		this.#storage = storage
	}

	/** Once, when the object wakes. What was set meanwhile is newer. */
	async read(): Promise<void> {
		const stored = await this.#storage.getAlarm()
		this.#at ??= stored
	}

	/** It rang, or was deleted. */
	over(): void {
		this.#at = null
	}

	set(next: number, now: number): void {
		const kept = this.#at !== null && this.#at <= next + TOLERANCE_MS
		if (kept && (this.#at ?? 0) > now) return
		this.#at = next
		void this.#storage.setAlarm(next)
	}
}
