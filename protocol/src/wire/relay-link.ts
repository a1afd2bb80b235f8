/**
 * Relay ↔ room: JSON-RPC 2.0 over `wss …/api/projects/:id/relay`.
 *
 * The relay dials with `Authorization: Bearer <relay token>` and the subprotocol
 * below and sends `relay.hello` first. Heartbeat: the relay sends the text frame
 * `ping` every {@link RELAY_LINK.pingIntervalMs}; the platform answers `pong`
 * without waking the room.
 */
import * as z from 'zod/mini'
import { AgentReads, AgentsChanged, AgentsWait } from '../agents/agents.ts'
import {
	TERMINAL_ACT,
	TerminalAct,
	TerminalInput,
	TerminalOutput,
	TerminalSeen,
	ViewerLeft,
} from '../agents/terminals.ts'
import { CommandReads } from '../commands/command-requests.ts'
import { DeskServer, MAX_DESK_SERVERS } from '../computers/local-mcp-servers.ts'
import { ChangeScope, EditorKey, EditorSeat, Phase } from '../editors/editors.ts'
import { Outside } from '../editors/outside.ts'
import { RUN_MODES } from '../mcp/runs/client-runs.ts'
import { RunStanding } from '../mcp/runs/standing.ts'
import {
	Call,
	CallIds,
	CallOutcome,
	CallProgress,
	CallSettled,
	JournalEntry,
	Withdrawal,
} from './calls.ts'
import { CustomTools } from './editor-link.ts'

export const RELAY_LINK = {
	version: 2,
	subprotocol: 'fairlead.relay.v2',
	pingIntervalMs: 25_000,
	/** Without a pong for this long the relay redials. */
	pongTimeoutMs: 60_000,
	maxFrameBytes: 16 * 1024 * 1024,
	helloTimeoutMs: 10_000,
} as const

/**
 * Ids of reads and of questions begin with this: of viewers, of conversations before they ask a person, of a computer's
 * own MCP clients. Such calls are safe and live in memory only: no end writes them to a journal, and no hello reports
 * them.
 */
export const READ_CALL_PREFIX = 'view.'

/** Calls of MCP clients on the relay's machine that people see, and may answer, on the page. See `desk.ask`. */
export const DESK_CALLS = {
	/** A call that nobody answers ends after this long. */
	waitMs: 10 * 60_000,
	/** A relay that is away may come back within this time; then its open calls end. */
	awayMs: 60_000,
	/** Open calls of one relay. */
	maxOpen: 32,
} as const

/** Minted by the relay; also the id of the message and of the tool call on the page. */
export const DeskCallId = z.string().check(z.regex(/^mcp_[0-9a-z]{20,40}$/))

/** The client's name, as it says. */
const DeskClient = z.string().check(z.minLength(1), z.maxLength(200))
/** `id`: minted by the relay. A repeated start is the same run. */
const DESK_RUN = { id: DeskCallId, client: DeskClient } as const

export const DeskCall = z.object({
	id: DeskCallId,
	/** A seat of this relay: the call runs there, whatever the project's target is. */
	editorKey: EditorKey,
	client: DeskClient,
	/** The session of the coding agent that calls; its calls get a conversation of their own. */
	session: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
	/** A tool of the registry, or of the editor's project. */
	name: z.string().check(z.minLength(1), z.maxLength(128)),
	params: z.record(z.string(), z.unknown()),
	/** The client's settings let it run: it is shown and can be reverted, and nobody is asked. */
	allowed: z.optional(z.boolean()),
})
export type DeskCall = z.infer<typeof DeskCall>

/** `open`: the project has the call. False: the relay runs it, or asks in the client only. */
export const DeskAsked = z.object({
	open: z.boolean(),
	/** The conversation in which people are asked. */
	conversationId: z.optional(z.string().check(z.maxLength(64))),
})
export type DeskAsked = z.infer<typeof DeskAsked>

/** An answer given in the client. The first answer counts. */
export const DeskAnswer = z.object({ id: DeskCallId, approved: z.boolean() })
export type DeskAnswer = z.infer<typeof DeskAnswer>

export const DeskWithdrawn = z.object({
	ids: z.array(DeskCallId).check(z.maxLength(DESK_CALLS.maxOpen)),
	reason: z.optional(Withdrawal),
})
export type DeskWithdrawn = z.infer<typeof DeskWithdrawn>

