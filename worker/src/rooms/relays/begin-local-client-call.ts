/** Hands calls and runs of MCP clients on a relay's machine from the room to conversations. */
import type {
	DeskAsked,
	DeskCall,
	DeskReport,
	DeskRun,
	DeskRunAnswer,
} from '@fairlead/protocol/wire/relay-link'
import { authorOf } from '../../access/author.ts'
import {
	beginDeskCall,
	deskActor,
	deskConversationId,
	isDeskCall,
	takeDeskReport,
} from '../../mcp-server/calls/desk-call.ts'
import { answerDeskRun } from '../../mcp-server/runs/desk-runs.ts'
import type { RoomContext } from '../room-context.ts'
import type { RelayState } from '../sockets/sockets.ts'

/** A relay asks for its own clients, never about another relay's editor. */
type Room = Pick<RoomContext, 'env' | 'seats' | 'deskCalls' | 'now'>

/** Hands a relay's `desk.ask` to the client's conversation. */
export async function askPeople(
	{ env, seats, deskCalls, now }: Room,
	relay: RelayState,
	call: DeskCall,
): Promise<DeskAsked> {
	const { relayId } = relay
	const seat = seats.get(call.editorKey)
	if (seat?.relayId !== relayId) return { open: false }
	if (!isDeskCall(call, seats.tools(call.editorKey))) return { open: false }
	const at = now()
	const conversationId = await deskConversationId(relay, call, at)
	const open = await deskCalls.ask({
		call,
		relayId,
		conversationId,
		author: authorOf(deskActor(relay, call.client)),
		begin: () =>
			beginDeskCall(env, relay, conversationId, call, { editorName: seat.seat.name, now: at }),
	})
	return open ? { open, conversationId } : { open }
}

/** Answers a relay's `desk.run`. Rejects if D1 or the conversation does not answer: asking again is safe. */
export async function askRun(
	{ env, seats }: Room,
	relay: RelayState,
	asked: DeskRun,
): Promise<DeskRunAnswer> {
	if (asked.do === 'start' && seats.get(asked.editorKey)?.relayId !== relay.relayId)
		return { ok: false, message: 'This folder is no longer linked to the project.' }
	return answerDeskRun(env, relay, asked)
}

/** Resolves when a relay's `desk.report` is durable; false: it will never be taken. Rejects if it cannot be taken now. */
export async function takeLocalReport(
	{ env, seats, now }: Room,
	relay: RelayState,
	report: DeskReport,
): Promise<boolean> {
	const seat = seats.get(report.editorKey)
	if (seat?.relayId !== relay.relayId) return false
	if (!isDeskCall(report, seats.tools(report.editorKey))) return false
	return takeDeskReport(env, relay, report, { editorName: seat.seat.name, now: now() })
}
