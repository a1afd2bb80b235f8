/** Coding agents on the project's computers: questions of the page for a relay, and its news for the pages. Nothing is kept here. */
import type {
	AgentsChanged,
	AgentsOpened,
	AgentsWait,
	ViewerAgentRead,
	ViewerOpened,
} from '@fairlead/protocol/agents/agents'
import { failed } from '@fairlead/protocol/wire/calls'
import { type JsonRpcId, rpcNotification, rpcSuccess } from '@fairlead/protocol/wire/json-rpc'
import { authorOf } from '../../access/author.ts'
import { pushOfAgents } from '../../feeds/notify-feeds.ts'
import type { RoomContext } from '../room-context.ts'
import { type RelayState, type ViewerState, viewerMay } from '../sockets/sockets.ts'

const DENIED = 'You can view this project, but not the coding agents on its computers.'

/** Pages that one is told of; a person looks at a card, not at a crowd. */
const MAX_TOLD = 50
/** A person who was pushed to sees all agents of the project, and those that begin to wait so soon after. */
const PUSH_PAUSE_MS = 5_000

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

/** Pushes for agents that began to wait. No relay can make more of them than a person could bear. */
export class AgentPushes {
	readonly #room: RoomContext
	#pushedAt = Number.NEGATIVE_INFINITY

	constructor(room: RoomContext) {
		this.#room = room
	}

	waits({ relayId, projectId }: RelayState, { editorKey }: AgentsWait): void {
		const { env, seats, now, background } = this.#room
		if (seats.get(editorKey)?.relayId !== relayId) return
		if (now() - this.#pushedAt < PUSH_PAUSE_MS) return
		this.#pushedAt = now()
		background(
			pushOfAgents(env, projectId).catch((error: unknown) => {
				console.warn(JSON.stringify({ level: 'warn', event: 'not_pushed', error: String(error) }))
			}),
		)
	}
}

/** A page opened an agent, only shows the cards, or was left. */
export function openedAgent(
	room: RoomContext,
	ws: WebSocket,
	state: ViewerState,
	{ open }: ViewerOpened,
): void {
	if (!viewerMay(state, 'room.see_agents')) return
	const { agent: _, ...viewer } = state
	room.sockets.set(ws, open === undefined ? viewer : { ...viewer, agent: open })
	tellOpened(room)
}

/** Tells each page of agents what the others have open. */
export function tellOpened({ sockets }: RoomContext): void {
	const there = sockets
		.viewers()
		.filter(({ state }) => state.agent !== undefined && viewerMay(state, 'room.see_agents'))
	for (const { ws, state } of there) {
		const own = authorOf(state.actor).userId
		const pages: AgentsOpened['pages'] = there
			.flatMap((other) => {
				if (other.ws === ws || !other.state.agent) return []
				const { actor, agent, viewerId: viewer } = other.state
				const isOwn = authorOf(actor).userId === own
				return [{ ...agent, viewer, ...(isOwn ? {} : { name: actor.name }) }]
			})
			.slice(0, MAX_TOLD)
		sockets.send(ws, rpcNotification('agents.opened', { pages } satisfies AgentsOpened))
	}
}
