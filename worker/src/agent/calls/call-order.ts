/** Which calls of one answer may be sent now. Pure. */
import { SUB_AGENT } from '@fairlead/protocol/tools'
import type { ToolCall } from '../run/run-state.ts'

/** It starts a sub-agent: no other call is both sent and of the Worker. */
export const isForAgent = ({ runsOn }: Pick<ToolCall, 'runsOn'>): boolean => runsOn === 'worker'

/** The sub-agent of this call is known to have begun: its end is told. */
export const isWithAgent = (call: ToolCall): boolean =>
	isForAgent(call) && call.state === 'dispatched' && call.nextAt === null

/** Every open call is with a sub-agent, or waits until one of as many as may be under way has ended. */
export function restsOnAgents(open: readonly ToolCall[]): boolean {
	const under = open.filter(isWithAgent).length
	const others = open.filter((call) => !isWithAgent(call))
	if (under === 0) return false
	return under >= SUB_AGENT.atOnce ? others.every(isHeldAgent) : others.length === 0
}

const isHeldAgent = (call: ToolCall): boolean =>
	isForAgent(call) && call.state === 'approved' && call.nextAt === null

/** True if it was never sent, or an older instance of the object sent it. */
const wantsSending = (call: ToolCall, now: number, epoch: number): boolean =>
	(call.state === 'approved' && (call.nextAt === null || call.nextAt <= now)) ||
	(call.state === 'dispatched' && call.epoch !== epoch)

/**
 * Calls of one answer take effect in the order in which the model made them, wherever they
 * run: a refresh does not overtake the file written before it. So a call waits for every earlier one
 * that is open, with two exceptions: reads run in parallel, and the editor, which executes its
 * calls one after another anyway, may receive several at once. Of sub-agents, only so many are under way.
 * @param open the unsettled calls, in the order of the answer
 */
export function sendable(
	open: readonly ToolCall[],
	{ now, epoch }: { readonly now: number; readonly epoch: number },
): readonly ToolCall[] {
	const going: ToolCall[] = []
	const isOut = (call: ToolCall): boolean => call.state === 'dispatched' || going.includes(call)
	for (const [index, call] of open.entries()) {
		if (!wantsSending(call, now, epoch)) continue
		const under = open.filter((other) => isForAgent(other) && isOut(other))
		if (isForAgent(call) && !isOut(call) && under.length >= SUB_AGENT.atOnce) continue
		const earlier = open.slice(0, index)
		const free = earlier.every((other) => {
			if (other.risk === 'read' && call.risk === 'read') return true
			return isOut(other) && other.runsOn === 'editor' && call.runsOn === 'editor'
		})
		if (free) going.push(call)
	}
	return going
}

/** It is ready to be sent, but an earlier open call holds it back. */
export const isHeld = (call: ToolCall, now: number): boolean =>
	call.state === 'approved' && (call.nextAt === null || call.nextAt <= now)
