/** When the object must wake by itself: one alarm, at the earliest deadline. */
import { backoffMs } from '../../platform/backoff.ts'
import { isForAgent, isWithAgent, restsOnAgents } from '../calls/call-order.ts'
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

/**
 * A sub-agent tells its end by itself. Only if its object has lost its storage it never does, which is rare: the run
 * that rests on it looks this seldom, so that it costs next to nothing.
 */
export const AGENT_LOOK_MS = 600_000

const AGENT_STOP_PAUSE_MS = 15_000
const MAX_AGENT_STOP_PAUSE_MS = 120_000
/** About twelve minutes: longer than what a sub-agent left in the editor may take, and a person still waits for it. */
export const MAX_AGENT_STOPS = 8

/** Until a sub-agent that was told to stop so often is told again. */
export const agentStopPause = (times: number): number =>
	backoffMs(times, AGENT_STOP_PAUSE_MS, MAX_AGENT_STOP_PAUSE_MS)

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
	for (const call of view.leaving) {
		const at = call.nextAt ?? view.now
		// That of a sub-agent is not a deadline: then it is told again.
		times.push(isForAgent(call) ? at : Math.min(at, view.now + WATCHDOG_MS))
	}
	const run = view.run
	// The next run begins by itself.
	if (run && isEnded(run) && view.queued > 0) times.push(view.now)
	if (run && !isEnded(run)) {
		switch (run.state) {
			case 'queued':
			case 'running':
				// A sub-agent tells its end, and wakes by itself until it has.
				times.push(view.now + (restsOnAgents(view.calls) ? AGENT_LOOK_MS : WATCHDOG_MS))
				break
			case 'waiting_retry':
				times.push(run.nextAt ?? view.now)
				break
			case 'waiting_editor':
				if (view.calls.some(isWithAgent)) times.push(view.now + AGENT_LOOK_MS)
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
