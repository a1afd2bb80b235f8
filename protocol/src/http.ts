/** JSON bodies of `/api`. */
import * as z from 'zod/mini'
import { Author } from './author.ts'
import { EditorKey, EditorSeat } from './editors.ts'
import { Effort } from './models.ts'
import { MadeKind } from './packs/kind.ts'
import { MemberRole } from './roles.ts'
import { Budget, ConversationMode, RunState, RunVerdict, Steer } from './runs.ts'
import { ApprovalScope, Permission } from './stream-parts.ts'

/** Ids are `<prefix>_<24 characters of base32 Crockford, lower case>`, sortable by creation. */
export const Id = z.string().check(z.regex(/^[a-z]{2,4}_[0-9a-z]{10,40}$/))

export const Health = z.object({
	ok: z.literal(true),
	version: z.string(),
	/** The model new conversations use. `demo` tells the page to label it. */
	model: z.object({ provider: z.string(), id: z.string(), demo: z.boolean() }),
	/** True until the owner has signed in for the first time. */
	setupNeeded: z.boolean(),
})
export type Health = z.infer<typeof Health>

/**
 * A setup token of this length cannot be guessed at any rate, so the right one signs in despite any number of failed
 * tries. A shorter one has to wait like any other, or the limit would have no effect.
 */
export const UNGUESSABLE_TOKEN_CHARS = 20
export const SetupRequest = z.object({ token: z.string().check(z.minLength(1), z.maxLength(512)) })
export const Me = z.object({
	userId: Id,
	name: z.string(),
	/** trial: has no account yet. */
	role: z.enum(['owner', 'member', 'trial']),
	/** The reason that the operator gave; missing: the account is not suspended. */
	suspended: z.optional(z.string()),
})
export type Me = z.infer<typeof Me>

/** A browser in which this user is signed in. */
export const Session = z.object({
	id: Id,
	/** Such as "Firefox on Windows"; null: it did not say. */
	client: z.nullable(z.string()),
	createdAt: z.int(),
	expiresAt: z.int(),
	/** True for the session of this request. */
	current: z.boolean(),
})
export type Session = z.infer<typeof Session>
export const SessionList = z.object({ sessions: z.array(Session) })

export const ProjectName = z
	.string()
	.check(z.trim(), z.minLength(1, 'Give the project a name.'), z.maxLength(100))
export const Project = z.object({
	id: Id,
	name: z.string(),
	createdAt: z.int(),
	updatedAt: z.int(),
	/** The latest message or run in it; before the first one, when it was created. */
	lastUsedAt: z.int(),
	conversationCount: z.int(),
	/** Conversations whose run waits for an answer; 0 for viewers, who cannot give one. */
	needsYouCount: z._default(z.int(), 0),
	/** Yours; null: you are not a member. */
	role: z.nullable(MemberRole),
	/** Applies to each run, unless its conversation sets another. */
	budget: z.optional(Budget),
	/** The reason that the operator gave; missing: the project is not suspended. */
	suspended: z.optional(z.string()),
	/** Fixed when it was created; missing: that of the folder that its runs work in. */
	kind: z.optional(MadeKind),
})
export type Project = z.infer<typeof Project>
export const ProjectList = z.object({ projects: z.array(Project) })
export const CreateProject = z.object({ name: ProjectName, kind: z.optional(MadeKind) })
export const UpdateProject = z
	.object({
		name: z.optional(ProjectName),
		/** Null: the default. */
		budget: z.optional(z.nullable(Budget)),
	})
	.check(
		z.refine(
			(change) => Object.keys(change).length > 0,
			'Specify what to change: "name" or "budget".',
		),
	)

/** A person's change to a project or a conversation, with the value before. */
export const Change = z.object({
	id: z.string(),
	/** Null: the project itself was changed. */
	conversationId: z.nullable(z.string()),
	what: z.enum([
		'title',
		'mode',
		'model',
		'effort',
		'budget',
		'name',
		'role',
		'grant',
		'share',
		'automation',
	]),
	/** The member whose role changed, or the permission. */
	subject: z.nullable(z.string()),
	before: z.unknown(),
	after: z.unknown(),
	by: z.omit(Author, { userId: true }),
	createdAt: z.int(),
})
export type Change = z.infer<typeof Change>
export const ChangeList = z.object({ changes: z.array(Change) })
export type ChangeList = z.infer<typeof ChangeList>

