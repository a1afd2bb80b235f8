/** Time that passes only when a test says so: no deadline of a relay depends on the speed of the machine. */
import type { Clock } from '../../src/platform/clock.ts'

interface Timer {
	readonly dueAt: number
	readonly action: () => void
}

export class ManualClock implements Clock {
	#awake = 0
	/** Milliseconds by which the time of day is ahead of the time awake. */
	#offsetMs = Date.now()
	/** Timers in the order in which they were set. */
	readonly #timers = new Set<Timer>()

	now(): number {
		return this.#awake + this.#offsetMs
	}

	awake(): number {
		return this.#awake
	}

	after(ms: number, action: () => void): () => void {
		const timer = { dueAt: this.#awake + ms, action }
		this.#timers.add(timer)
		return () => this.#timers.delete(timer)
	}

	/** Lets time pass. What becomes due meanwhile runs in its order, each at its own time. */
	advance(ms: number): void {
		const end = this.#awake + ms
		for (let next = this.#next(end); next; next = this.#next(end)) {
			this.#timers.delete(next)
			this.#awake = Math.max(this.#awake, next.dueAt)
			next.action()
		}
		this.#awake = end
	}

	/** Sets the time of day ahead, or back if negative. No time passes. */
	setAhead(ms: number): void {
		this.#offsetMs += ms
	}

	/** Whether something is to run after exactly this time. */
	hasTimerIn(ms: number): boolean {
		return [...this.#timers].some(({ dueAt }) => dueAt === this.#awake + ms)
	}

	/** The earliest timer that is due by `end`. */
	#next(end: number): Timer | undefined {
		const due = [...this.#timers].filter(({ dueAt }) => dueAt <= end)
		return due.reduce<Timer | undefined>(
			(first, timer) => (first && first.dueAt <= timer.dueAt ? first : timer),
			undefined,
		)
	}
}
