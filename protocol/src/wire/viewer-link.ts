/**
 * Browser ↔ room: JSON-RPC 2.0 over `wss …/api/projects/:id/room`, authenticated by
 * the session cookie. Presence, phases and events; reads of the editor for the side
 * pane. Chat does not travel here. Heartbeat as on the relay link: `ping` → `pong`.
 */
import * as z from 'zod/mini'
import { AgentsChanged, AgentsOpened, ViewerAgentRead, ViewerOpened } from '../agents/agents.ts'
import { ViewerInput, ViewerOutput, ViewerSeen, ViewerTerminalAct } from '../agents/terminals.ts'
import { ViewerCommandRead } from '../commands/command-requests.ts'
import { RevertChanged } from '../conversations/revert.ts'
import { RunState, RunVerdict } from '../conversations/runs.ts'
import { ChangeScope, EditorKey, EditorSeat } from '../editors/editors.ts'
import { Author } from '../people/author.ts'
import { CallOutcome } from './calls.ts'

export const VIEWER_LINK = {
	version: 1,
	subprotocol: 'fairlead.viewer.v1',
	pingIntervalMs: 25_000,
	maxFrameBytes: 64 * 1024,
	/** Viewers of one room; the next one is refused with 503. */
	maxViewers: 500,
} as const

export const Viewer = z.object({
	viewerId: z.string(),
	name: z.string().check(z.maxLength(200)),
	conversationId: z.optional(z.string()),
})
export type Viewer = z.infer<typeof Viewer>

export const ConnectedRelay = z.object({
	relayId: z.string(),
	/** The name that people of the project gave the computer. */
	hostName: z.string(),
	platform: z.string(),
	relayVersion: z.string(),
	connectedAt: z.int(),
})
export type ConnectedRelay = z.infer<typeof ConnectedRelay>

/** Agents that take turns at an editor. Only while somebody waits for it. Conversations, by their ids. */
export const EditorQueue = z.object({
	editorKey: EditorKey,
	/** The one whose turn it is. */
	holder: z.string(),
	/** The conversations that wait, in the order of their turns. */
	waiting: z.array(z.string()),
})
export type EditorQueue = z.infer<typeof EditorQueue>

/** The full state of a room for viewers; sent on hello and when it changes. */
export const RoomState = z.object({
	relays: z.array(ConnectedRelay),
	/** Seats of connected relays, and the target's seat (phase `gone`) if its relay is away. */
	editors: z.array(EditorSeat),
	target: z.nullable(EditorKey),
	/** The person who chose the target; absent if it is the only one, or was chosen before this was stored. */
	targetBy: z.optional(Author),
	/** Absent: nobody waits for another agent. Never told to visitors. */
	queues: z.optional(z.array(EditorQueue)),
	viewers: z.array(Viewer),
})
export type RoomState = z.infer<typeof RoomState>

export const RoomRead = z.object({
	/**
	 * A tool of the registry whose action has risk `read`: for the editor, or `read_file`, which
	 * is for people who may answer approvals.
	 */
	method: z.string().check(z.maxLength(64)),
	params: z.record(z.string(), z.unknown()),
	/** Default: the target. */
	editorKey: z.optional(EditorKey),
})
export type RoomRead = z.infer<typeof RoomRead>

export const RoomDiagnose = z.object({ relayId: z.string().check(z.maxLength(64)) })
export type RoomDiagnose = z.infer<typeof RoomDiagnose>

export const RunChanged = z.object({
	conversationId: z.string(),
	runId: z.string(),
	state: RunState,
	/** Present with `completed` if the run is not fully done. */
	verdict: z.optional(RunVerdict),
	/** Number of waiting messages (`GET …/queue`); present when it changed. */
	queued: z.optional(z.int().check(z.nonnegative())),
	/** A run in `waiting_editor` waits for something else, or one of several questions is answered; its stream says more. */
	waitChanged: z.optional(z.literal(true)),
	/** More of the run's changes, or the output of its command, has become known: its answer, which may be an older one, is to be read again. */
	answerChanged: z.optional(z.literal(true)),
})
export type RunChanged = z.infer<typeof RunChanged>

export const RoomMark = z.object({ mark: z.int().check(z.nonnegative()) })
export type RoomMark = z.infer<typeof RoomMark>

/** News that every page hears: room → browser. */
export const VIEWER_NEWS = {
	'room.state': RoomState,
	/** The target's content changed: reread what is on screen. */
	'editor.changed': z.object({ editorKey: EditorKey, scopes: z.array(ChangeScope) }),
	/** A run began, paused, continued or ended: open its stream if it is on screen. */
	'run.changed': RunChanged,
	/** A step or run is being, or was, reverted: its message has a `data-revert` part. */
	'revert.changed': RevertChanged,
	/** A conversation was created, renamed or deleted. */
	'conversations.changed': z.object({ conversationId: z.string() }),
	/** The folder's seat was forgotten: it is gone for good. */
	'seat.forgotten': z.object({ editorKey: EditorKey }),
	/**
	 * Answer with `viewer.mark` and the same number. A socket's buffer cannot be read: a
	 * viewer that confirms nothing is closed with 4012 when 4 MB are in flight to it.
	 */
	'room.mark': RoomMark,
} as const

export const ViewerLink = {
	/** browser → room */
	toRoom: {
		requests: {
			'viewer.hello': {
				params: z.object({
					protocolVersion: z.int(),
					conversationId: z.optional(z.string()),
				}),
				result: RoomState,
			},
			'room.setTarget': { params: z.object({ editorKey: EditorKey }), result: RoomState },
			/** Gives the next turn at this editor to this conversation's agent, before those that came earlier. */
			'room.letFirst': {
				params: z.object({
					editorKey: EditorKey,
					conversationId: z.string().check(z.maxLength(200)),
				}),
				result: RoomState,
			},
			'room.read': { params: RoomRead, result: CallOutcome },
			/** Asks a connected relay to check its machine; the outcome's result is a `Diagnosis`. */
			'room.diagnose': { params: RoomDiagnose, result: CallOutcome },
			/**
			 * Reads the output of a running call or of a command in the background (the outcome's result is a
			 * `CommandOutput`), or lists the commands in the background of a folder (a `CommandList`). For people who
			 * may answer approvals.
			 */
			'room.commands': { params: ViewerCommandRead, result: CallOutcome },
			/** Coding agents of a folder (an `AgentList`), or a part of one's transcript (a `TranscriptPart`). */
			'room.agents': { params: ViewerAgentRead, result: CallOutcome },
			/** Starts, follows, answers or ends a terminal on one of the project's computers. */
			'room.terminals': { params: ViewerTerminalAct, result: CallOutcome },
		},
		notifications: {
			/** The viewer opened another conversation, or none. */
			'viewer.at': z.object({ conversationId: z.nullable(z.string()) }),
			/** Answers `room.mark`: everything before it has been read. */
			'viewer.mark': RoomMark,
			/** The viewer opened an agent, or left the page of agents. */
			'viewer.opened': ViewerOpened,
			'terminal.input': ViewerInput,
			'terminal.seen': ViewerSeen,
		},
	},
	/** room → browser */
	toViewer: {
		notifications: {
			...VIEWER_NEWS,
			/** Cards of a folder's coding agents changed. For those who may see them. */
			'agents.changed': AgentsChanged,
			/** Tells a page of agents which agents other pages have open. */
			'agents.opened': AgentsOpened,
			/** Output of a terminal that this page follows. */
			'terminal.output': ViewerOutput,
		},
	},
} as const