export const RelayToken = z.object({
	id: Id,
	label: z.string(),
	createdAt: z.int(),
	lastUsedAt: z.nullable(z.int()),
})
export type RelayToken = z.infer<typeof RelayToken>
export const RelayTokenList = z.object({ tokens: z.array(RelayToken) })
export const CreateRelayToken = z.object({
	label: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
})
/** `token` is shown this once; only its hash is stored. */
export const CreatedRelayToken = z.extend(RelayToken, { token: z.string() })
export type CreatedRelayToken = z.infer<typeof CreatedRelayToken>

export const Conversation = z.object({
	id: Id,
	projectId: Id,
	title: z.string(),
	/** `user` once a person has renamed it, `automation` while it has the name of the one that began it: it is never renamed automatically then. */
	titleSource: z.enum(['default', 'auto', 'user', 'automation']),
	mode: ConversationMode,
	model: z.nullable(z.string()),
	/** How long its models think, where they know the level. Missing: as the server has it. */
	effort: z.optional(Effort),
	createdAt: z.int(),
	updatedAt: z.int(),
	/** `waiting_approval` and `waiting_editor` show in lists without opening the conversation. */
	lastRun: z.nullable(z.object({ id: Id, state: RunState, verdict: z.optional(RunVerdict) })),
	budget: z.optional(Budget),
	/** It stands before the others, for all members. Missing, as the next ones: no. */
	pinned: z.optional(z.literal(true)),
	archived: z.optional(z.literal(true)),
	/** The name of its folder. */
	folder: z.optional(z.string()),
	/** In the trash: when it is deleted for good. */
	erasedAt: z.optional(z.int()),
	/** It is a branch: of which conversation (null: one that is deleted for good), at which message of it. */
	branchedFrom: z.optional(z.object({ conversationId: z.nullable(Id), messageId: z.string() })),
})
export type Conversation = z.infer<typeof Conversation>

/** The newest message that a search found in a conversation, and the text around what was searched for. */
export const FoundIn = z.object({
	messageId: z.string(),
	role: z.enum(['user', 'assistant']),
	/** In order; joined they are the text. `found`: this part was searched for. */
	snippet: z.array(z.object({ text: z.string(), found: z.optional(z.literal(true)) })),
})
export type FoundIn = z.infer<typeof FoundIn>

export const ConversationList = z.object({
	/** `found`: after a search in the messages; missing if only the title has the words. */
	conversations: z.array(z.extend(Conversation, { found: z.optional(FoundIn) })),
	nextCursor: z.nullable(z.string()),
})
export type ConversationList = z.infer<typeof ConversationList>
export const CreateConversation = z.object({
	title: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))),
	model: z.optional(z.string().check(z.maxLength(200))),
	effort: z.optional(Effort),
	mode: z.optional(ConversationMode),
	budget: z.optional(Budget),
})
export const UpdateConversation = z.object({
	title: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))),
	model: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
	/** Null: as the server has it. */
	effort: z.optional(z.nullable(Effort)),
	mode: z.optional(ConversationMode),
	/** Null: the project's. */
	budget: z.optional(z.nullable(Budget)),
	pinned: z.optional(z.boolean()),
	archived: z.optional(z.boolean()),
	/** Null: in none. A folder is there while a conversation is in it. */
	folder: z.optional(z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(60)))),
})

export const FolderList = z.object({
	folders: z.array(z.object({ name: z.string(), conversations: z.int() })),
})

/** Where the list of conversations looks. A search in `list` looks in the archive too. */
export const ConversationPlace = z.enum(['list', 'archive', 'trash'])
export type ConversationPlace = z.infer<typeof ConversationPlace>

/** A text that the person has open in an editor of the page, as it is when the message is sent. The model reads it with the message. */
export const OpenText = z.object({
	/** For people and the model: the name of a warrior. */
	name: z.string().check(z.minLength(1), z.maxLength(200)),
	/** Changes with the text: the page sends a text again only if it has changed since. */
	version: z.string().check(z.regex(/^[0-9a-z]{1,32}$/)),
	/** Missing in stored messages. */
	text: z.optional(z.string().check(z.maxLength(65_536))),
})
export type OpenText = z.infer<typeof OpenText>

