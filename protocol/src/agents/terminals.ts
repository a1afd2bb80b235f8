/**
 * Terminals that a relay runs for people of a project: coding agents that were started from the page, and shells.
 * The relay has the truth; the room passes on and keeps nothing. Positions are UTF-16 code units of a terminal's output.
 */
import * as z from 'zod/mini'
import { EditorKey } from '../editors/editors.ts'

export const TERMINAL_LIMITS = {
	/** Terminals of one linked folder, including ended ones that nobody has closed. */
	terminals: 8,
	columns: { least: 20, most: 500 },
	rows: { least: 5, most: 300 },
	/** Code units of one piece of input. A longer paste is several. */
	input: 8_192,
	/** Code units of output in one frame. */
	output: 65_536,
	/** Sent to one page and not confirmed by it; then it has to wait. */
	unseen: 262_144,
	/** Kept to fill the gap of a page that was away; after more, it gets the screen as it is. */
	kept: 1_048_576,
	/** Code units of a snapshot as JSON. A larger frame would close the page, or the relay's link. */
	snapshot: 1_000_000,
	/** Lines above the screen. */
	scrollback: 2_000,
	/** Characters of a first prompt, or of a reply to an agent. */
	text: 20_000,
	/** Extra folders of one agent. */
	folders: 10,
	/** Other agents than Claude Code that people on the computer have declared. */
	programs: 10,
	/** The modes of one such agent; further ones cannot be chosen. */
	modes: 30,
} as const

export const TerminalId = z.string().check(z.regex(/^term_[0-9a-z]{12,32}$/))

const Line = z.string().check(z.maxLength(200))
const Milliseconds = z.int().check(z.nonnegative())
const Position = z.int().check(z.nonnegative())
const between = ({ least, most }: { readonly least: number; readonly most: number }) =>
	z.int().check(z.minimum(least), z.maximum(most))

export const TerminalSize = z.object({
	columns: between(TERMINAL_LIMITS.columns),
	rows: between(TERMINAL_LIMITS.rows),
})
export type TerminalSize = z.infer<typeof TerminalSize>

/** The room's id of one open page. */
export const ViewerId = z.string().check(z.minLength(1), z.maxLength(100))

/** lost: the relay ended, and the program with it. */
export const TerminalState = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('running') }),
	z.object({
		kind: z.literal('exited'),
		/** The exit code; null if a signal ended the program. */
		code: z.nullable(z.int()),
		at: Milliseconds,
	}),
	z.object({ kind: z.literal('lost'), at: Milliseconds }),
])
export type TerminalState = z.infer<typeof TerminalState>

const ModeId = z.string().check(z.minLength(1), z.maxLength(200))

/** In the agent's own words. In some modes an agent acts without asking. */
export const AcpModes = z.object({
	/** Perhaps none of the list: the agent decides. */
	current: ModeId,
	list: z
		.array(z.object({ id: ModeId, name: Line, description: z.optional(Line) }))
		.check(z.maxLength(TERMINAL_LIMITS.modes)),
})
export type AcpModes = z.infer<typeof AcpModes>

export const Terminal = z.object({
	terminalId: TerminalId,
	/** The card of the agent that runs in it; absent: it is a shell. */
	agentId: z.optional(z.string().check(z.maxLength(201))),
	title: Line,
	/** Below the linked folder; empty: the folder itself. */
	folder: Line,
	size: TerminalSize,
	startedAt: Milliseconds,
	/** The person who started it. */
	startedBy: Line,
	state: TerminalState,
	/** An agent without a screen, which speaks the Agent Client Protocol. Absent: there is a terminal. */
	protocol: z.optional(z.literal('acp')),
	/** The name of such an agent. */
	program: z.optional(Line),
	/** The modes of such an agent while it runs. Absent: it has none. */
	modes: z.optional(AcpModes),
	/** The page whose keys it takes. Absent: the first that types. */
	writer: z.optional(z.object({ viewer: ViewerId, name: Line })),
})
export type Terminal = z.infer<typeof Terminal>

export const TerminalList = z.object({
	list: z.array(Terminal).check(z.maxLength(TERMINAL_LIMITS.terminals)),
	/** Why none can be started on that computer, for people. Agents without a screen can. */
	unavailable: z.optional(Line),
	/** Agents besides Claude Code that may be started: names that people on the computer have given. */
	programs: z.optional(z.array(Line).check(z.maxLength(TERMINAL_LIMITS.programs))),
})
export type TerminalList = z.infer<typeof TerminalList>

/** Part of the output, or with `snapshot` the whole screen and the lines above it as of `to`. */
export const OutputPart = z.object({
	from: Position,
	to: Position,
	data: z.string(),
	snapshot: z.optional(z.literal(true)),
	/** The size from this part on; absent if it has not changed. */
	size: z.optional(TerminalSize),
})
export type OutputPart = z.infer<typeof OutputPart>

/** How Claude Code asks for permissions: its own `--permission-mode`. */
export const AgentMode = z.enum(['default', 'acceptEdits', 'plan'])
export type AgentMode = z.infer<typeof AgentMode>

