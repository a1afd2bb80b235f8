/**
 * Coding agents on a computer (sessions of Claude Code in its terminals), as a relay sees them and the page shows them:
 * the cards of one linked folder, and parts of their transcripts. Read under ids that begin with `view.`: no end stores them.
 */
import * as z from 'zod/mini'
import { EditorKey } from '../editors/editors.ts'
import { TerminalId, TerminalList, ViewerId } from './terminals.ts'

export const AGENT_LIMITS = {
	/** Cards of one folder, sub-agents included; beyond this, those that ended first are left out. */
	cards: 100,
	/** Lines of recent tools on a card, the newest. */
	tools: 8,
	/** Characters of a card's title, and of a line on it. */
	line: 200,
	/** Entries of one part of a transcript. */
	entries: 200,
	/** Characters of one text in a transcript; the rest is cut, and said to be. */
	text: 20_000,
	/** Characters of what is looked for in a transcript. */
	find: 200,
} as const

/** The first session that the card stood for, and `.` with the id of a sub-agent. Two computers may have the same. */
export const AgentId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,100}(\.[A-Za-z0-9_-]{1,100})?$/))

const Line = z.string().check(z.maxLength(AGENT_LIMITS.line))
const Milliseconds = z.int().check(z.nonnegative())
const Count = z.int().check(z.nonnegative())

/**
 * `sure`: a hook or a record of the transcript said so; false: it follows from silence, and may be wrong.
 * waiting_input: its turn is over, or it asks something · waiting_turn: it continues by itself, such as in a loop ·
 * idle: nobody has given it anything to do
 */
export const AgentStatus = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('working'), text: Line }),
	z.object({ kind: z.literal('waiting_permission'), text: Line, sure: z.boolean() }),
	z.object({ kind: z.literal('waiting_input'), text: Line, sure: z.boolean() }),
	z.object({ kind: z.literal('waiting_turn'), text: Line }),
	z.object({ kind: z.literal('idle') }),
	z.object({ kind: z.literal('ended'), sure: z.boolean() }),
])
export type AgentStatus = z.infer<typeof AgentStatus>

export const AgentTool = z.object({
	toolId: z.string().check(z.maxLength(200)),
	/** A sentence such as "Reading App.tsx". */
	text: Line,
	state: z.enum(['running', 'done', 'failed']),
})
export type AgentTool = z.infer<typeof AgentTool>

/** Each message of a model once, however many records it has. */
export const AgentTokens = z.object({
	input: Count,
	output: Count,
	cacheRead: Count,
	cacheWrite: Count,
})
export type AgentTokens = z.infer<typeof AgentTokens>

export const AgentCard = z.object({
	agentId: AgentId,
	/** The session of now: another one after `/clear`. */
	sessionId: z.string().check(z.maxLength(100)),
	/** A sub-agent's or a team member's agent, which is a card as well. */
	parent: z.optional(AgentId),
	/** Its first prompt, or the sub-agent's own name. */
	title: Line,
	/** The path below the linked folder; empty: the folder itself. */
	folder: Line,
	branch: z.optional(Line),
	/** The name of another agent than Claude Code. */
	program: z.optional(Line),
	/** True if the session of such an agent can be continued after its end. */
	continues: z.optional(z.literal(true)),
	/** The name that such an agent gives its mode of now. */
	mode: z.optional(Line),
	model: z.optional(Line),
	status: AgentStatus,
	/** The conversation in which people of the project are asked for the permission that it waits for. */
	conversationId: z.optional(z.string().check(z.maxLength(64))),
	/** The terminal that it runs in, or ran in, if the relay has started it. */
	terminalId: z.optional(TerminalId),
	/** When the status began, and when anything was last heard. */
	since: Milliseconds,
	heardAt: Milliseconds,
	tools: z.array(AgentTool).check(z.maxLength(AGENT_LIMITS.tools)),
	tokens: AgentTokens,
	/** US dollars for the models whose price is known; absent: no price is known. */
	cost: z.optional(z.number().check(z.nonnegative())),
	/** Tokens of the newest request, and the most that the model takes. */
	context: z.optional(z.object({ used: Count, window: z.optional(Count) })),
})
export type AgentCard = z.infer<typeof AgentCard>

/** `shown` false: nobody on that computer has allowed it for this folder, and the list is empty. */
export const AgentList = z.object({
	shown: z.boolean(),
	/** Grows with every change, also over a restart of the relay. */
	revision: z.int(),
	cards: z.array(AgentCard).check(z.maxLength(AGENT_LIMITS.cards)),
	/** Absent: nobody on that computer has allowed terminals for this folder. */
	terminals: z.optional(TerminalList),
})
export type AgentList = z.infer<typeof AgentList>