/**
 * A UI message of the AI SDK. Parts of user messages are checked strictly; those of
 * assistant messages come from us and are passed through.
 */
export const UserMessagePart = z.discriminatedUnion('type', [
	z.object({
		type: z.literal('text'),
		text: z.string().check(z.minLength(1), z.maxLength(100_000)),
	}),
	z.object({
		type: z.literal('file'),
		mediaType: z.enum(['image/png', 'image/jpeg', 'image/webp', 'image/gif']),
		filename: z.optional(z.string().check(z.maxLength(200))),
		/** A `data:` URL, at most 1 MiB. */
		url: z.string().check(z.startsWith('data:image/'), z.maxLength(1_400_000)),
	}),
	z.object({ type: z.literal('data-open'), data: OpenText }),
])
export type UserMessagePart = z.infer<typeof UserMessagePart>

/** Stored twice in one row of 2 MB, up to four bytes a character. */
const MAX_MESSAGE_CHARS = 200_000

export const UserMessage = z.object({
	/** Minted by the client; a repeated id is the same message, never a second one. */
	id: z.string().check(z.minLength(1), z.maxLength(128)),
	role: z.literal('user'),
	parts: z.array(UserMessagePart).check(
		z.minLength(1),
		z.maxLength(16),
		z.refine(
			(parts) =>
				parts.reduce((sum, p) => sum + (p.type === 'text' ? p.text.length : 0), 0) <=
				MAX_MESSAGE_CHARS,
			'A message can hold at most 200,000 characters of text. Put longer texts into a project file.',
		),
	),
	metadata: z.optional(z.unknown()),
})
export type UserMessage = z.infer<typeof UserMessage>

export const PostMessage = z.object({
	message: UserMessage,
	/** For the run that the message begins; an active run keeps its model, but takes the mode. */
	model: z.optional(z.string().check(z.maxLength(200))),
	/** As `model`: for the run that it begins. */
	effort: z.optional(Effort),
	mode: z.optional(ConversationMode),
	/** During a run; default `step`. Without one it has no effect. */
	steer: z.optional(Steer),
})
export type PostMessage = z.infer<typeof PostMessage>

/**
 * The body that the AI SDK's own transports post. The path names the conversation; of the messages only
 * one counts: the last, if it is a new user message; or the answer with the user's replies to its approval requests,
 * which is the last one too, or named by `messageId`.
 */
export const ChatClientPost = z.object({
	id: z.optional(z.string()),
	messages: z.array(z.unknown()).check(z.minLength(1)),
	trigger: z.optional(z.enum(['submit-message', 'regenerate-message'])),
	messageId: z.nullish(z.string()),
	...z.omit(PostMessage, { message: true }).shape,
})
export type ChatClientPost = z.infer<typeof ChatClientPost>

/** The last message of {@link ChatClientPost} if it answers approval requests. */
export const AnsweredMessage = z.object({
	id: z.string(),
	role: z.literal('assistant'),
	/** Only parts that match {@link AnsweredQuestion} count. */
	parts: z.array(z.unknown()),
	/** Where its stream ended: see {@link STREAM_HEADER}. */
	metadata: z.optional(z.object({ cursor: z.optional(z.string().check(z.maxLength(64))) })),
})
/** A tool part as the AI SDK's `addToolApprovalResponse` leaves it. */
export const AnsweredQuestion = z.object({
	state: z.literal('approval-responded'),
	approval: z.object({
		id: z.string().check(z.maxLength(200)),
		approved: z.boolean(),
		reason: z.optional(z.string().check(z.maxLength(1_000))),
	}),
})

/**
 * A client that sends this header with this value reconnects by itself to a stream that ended without
 * `finish`. For every other client the stream is held open while the run waits for the editor, and ends
 * with `finish` at an approval request; the answer's `metadata.cursor` then says where.
 */
export const STREAM_HEADER = { name: 'x-fairlead-stream', value: 'comes-back' } as const

export const StoredMessage = z.object({
	id: z.string(),
	role: z.enum(['user', 'assistant']),
	parts: z.array(z.record(z.string(), z.unknown())),
	metadata: z.optional(z.record(z.string(), z.unknown())),
})
export type StoredMessage = z.infer<typeof StoredMessage>

/**
 * A stored message that arrived during a run and has not entered yet. When it enters it leaves the
 * queue, and the stream carries the AI SDK's `steering-message` chunk with the same id and parts.
 */
