/** Messages that people send, and those that are stored or wait. JSON bodies of `/api`. */
import * as z from 'zod/mini'
import { Id } from '../http/id.ts'
import { Effort } from '../models/models.ts'
import { Author } from '../people/author.ts'
import { ConversationMode, RunState, Steer } from './runs.ts'

/** A text that the person has open in an editor of the page, as it is when the message is sent. The model reads it with the message. */
export const OpenText = z.object({
	/** The name that people and the model read, such as a warrior's. */
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
	/** The model of the run that the message begins; an active run keeps its model, but takes the mode. */
	model: z.optional(z.string().check(z.maxLength(200))),
	/** The effort of the run that the message begins. */
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
	/** `cursor`: the place at which its stream ended, see {@link STREAM_HEADER}. */
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

/** The waiting messages, in the order in which they enter. */
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

/** Query of `GET …/messages`. */
export const MessageQuery = z.object({
	before: z.optional(z.string().check(z.maxLength(128))),
	limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 30),
})
