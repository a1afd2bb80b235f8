/** When the object must wake by itself: one alarm, at the earliest deadline. */
import { isEnded, isOpen, type Run, type ToolCall } from './run-state.ts'

/** An active run is checked at least this often, so that it continues after an eviction. */
export const WATCHDOG_MS = 15_000
/**
 * Overdue work is already in progress (a call to the room may take seconds): looking
 * again at once would ring without a pause until it is done.
 */
export const OVERDUE_MS = 1_000
/** The room settles a call at its deadline; the conversation gives up this much later. */
export const ROOM_GRACE_MS = 30_000

export interface AlarmView {
	readonly run: Run | null
	/** The run's open calls. */
	readonly calls: readonly ToolCall[]
	/** Calls of stopped runs that the room is not done with: it is asked again. */
	readonly leaving: readonly ToolCall[]
	/** Messages that wait to enter. */
	readonly queued: number
	/** When the outbox is due; null if it is empty. */
	readonly outboxAt: number | null
	readonly now: number
}

/** Unix ms, or null if nothing is due: then the object sleeps until it is called. */
export function computeNextAlarm(view: AlarmView): number | null {
	const times: number[] = []
	if (view.outboxAt !== null) times.push(view.outboxAt)
	if (view.leaving.length > 0) {
		times.push(Math.min(view.now + WATCHDOG_MS, ...view.leaving.map((c) => c.nextAt ?? view.now)))
	}
	const run = view.run
	// The next run begins by itself.
	if (run && isEnded(run) && view.queued > 0) times.push(view.now)
	if (run && !isEnded(run)) {
		switch (run.state) {
			case 'queued':
			case 'running':
				times.push(view.now + WATCHDOG_MS)
				break
			case 'waiting_retry':
				times.push(run.nextAt ?? view.now)
				break
			case 'waiting_editor':
				for (const call of view.calls) {
					if (isOpen(call) && call.nextAt !== null) times.push(call.nextAt)
				}
				break
			case 'waiting_approval':
				break
			case 'completed':
			case 'failed':
			case 'cancelled':
				break
			default:
				run.state satisfies never
		}
	}
	if (times.length === 0) return null
	const earliest = Math.min(...times)
	return earliest > view.now ? earliest : view.now + OVERDUE_MS
}
