/** Conversations and their lists. JSON bodies of `/api`. */
import * as z from 'zod/mini'
import { Id } from '../http/id.ts'
import { Effort } from '../models/models.ts'
import { Budget, ConversationMode, RunState, RunVerdict } from './runs.ts'

export const Conversation = z.object({
	id: Id,
	projectId: Id,
	title: z.string(),
	/**
	 * `user`: a person has renamed it · `automation`: it has the name of the automation that began it. Either one is
	 * never renamed automatically.
	 */
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
	/** True if it stands before the others, for all members; missing: it does not. */
	pinned: z.optional(z.literal(true)),
	archived: z.optional(z.literal(true)),
	/** The name of its folder. */
	folder: z.optional(z.string()),
	/** The time at which it is deleted for good; missing: it is not in the trash. */
	erasedAt: z.optional(z.int()),
	/** A branch's original (null: deleted for good) and the message at which it branched; missing: it is not a branch. */
	branchedFrom: z.optional(z.object({ conversationId: z.nullable(Id), messageId: z.string() })),
})

export type Conversation = z.infer<typeof Conversation>

/** The newest message that a search found in a conversation, and the text around what was searched for. */
export const FoundIn = z.object({
	messageId: z.string(),
	role: z.enum(['user', 'assistant']),
	/** Parts of the text, in order. `found`: this part was searched for. */
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
	/** null: as the server has it. */
	effort: z.optional(z.nullable(Effort)),
	mode: z.optional(ConversationMode),
	/** null: the project's. */
	budget: z.optional(z.nullable(Budget)),
	pinned: z.optional(z.boolean()),
	archived: z.optional(z.boolean()),
	/** null: no folder. A folder exists while a conversation is in it. */
	folder: z.optional(z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(60)))),
})

export const FolderList = z.object({
	folders: z.array(z.object({ name: z.string(), conversations: z.int() })),
})

/** The part of a project that a list of conversations covers. A search in `list` covers the archive too. */
export const ConversationPlace = z.enum(['list', 'archive', 'trash'])

export type ConversationPlace = z.infer<typeof ConversationPlace>
