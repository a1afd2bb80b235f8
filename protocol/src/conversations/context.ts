/** The part of a conversation that a model reads, for `GET /api/conversations/:id/context`. */
import * as z from 'zod/mini'
import { Author } from '../people/author.ts'

/** project: its notes, skills that are offered or loaded, its state · calls: tools' other arguments and results */
export const ContextKind = z.enum([
	'system',
	'tools',
	'summaries',
	'project',
	'messages',
	'calls',
	'pictures',
])
export type ContextKind = z.infer<typeof ContextKind>

/** It stands for the beginning of the conversation in what a model reads. */
export const ContextSummary = z.object({
	/** Counted from 1 in its conversation. */
	number: z.int().check(z.positive()),
	/** The text that models read. */
	text: z.string(),
	/** Only the newest is read; it has taken up the earlier ones. */
	inUse: z.boolean(),
	/** Estimated tokens that it took the place of. */
	replacedTokens: z.int().check(z.nonnegative()),
	/** Unix milliseconds. */
	createdAt: z.int(),
	/** The person who changed it last. */
	edited: z.optional(z.object({ by: Author, at: z.int() })),
})
export type ContextSummary = z.infer<typeof ContextSummary>

/**
 * One thing that the model was told of the project or the account.
 * note, lost_note, unread_note: a file that was read, is gone since, or could not be read · skills, account_skills:
 * those that are offered · loaded_skill: its instructions · state: of the folder or the editor · open: in an editor of the page
 */
export const ContextTold = z.object({
	kind: z.enum([
		'note',
		'lost_note',
		'unread_note',
		'skills',
		'account_skills',
		'loaded_skill',
		'state',
		'open',
	]),
	/** Paths of notes, names of skills and texts; none for the state. */
	names: z.array(z.string()),
	/** Estimated. */
	tokens: z.int(),
})
export type ContextTold = z.infer<typeof ContextTold>

export const ConversationContext = z.object({
	/** `provider/model` of the newest run; null: there was none. */
	model: z.nullable(z.string()),
	/** Size of the model's context window, in tokens; null: unknown. */
	windowTokens: z.nullable(z.int()),
	/** The part of it that the conversation may fill. Above this, old messages are summarized. */
	viewTokens: z.int(),
	/** Estimated tokens of the next request, by kind; those without any are left out. */
	parts: z.array(z.object({ kind: ContextKind, tokens: z.int() })),
	/** The lines of the kind `project`, in the order in which they were told. */
	told: z.array(ContextTold),
	/** Newest first. */
	summaries: z.array(ContextSummary),
})
export type ConversationContext = z.infer<typeof ConversationContext>

export const EditSummary = z.object({
	/** The `number` of the newest {@link ContextSummary}, which is in use. */
	number: z.int().check(z.positive()),
	text: z.string().check(z.trim(), z.minLength(1), z.maxLength(12_000)),
})
