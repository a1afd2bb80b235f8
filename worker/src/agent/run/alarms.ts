/** When the object must wake by itself: one alarm, the least of all deadlines. */
import { isEnded, isOpen, type Run, type ToolCall } from './run-state.ts'

/** An active run is looked after at least this often: what an eviction interrupted goes on. */
export const WATCHDOG_MS = 15_000
/**
 * What is overdue is being worked on already (a call to the room may take seconds): looking
 * again at once would ring without a pause until it is done.
 */
export const OVERDUE_MS = 1_000
/** The room settles a call at its deadline; the conversation gives up this much later. */
export const ROOM_GRACE_MS = 30_000

export interface AlarmView {
	readonly run: Run | null
	/** Of the run, those that are open. */
	readonly calls: readonly ToolCall[]
	/** Calls of stopped runs that the room is not done with: it is asked again. */
	readonly leaving: readonly ToolCall[]
	/** Messages that wait to enter. */
	readonly queued: number
	/** When the outbox wants to be tried; null when it is empty. */
	readonly outboxAt: number | null
	readonly now: number
}

/** Unix ms, or null when nothing is due: then the object sleeps until it is called. */
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
