/**
 * Limits of one room. Beyond them, viewers are dropped before relays: a page reconnects by itself and rereads
 * the state, while a relay carries everybody's runs. `docs/reliability.md` lists them.
 */
import { VIEWER_LINK } from '@fairlead/protocol/wire/viewer-link'

export const ROOM_LIMITS = {
	/** Sockets of all kinds. Above the viewers' limit, so that relays usually find a place. */
	maxSockets: VIEWER_LINK.maxViewers + 12,
	/** Visitors with share links: members always find a place among the viewers. */
	maxVisitors: VIEWER_LINK.maxViewers - 100,
	/** Pages of one person, over all their sessions; as many as their feed takes. */
	maxPagesOfPerson: 100,
	/** MCP clients that listen, of all people; and requests of one client. */
	maxListeners: 50,
	maxListensOfClient: 4,
	/** Relays that said hello; a team has one per machine. */
	maxRelays: 64,
	/** Sockets on which a relay has not said hello; an honest one has at most a few. */
	maxGreetingRelays: 32,
	/** Calls that runs wait for. A relay reports at most this many in its hello. */
	maxPendingCalls: 1_000,
	/** Reads of one MCP client, and of all MCP clients, among these: the rest stays for runs. */
	maxClientReads: 16,
	maxMcpReads: 256,
	/** Calls of MCP clients on relays' machines that wait for a person. */
	maxDeskCalls: 256,
	/** Reads of all viewers under way; a page needs about three. */
	maxReads: 256,
	/** UTF-16 units on their way to one viewer that it has not confirmed. */
	maxViewerUnread: 4 * 1024 * 1024,
	/** The same for all sockets of the room: an object has 128 MB in total. */
	maxRoomUnread: 32 * 1024 * 1024,
	/** A viewer is asked to confirm after this much. */
	markEvery: 256 * 1024,
} as const
