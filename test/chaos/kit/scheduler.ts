/** Virtual time: events in order, and between two of them all pending promise callbacks. */

interface Event {
	readonly at: number
	readonly order: number
	readonly action: () => void
	cancelled: boolean
}

/** 1 January 2026: ids and stored times look like real ones. */
const START_MS = Date.UTC(2026, 0, 1)
/** More events than this without progress of virtual time are an endless loop. */
const MAX_EVENTS_AT_ONCE = 20_000

export class Scheduler {
	#now = START_MS
	#order = 0
	readonly #heap: Event[] = []

	/** Unix milliseconds; only grows. */
	get now(): number {
		return this.#now
	}

	get elapsed(): number {
		return this.#now - START_MS
	}

	/** Runs `action` in `ms`; the returned function cancels it. */
	after(ms: number, action: () => void): () => void {
		const event = {
			at: this.#now + Math.round(Math.max(0, ms)),
			order: this.#order++,
			action,
			cancelled: false,
		}
		this.#push(event)
		return () => {
			event.cancelled = true
		}
	}

	sleep(ms: number): Promise<void> {
		return new Promise((resolve) => this.after(ms, resolve))
	}

	/** Runs until `done` is true or `limitMs` of virtual time have passed; true if done. */
	async run(done: () => boolean, limitMs: number): Promise<boolean> {
		const limit = this.#now + limitMs
		let atOnce = 0
		await settled()
		for (;;) {
			if (done()) return true
			const due = this.#heap[0]
			if (due === undefined || due.at > limit) return false
			const event = this.#pop() ?? due
			if (event.cancelled) continue
			atOnce = event.at === this.#now ? atOnce + 1 : 0
			if (atOnce > MAX_EVENTS_AT_ONCE) throw new Error('Time stands still: a loop without a pause.')
			this.#now = event.at
			event.action()
			await settled()
		}
	}

	#push(event: Event): void {
		const heap = this.#heap
		heap.push(event)
		let i = heap.length - 1
		while (i > 0) {
			const parent = (i - 1) >> 1
			if (before(heap[parent]!, event)) break
			heap[i] = heap[parent]!
			i = parent
		}
		heap[i] = event
	}

	#pop(): Event | undefined {
		const heap = this.#heap
		const first = heap[0]
		const last = heap.pop()
		if (first === undefined || last === undefined || heap.length === 0) return first
		let i = 0
		for (;;) {
			let child = 2 * i + 1
			if (child >= heap.length) break
			if (child + 1 < heap.length && before(heap[child + 1]!, heap[child]!)) child++
			if (before(last, heap[child]!)) break
			heap[i] = heap[child]!
			i = child
		}
		heap[i] = last
		return first
	}
}

const before = (a: Event, b: Event): boolean => a.at < b.at || (a.at === b.at && a.order < b.order)

/** All microtasks have run when a macrotask does. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
