/** Time as the relay uses it: injected, so that tests need not wait. */
import { AwakeTime } from '@fairlead/protocol/wire/awake-time'

export interface Clock {
	/** Unix milliseconds. */
	now(): number
	/** Milliseconds that the computer was awake, from an arbitrary beginning: for deadlines. */
	awake(): number
	/** Runs `action` once after `ms`; the returned function cancels it. Does not keep the process alive. */
	after(ms: number, action: () => void): () => void
}

const awakeTime = new AwakeTime(() => Date.now())

export const systemClock: Clock = {
	now: () => Date.now(),
	awake: () => awakeTime.read(),
	after(ms, action) {
		const timer = setTimeout(action, ms)
		timer.unref()
		return () => clearTimeout(timer)
	},
}

/** Like {@link Clock.after}, for `ms` in which the computer is awake. */
export function afterAwake(
	clock: Pick<Clock, 'awake' | 'after'>,
	ms: number,
	action: () => void,
): () => void {
	const dueAt = clock.awake() + ms
	const look = (): void => {
		const left = dueAt - clock.awake()
		if (left > 0) cancel = clock.after(left, look)
		else action()
	}
	let cancel = clock.after(ms, look)
	return () => cancel()
}
