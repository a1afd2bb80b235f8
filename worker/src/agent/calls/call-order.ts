/** Which calls of one answer may be sent now. Pure. */
import type { ToolCall } from '../run/run-state.ts'

/** True if it was never sent, or an older instance of the object sent it. */
const wantsSending = (call: ToolCall, now: number, epoch: number): boolean =>
	(call.state === 'approved' && (call.nextAt === null || call.nextAt <= now)) ||
	(call.state === 'dispatched' && call.epoch !== epoch)

/**
 * Calls of one answer take effect in the order in which the model made them, wherever they
 * run: a refresh does not overtake the file written before it. So a call waits for every earlier one
 * that is open, with two exceptions: reads run in parallel, and the editor, which executes its
 * calls one after another anyway, may receive several at once.
 * @param open the unsettled calls, in the order of the answer
 */
export function sendable(
	open: readonly ToolCall[],
	{ now, epoch }: { readonly now: number; readonly epoch: number },
): readonly ToolCall[] {
	const going: ToolCall[] = []
	for (const [index, call] of open.entries()) {
		if (!wantsSending(call, now, epoch)) continue
		const earlier = open.slice(0, index)
		const free = earlier.every((other) => {
			const out = other.state === 'dispatched' || going.includes(other)
			if (other.risk === 'read' && call.risk === 'read') return true
			return out && other.runsOn === 'editor' && call.runsOn === 'editor'
		})
		if (free) going.push(call)
	}
	return going
}

/** It is ready to be sent, but an earlier open call holds it back. */
export const isHeld = (call: ToolCall, now: number): boolean =>
	call.state === 'approved' && (call.nextAt === null || call.nextAt <= now)
