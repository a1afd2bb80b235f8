/**
 * A socket between two processes: frames arrive in order and late, or the connection breaks and
 * both ends notice at different times. A hostile wire also
 * repeats and swaps single frames, or loses one some time before it breaks.
 */
import type { Faults } from '../faults.ts'
import type { Scheduler } from '../scheduler.ts'

const ABNORMAL = 1006

export interface WireEnd {
	send(text: string): void
	/** The peer notices after receiving all earlier frames. */
	close(code: number, reason: string): void
	/** Without a close frame: the peer sees an abnormal end. */
	drop(): void
	readonly open: boolean
	onFrame: (text: string) => void
	/** Called once, also after closing this end. */
	onClose: (code: number, reason: string) => void
}

class End implements WireEnd {
	peer!: End
	open = true
	cut = false
	onFrame: (text: string) => void = () => undefined
	onClose: (code: number, reason: string) => void = () => undefined
	readonly #scheduler: Scheduler
	readonly #faults: Faults
	readonly #name: string
	#lastArrival = 0

	constructor(scheduler: Scheduler, faults: Faults, name: string) {
		this.#scheduler = scheduler
		this.#faults = faults
		this.#name = name
	}

	send(text: string): void {
		if (!this.open) return
		const fate = this.#faults.frame(this.#name)
		if (fate.kind === 'cut') breakWire(this, this.#scheduler, fate.nearMs, fate.farMs)
		if (this.cut) return
		if (fate.kind === 'lose') {
			// A stream that lost a frame is detected eventually.
			this.#scheduler.after(fate.untilMs, () => breakWire(this, this.#scheduler, 0, 0))
			return
		}
		const arrival = Math.max(this.#scheduler.now + fate.delayMs, this.#lastArrival)
		if (fate.kind !== 'overtake') this.#lastArrival = arrival
		this.#arrive(fate.kind === 'overtake' ? this.#scheduler.now : arrival, text)
		if (fate.kind === 'repeat') this.#arrive(arrival + fate.againMs, text)
	}

	#arrive(at: number, text: string): void {
		this.#scheduler.after(at - this.#scheduler.now, () => {
			if (!this.cut && this.peer.open) this.peer.onFrame(text)
		})
	}

	close(code: number, reason: string): void {
		if (!this.open) return
		this.ended(code, reason)
		if (this.cut) return
		const at = Math.max(this.#scheduler.now + 1, this.#lastArrival)
		this.#scheduler.after(at - this.#scheduler.now, () => this.peer.ended(code, reason))
	}

	drop(): void {
		breakWire(this, this.#scheduler, 0, 1)
	}

	ended(code: number, reason: string): void {
		if (!this.open) return
		this.open = false
		// Not inside the closing call, as with real sockets.
		queueMicrotask(() => this.onClose(code, reason))
	}
}

/** Frames in flight are lost; each end notices after its own delay. */
function breakWire(end: End, scheduler: Scheduler, nearMs: number, farMs: number): void {
	const { peer } = end
	end.cut = true
	peer.cut = true
	scheduler.after(nearMs, () => end.ended(ABNORMAL, ''))
	scheduler.after(farMs, () => peer.ended(ABNORMAL, ''))
}

export function makeWire(
	scheduler: Scheduler,
	faults: Faults,
	name: string,
): { near: WireEnd; far: WireEnd } {
	const near = new End(scheduler, faults, name)
	const far = new End(scheduler, faults, name)
	near.peer = far
	far.peer = near
	return { near, far }
}