/** Relay → room → page, while somebody looks: the cards that changed since the revision before, whole. */
export const AgentsChanged = z.object({
	editorKey: EditorKey,
	revision: z.int(),
	shown: z.boolean(),
	cards: z.array(AgentCard).check(z.maxLength(AGENT_LIMITS.cards)),
	gone: z.array(AgentId).check(z.maxLength(AGENT_LIMITS.cards)),
	/** All terminals, if one changed; null: they are no longer allowed. */
	terminals: z.optional(z.nullable(TerminalList)),
})
export type AgentsChanged = z.infer<typeof AgentsChanged>

/** Relay → room: an agent of this folder began to wait for its person, which is sure. It tells neither agent nor session. */
export const AgentsWait = z.object({ editorKey: EditorKey })
export type AgentsWait = z.infer<typeof AgentsWait>

/** The part that is open on a page of agents: an agent, or a terminal by its id; null: only the cards. */
const OpenAgent = z.nullable(z.object({ editorKey: EditorKey, agentId: AgentId }))

/** Page → room, on the page of agents. Without `open`: the page was left. */
export const ViewerOpened = z.object({ open: z.optional(OpenAgent) })
export type ViewerOpened = z.infer<typeof ViewerOpened>

/** Room → page, on the page of agents: what other pages have open there. */
export const AgentsOpened = z.object({
	pages: z.array(
		z.object({
			editorKey: EditorKey,
			agentId: AgentId,
			/** The page's id, the same as in a terminal's `writer`. */
			viewer: ViewerId,
			/** Absent: another page of the same person. */
			name: z.optional(z.string().check(z.maxLength(200))),
		}),
	),
})
export type AgentsOpened = z.infer<typeof AgentsOpened>

const Text = z.string().check(z.maxLength(AGENT_LIMITS.text))
const Entry = {
	/** The byte of the file at which its line begins. */
	byte: Count,
	/** Absent: the record has no time. */
	at: z.optional(Milliseconds),
} as const

export const TranscriptEntry = z.discriminatedUnion('kind', [
	z.object({ ...Entry, kind: z.literal('prompt'), text: Text }),
	z.object({ ...Entry, kind: z.literal('text'), text: Text }),
	z.object({ ...Entry, kind: z.literal('thinking'), text: Text }),
	z.object({
		...Entry,
		kind: z.literal('tool'),
		toolId: z.string().check(z.maxLength(200)),
		name: Line,
		/** A sentence such as "Editing App.tsx". */
		text: Line,
		/** JSON, or its beginning. */
		input: Text,
		/** The texts that an edit replaces; without `before`, the file is written whole. */
		changes: z.optional(
			z
				.array(z.object({ path: Line, before: z.optional(Text), after: Text }))
				.check(z.maxLength(50)),
		),
	}),
	z.object({
		...Entry,
		kind: z.literal('result'),
		toolId: z.string().check(z.maxLength(200)),
		failed: z.boolean(),
		text: Text,
	}),
	/** Something that happened: the end of a turn, a summary of what was before. */
	z.object({ ...Entry, kind: z.literal('note'), text: Text }),
])
export type TranscriptEntry = z.infer<typeof TranscriptEntry>

/** Whole lines between two bytes of a session's file, oldest first, secrets hidden. */
export const TranscriptPart = z.object({
	/** Its path on the computer. Absent: from a relay that does not tell it. */
	file: z.optional(z.string().check(z.maxLength(4_096))),
	sessionId: z.string().check(z.maxLength(100)),
	/** Bytes of the file now. */
	size: Count,
	/** The byte at which the first line that was read begins; 0: nothing is before it. */
	from: Count,
	/** The byte at which the next line would begin. */
	to: Count,
	entries: z.array(TranscriptEntry).check(z.maxLength(AGENT_LIMITS.entries)),
})
export type TranscriptPart = z.infer<typeof TranscriptPart>

const OfFolder = { editorKey: EditorKey } as const
const Find = z.string().check(z.minLength(1), z.maxLength(AGENT_LIMITS.find))
const OfTranscript = {
	...OfFolder,
	agentId: AgentId,
	/** The newest lines before this byte; absent: before the end. */
	before: z.optional(Count),
	/** Asks for the lines from this byte on instead. */
	after: z.optional(Count),
	/**
	 * Only entries with this text, in any case of letters. One read looks through a bounded part of the file, so it may find
	 * nothing and is to be asked again from where it stopped (`from`), until that is 0.
	 */
	find: z.optional(Find),
} as const

/** Page → room, from people who may see the agents of the project's computers. */
export const ViewerAgentRead = z.discriminatedUnion('of', [
	z.object({ of: z.literal('folder'), ...OfFolder }),
	z.object({ of: z.literal('transcript'), ...OfTranscript }),
])
export type ViewerAgentRead = z.infer<typeof ViewerAgentRead>

/** Room → relay, under ids of reads. Results are outcomes: of an `AgentList`, of a `TranscriptPart`. */
export const AgentReads = {
	'agents.list': z.object(OfFolder),
	'agents.transcript': z.object(OfTranscript),
} as const
export type AgentRead = keyof typeof AgentReads
