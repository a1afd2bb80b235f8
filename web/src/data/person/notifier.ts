/** Decides what to notify of, and takes back what no longer waits. */

export interface NotifierPorts<Waiting> {
	/** Equal for what waits still. */
	readonly keyOf: (waiting: Waiting) => string
	readonly isOn: () => boolean
	/** The person has the page before them, here or in another tab. */
	readonly isSeen: () => Promise<boolean>
	/** Shows it; the result takes it away again. */
	readonly show: (waiting: Waiting) => () => void
}

export class Notifier<Waiting> {
	readonly #ports: NotifierPorts<Waiting>
	/** Those that wait now; null before the first reading, whose content is not news. */
	#waiting: ReadonlySet<string> | null = null
	readonly #shown = new Map<string, () => void>()

	constructor(ports: NotifierPorts<Waiting>) {
		this.#ports = ports
	}

	async update(list: readonly Waiting[]): Promise<void> {
		const { keyOf } = this.#ports
		const before = this.#waiting
		this.#waiting = new Set(list.map(keyOf))
		for (const [key, closeNotification] of this.#shown) {
			if (this.#waiting.has(key)) continue
			this.#shown.delete(key)
			closeNotification()
		}
		if (before === null) return
		const fresh = list.filter((waiting) => !before.has(keyOf(waiting)))
		if (fresh.length === 0 || !this.#ports.isOn() || (await this.#ports.isSeen())) return
		for (const waiting of fresh) {
			const key = keyOf(waiting)
			// It may have been answered in the meantime.
			if (this.#waiting.has(key) && !this.#shown.has(key)) {
				this.#shown.set(key, this.#ports.show(waiting))
			}
		}
	}

	/** Closes notifications with the page: nothing else would. */
	close(): void {
		for (const closeNotification of this.#shown.values()) closeNotification()
		this.#shown.clear()
	}
}