export const QueuedMessage = z.object({
	id: z.string(),
	/** Text and file parts, as the transcript will show them. */
	parts: z.array(z.record(z.string(), z.unknown())),
	steer: Steer,
	by: Author,
	createdAt: z.int(),
})
export type QueuedMessage = z.infer<typeof QueuedMessage>
/** In the order in which they enter. */
export const QueuedMessageList = z.object({ queued: z.array(QueuedMessage) })
/** Answer 202 of `POST …/messages` during a run: stored, follow the run with `GET …/stream`. */
export const PostedQueued = z.object({
	queued: QueuedMessage,
	run: z.nullable(z.object({ id: Id, messageId: z.string() })),
})
export type PostedQueued = z.infer<typeof PostedQueued>

export const MessagePage = z.object({
	/** Oldest first. The message of an active run is not in here: it is in the stream. */
	messages: z.array(StoredMessage),
	/** Pass as `before` for the page of older messages; null at the beginning. */
	before: z.nullable(z.string()),
	activeRun: z.nullable(z.object({ id: Id, state: RunState, messageId: z.string() })),
	/** Messages waiting to enter. */
	queued: z.optional(z.array(QueuedMessage)),
})
export type MessagePage = z.infer<typeof MessagePage>

export const StopRequest = z.object({
	runId: z.optional(Id),
	/** Withdraws the waiting messages; otherwise they begin the next run. */
	withdrawQueued: z.optional(z.boolean()),
})
export const StopResult = z.object({
	runId: z.nullable(Id),
	state: z.nullable(RunState),
	/** Calls that were sent and are not over yet; the next run begins when they are. */
	openCalls: z._default(z.int().check(z.nonnegative()), 0),
	/** The withdrawn messages. */
	withdrawn: z._default(z.array(QueuedMessage), []),
})
export type StopResult = z.infer<typeof StopResult>

/** Answer to a `tool-approval-request` of the stream. */
export const ApprovalAnswer = z
	.object({
		approved: z.boolean(),
		/** For a denial; the model sees it. */
		reason: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(1_000))),
		/** Wider scopes also answer the other open questions that they decide. */
		scope: z._default(ApprovalScope, 'once'),
		/** Gives the permissions in `wider` of the `data-approval` in place of those in `covers`. */
		wider: z.optional(z.boolean()),
	})
	.check(
		z.refine(
			({ approved, scope }) => approved || scope !== 'project',
			'A denial can apply to this run at most: use the scope "once" or "run".',
		),
		z.refine(
			({ approved, scope, wider }) => !wider || (approved && scope !== 'once'),
			'"wider" needs an approval with the scope "run" or "project".',
		),
	)
/** As the run's machine receives it. */
export type ApprovalAnswer = z.infer<typeof ApprovalAnswer>
/** As it is sent. */
export type ApprovalBody = z.input<typeof ApprovalAnswer>

/** "Always in this project": calls of this tool and action (on this subject) run without asking. */
export const Grant = z.extend(Permission, {
	id: Id,
	/** What the subject allows, if it covers several commands. */
	means: z.optional(z.string()),
	createdBy: z.object({ userId: z.string(), name: z.string() }),
	createdAt: z.int(),
})
export type Grant = z.infer<typeof Grant>
export const GrantList = z.object({ grants: z.array(Grant) })

/** Runs that wait for this user's answer, in all their projects. */
export const NeedsYou = z.object({
	/** Most recently started first. */
	conversations: z.array(
		z.object({
			conversationId: Id,
			title: z.string(),
			projectId: Id,
			projectName: z.string(),
			runId: Id,
		}),
	),
	/** True if there are more than listed. */
	more: z.boolean(),
})
export type NeedsYou = z.infer<typeof NeedsYou>

/** Query of `GET …/messages`. */
export const MessageQuery = z.object({
	before: z.optional(z.string().check(z.maxLength(128))),
	limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 30),
})

/** Every seat that a room knows, including those whose relay is away. */
export const SeatList = z.object({
	seats: z.array(
		z.object({
			/** The last reported phase; `gone` if the relay is away. */
			seat: EditorSeat,
			/** Whether its relay is connected now. */
			connected: z.boolean(),
		}),
	),
	target: z.nullable(EditorKey),
})
export type SeatList = z.infer<typeof SeatList>