const Folder = { editorKey: EditorKey } as const
const OfTerminal = { ...Folder, terminalId: TerminalId } as const

/** Page → room. The answer is an outcome. */
export const ViewerTerminalAct = z.discriminatedUnion('act', [
	/** Starts Claude Code, or another agent. The result is a {@link TerminalOpened}. */
	z.object({
		...Folder,
		act: z.literal('open_agent'),
		size: TerminalSize,
		/** One of `programs`; absent: Claude Code. */
		program: z.optional(Line),
		/** The agent's first prompt. */
		prompt: z.optional(z.string().check(z.minLength(1), z.maxLength(TERMINAL_LIMITS.text))),
		mode: z.optional(AgentMode),
		/** Whether the agent gets a git worktree of its own, on a new branch. */
		worktree: z.optional(z.boolean()),
		/** Further folders that it may work in: absolute, or below the linked folder. */
		folders: z.optional(
			z
				.array(z.string().check(z.minLength(1), z.maxLength(1_000)))
				.check(z.maxLength(TERMINAL_LIMITS.folders)),
		),
		/** The card of an ended session, which continues. */
		resume: z.optional(z.string().check(z.maxLength(201))),
	}),
	/** Starts a shell, for people who may use shells. The result is a {@link TerminalOpened}. */
	z.object({ ...Folder, act: z.literal('open_shell'), size: TerminalSize }),
	/** Sends this page the output from a position on, or a snapshot first. The result is a {@link TerminalFollowed}. */
	z.object({ ...OfTerminal, act: z.literal('follow'), from: z.optional(Position) }),
	z.object({ ...OfTerminal, act: z.literal('unfollow') }),
	/** This page types from now on, whoever did before. It follows the terminal. */
	z.object({ ...OfTerminal, act: z.literal('take'), size: TerminalSize }),
	/** Changes the size. Only the page that types may do so. */
	z.object({ ...OfTerminal, act: z.literal('resize'), size: TerminalSize }),
	/** Gives the agent a prompt. */
	z.object({
		...OfTerminal,
		act: z.literal('say'),
		text: z.string().check(z.minLength(1), z.maxLength(TERMINAL_LIMITS.text)),
	}),
	/** Changes the mode of an agent without a screen to one of its `modes`. */
	z.object({ ...OfTerminal, act: z.literal('set_mode'), mode: ModeId }),
	/** Interrupts the agent's turn. */
	z.object({ ...OfTerminal, act: z.literal('interrupt') }),
	/** Ends the program, if it runs, and forgets the terminal. */
	z.object({ ...OfTerminal, act: z.literal('close') }),
])
export type ViewerTerminalAct = z.infer<typeof ViewerTerminalAct>

export const TerminalOpened = z.object({
	terminalId: TerminalId,
	agentId: z.optional(z.string().check(z.maxLength(201))),
})
export type TerminalOpened = z.infer<typeof TerminalOpened>

export const TerminalFollowed = z.object({
	/** The page that asked, as `writer` names it. */
	viewer: ViewerId,
	part: OutputPart,
})
export type TerminalFollowed = z.infer<typeof TerminalFollowed>

/** Page → room: keys and pastes. Input of a page that does not type is dropped. */
export const ViewerInput = z.object({
	...OfTerminal,
	data: z.string().check(z.minLength(1), z.maxLength(TERMINAL_LIMITS.input)),
})
/** Page → room: what it has shown, so that more is sent. */
export const ViewerSeen = z.object({ ...OfTerminal, to: Position })
/** Room → page. */
export const ViewerOutput = z.object({ ...OfTerminal, part: OutputPart })
export type ViewerOutput = z.infer<typeof ViewerOutput>

/** The person who acts, as the room has identified them. */
export const TerminalActor = z.object({
	viewer: ViewerId,
	name: Line,
	/** This person may start, see and use shells. */
	shells: z.boolean(),
})
export type TerminalActor = z.infer<typeof TerminalActor>

/** Room → relay, under ids of reads. */
export const TerminalAct = z.object({
	by: TerminalActor,
	/** Makes equal acts two: equal reads under way are one. */
	request: z.string().check(z.maxLength(100)),
	...Folder,
	act: ViewerTerminalAct,
})
export type TerminalAct = z.infer<typeof TerminalAct>
export const TERMINAL_ACT = 'terminals.act'

/** Room → relay. */
export const TerminalInput = z.object({ viewer: ViewerId, ...ViewerInput.shape })
export type TerminalInput = z.infer<typeof TerminalInput>
export const TerminalSeen = z.object({ viewer: ViewerId, ...ViewerSeen.shape })
export type TerminalSeen = z.infer<typeof TerminalSeen>
/** Room → relay: a page was closed, or lost its connection or a right. */
export const ViewerLeft = z.object({ viewer: ViewerId })
/** Relay → room. */
export const TerminalOutput = z.object({
	...OfTerminal,
	viewers: z.array(ViewerId).check(z.maxLength(500)),
	part: OutputPart,
})
export type TerminalOutput = z.infer<typeof TerminalOutput>
