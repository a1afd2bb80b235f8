/** Coding agents on the project's computers: questions of the page for a relay, and its news for the pages. Nothing is kept here. */
import type { AgentsChanged, ViewerAgentRead } from '@fairlead/protocol/agents'
import { failed } from '@fairlead/protocol/calls'
import { type JsonRpcId, rpcSuccess } from '@fairlead/protocol/json-rpc'
import type { RoomContext } from './room-context.ts'
import { type ViewerState, viewerMay } from './sockets.ts'

const DENIED = 'You can view this project, but not the coding agents on its computers.'

/** Transcripts hold whole files and outputs of programs, beside what people typed into a terminal. */
export function readAgents(
	{ sockets, seats, reads }: RoomContext,
	ws: WebSocket,
	state: ViewerState,
	id: JsonRpcId,
	asked: ViewerAgentRead,
): void {
	const refuse = (...why: Parameters<typeof failed>): void => {
		sockets.send(ws, rpcSuccess(id, failed(...why)))
	}
	if (!viewerMay(state, 'room.see_agents')) {
		refuse('denied', DENIED)
		return
	}
	// Folders of other projects are in other rooms.
	const relayId = seats.get(asked.editorKey)?.relayId
	if (!relayId) {
		refuse('target_gone', 'This folder is no longer linked.')
		return
	}
	const { of, ...params } = asked
	reads.ask(ws, id, relayId, of === 'folder' ? 'agents.list' : 'agents.transcript', params)
}

/** A relay speaks of its own folders only. */
export function tellOfAgents(
	{ sockets, seats }: RoomContext,
	relayId: string,
	changed: AgentsChanged,
): void {
	if (seats.get(changed.editorKey)?.relayId === relayId)
		sockets.notifyPermitted('room.see_agents', 'agents.changed', changed)
}