/** How the call ended: it ran, was denied, or nobody answered. */
export const DeskEnded = z.object({ id: DeskCallId, outcome: CallOutcome })
export type DeskEnded = z.infer<typeof DeskEnded>

/** A call that changed something on the relay's machine without asking anybody, after it ended. */
export const DeskReport = z.object({
	/** Minted by the relay: a repeated report is the same call. */
	id: DeskCallId,
	editorKey: EditorKey,
	client: DeskClient,
	name: z.string().check(z.minLength(1), z.maxLength(128)),
	params: z.record(z.string(), z.unknown()),
	/** Its id in the relay's history of files. */
	callId: z.string().check(z.minLength(1), z.maxLength(200)),
	/** Its id in the editor's Undo history. */
	recordId: z.string().check(z.minLength(1), z.maxLength(200)),
	/** Without attachments. */
	outcome: CallOutcome,
	/** When it began (Unix milliseconds). */
	at: z.int().check(z.nonnegative()),
})
export type DeskReport = z.infer<typeof DeskReport>

/** False: the project will never take this call, so the relay forgets it. */
export const DeskReported = z.object({ taken: z.boolean() })

/** A run of the agent that an MCP client on the relay's machine starts, or asks about. */
export const DeskRun = z.discriminatedUnion('do', [
	z.object({
		do: z.literal('start'),
		...DESK_RUN,
		/** A seat of this relay: the run works there, whatever the project's target is. */
		editorKey: EditorKey,
		task: z.string().check(z.minLength(1), z.maxLength(50_000)),
		mode: z.enum(RUN_MODES),
	}),
	z.object({ do: z.literal('look'), ...DESK_RUN }),
	z.object({ do: z.literal('stop'), ...DESK_RUN }),
	z.object({
		do: z.literal('answer'),
		...DESK_RUN,
		approvalId: z.string().check(z.maxLength(200)),
		approved: z.boolean(),
	}),
])
export type DeskRun = z.infer<typeof DeskRun>

/** `message`: why not, and what to do, for the client's model. */
export const DeskRunAnswer = z.discriminatedUnion('ok', [
	z.object({ ok: z.literal(true), standing: RunStanding }),
	z.object({ ok: z.literal(false), message: z.string().check(z.maxLength(2_000)) }),
])
export type DeskRunAnswer = z.infer<typeof DeskRunAnswer>

/** The MCP servers that the relay's computer has for the project of a seat, and their tools: the relay runs those. */
export const SeatServers = z.object({
	servers: z.array(DeskServer).check(z.maxLength(MAX_DESK_SERVERS)),
	tools: CustomTools,
})
export type SeatServers = z.infer<typeof SeatServers>

export const RelayHello = z.object({
	protocolVersion: z.int(),
	/** Minted once per relay home folder. */
	relayId: z.string().check(z.regex(/^[A-Za-z0-9_-]{4,64}$/)),
	/**
	 * Proves that it is the relay with that id: made from a secret of its home folder, different for
	 * each project. The room keeps a hash of the first, and refuses every other.
	 */
	relaySecret: z.string().check(z.regex(/^[A-Za-z0-9_-]{43,128}$/)),
	relayVersion: z.string().check(z.maxLength(64)),
	/** Grows with each connection of this relay to this room; persisted. */
	connSeq: z.int().check(z.nonnegative()),
	host: z.object({
		name: z.string().check(z.maxLength(200)),
		platform: z.string().check(z.maxLength(64)),
	}),
	/** Every folder linked to this project, with or without a running editor. */
	editors: z.array(EditorSeat).check(z.maxLength(64)),
	/** This room's calls that the relay knows and was not told to forget. */
	journal: z.array(JournalEntry).check(z.maxLength(1_000)),
	/** The tools of each seat with a connected editor, possibly none; other seats keep the tools sent before. */
	customTools: z.optional(z.record(EditorKey, CustomTools)),
	/** Calls that still wait for `desk.ended`; all others of this relay are withdrawn. */
	deskCalls: z.optional(z.array(DeskCallId).check(z.maxLength(DESK_CALLS.maxOpen))),
	/** Servers by seat; a seat that is absent has none. */
	servers: z.optional(z.record(EditorKey, SeatServers)),
})
export type RelayHello = z.infer<typeof RelayHello>

