/** Where the room hands the calls of MCP clients on a relay's machine to a conversation. */
import type { DeskCall } from '@fairlead/protocol/relay-link'
import { authorOf } from '../access/author.ts'
import type { Env } from '../env.ts'
import { beginDeskCall, deskActor, deskConversationId, isDeskCall } from '../mcp/desk-call.ts'
import type { DeskCalls } from './desk-calls.ts'
import type { Seats } from './seats.ts'
import type { RelayState } from './sockets.ts'

interface DeskPorts {
	readonly env: Env
	readonly seats: Seats
	readonly deskCalls: DeskCalls
	readonly now: () => number
}

/** Never of another relay's editor. False: nobody is asked. */
export async function askPeople(
	{ env, seats, deskCalls, now }: DeskPorts,
	relay: RelayState,
	call: DeskCall,
): Promise<boolean> {
	const { relayId } = relay
	if (seats.get(call.editorKey)?.relayId !== relayId) return false
	if (!isDeskCall(call, seats.tools(call.editorKey))) return false
	const at = now()
	const conversationId = await deskConversationId(relay, call, at)
	return deskCalls.ask({
		...{ call, relayId, conversationId },
		author: authorOf(deskActor(relay, call.client)),
		begin: () => beginDeskCall(env, relay, conversationId, call, at),
	})
}