export const RelayHelloResult = z.object({
	protocolVersion: z.literal(RELAY_LINK.version),
	projectName: z.string(),
	forget: z.array(z.string()),
	watching: z.boolean(),
	/** The version of the relay that belongs to this server: what it tells about updates. */
	relayVersion: z.optional(z.string().check(z.maxLength(64))),
	/** This server takes `desk.ask`. */
	deskCalls: z.optional(z.boolean()),
	/** This server takes `desk.run`. */
	deskRuns: z.optional(z.boolean()),
	/** This server takes `desk.report`. */
	deskReports: z.optional(z.boolean()),
	/** This server takes `agents.waits`. */
	agentWaits: z.optional(z.boolean()),
})
export type RelayHelloResult = z.infer<typeof RelayHelloResult>

/** A call together with the seat it is for. */
export const RoutedCall = z.extend(Call, { editorKey: EditorKey })
export type RoutedCall = z.infer<typeof RoutedCall>

/** `customTools`: its editor's tools from now on; absent: no editor is connected, or no change. */
export const SeatUpdated = z.extend(EditorSeat, {
	customTools: z.optional(CustomTools),
	/** From now on; absent: no change. */
	servers: z.optional(SeatServers),
})
export type SeatUpdated = z.infer<typeof SeatUpdated>

export const SeatPhase = z.object({
	editorKey: EditorKey,
	phase: Phase,
	phaseSince: z.int().check(z.nonnegative()),
	detail: z.optional(z.string().check(z.maxLength(200))),
	/** See `EditorSeat`; also sent when only this changed. */
	outside: z.optional(Outside),
})
export type SeatPhase = z.infer<typeof SeatPhase>

export const SeatChanged = z.object({
	editorKey: EditorKey,
	scopes: z.array(ChangeScope).check(z.minLength(1)),
})
export type SeatChanged = z.infer<typeof SeatChanged>

export const RelayLink = {
	/** relay → room */
	toRoom: {
		requests: {
			'relay.hello': { params: RelayHello, result: RelayHelloResult },
			'call.settled': { params: CallSettled, result: z.object({}) },
			/** An MCP client's call that needs approval, which people may give on the page, too; or that is to be seen there. */
			'desk.ask': { params: DeskCall, result: DeskAsked },
			'desk.answer': { params: DeskAnswer, result: z.object({}) },
			'desk.run': { params: DeskRun, result: DeskRunAnswer },
			/** Durable when it is answered. An error: the relay reports it again later. */
			'desk.report': { params: DeskReport, result: DeskReported },
		},
		notifications: {
			/** A seat appeared or its process changed. */
			'seat.updated': SeatUpdated,
			/** A folder was unlinked. */
			'seat.removed': z.object({ editorKey: EditorKey }),
			'seat.phase': SeatPhase,
			'seat.changed': SeatChanged,
			'call.progress': CallProgress,
			/** While the room watches, at most four a second of one folder. */
			'agents.changed': AgentsChanged,
			/** Whether or not the room watches. Only to a server that takes it. */
			'agents.waits': AgentsWait,
			/** Sent on to the pages that follow a terminal. */
			'terminal.output': TerminalOutput,
			/** The client went away or cancelled. What has begun runs to its end. */
			'desk.withdraw': DeskWithdrawn,
		},
	},
	/** room → relay */
	toRelay: {
		requests: {
			call: { params: RoutedCall, result: z.unknown() },
			/** Its outcome's result is a `Diagnosis`. Asked under an id that begins with {@link READ_CALL_PREFIX}. */
			'relay.diagnose': { params: z.object({}), result: CallOutcome },
			/** Commands in the background of one folder; the outcome's result is a `CommandList`. Asked as `relay.diagnose` is. */
			'commands.list': { params: CommandReads['commands.list'], result: CallOutcome },
			/** The outcome's result is a `CommandOutput`. */
			'commands.output': { params: CommandReads['commands.output'], result: CallOutcome },
			/** Coding agents in the terminals of the computer: the outcome's result is an `AgentList`. */
			'agents.list': { params: AgentReads['agents.list'], result: CallOutcome },
			/** The outcome's result is a `TranscriptPart`. */
			'agents.transcript': { params: AgentReads['agents.transcript'], result: CallOutcome },
			/** A person's act on a terminal. Asked as `relay.diagnose` is. */
			[TERMINAL_ACT]: { params: TerminalAct, result: CallOutcome },
		},
		notifications: {
			'call.cancel': CallIds,
			'calls.forget': CallIds,
			watch: z.object({ watching: z.boolean() }),
			'desk.ended': DeskEnded,
			'terminal.input': TerminalInput,
			'terminal.seen': TerminalSeen,
			'viewer.left': ViewerLeft,
		},
	},
} as const
