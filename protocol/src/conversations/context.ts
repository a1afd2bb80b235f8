/** The part of a conversation that a model reads, for `GET /api/conversations/:id/context`. */
import * as z from 'zod/mini'
import { Author } from '../people/author.ts'

/** project: its notes, its skills, and the editor's state · calls: tools' arguments and results */
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

export const ConversationContext = z.object({
	/** `provider/model` of the newest run; null: there was none. */
	model: z.nullable(z.string()),
	/** Size of the model's context window, in tokens; null: unknown. */
	windowTokens: z.nullable(z.int()),
	/** The part of it that the conversation may fill. Above this, old messages are summarized. */
	viewTokens: z.int(),
	/** Estimated tokens of the next request, by kind; those without any are left out. */
	parts: z.array(z.object({ kind: ContextKind, tokens: z.int() })),
	/** Newest first. */
	summaries: z.array(ContextSummary),
})
export type ConversationContext = z.infer<typeof ConversationContext>

export const EditSummary = z.object({
	/** The `number` of the newest {@link ContextSummary}, which is in use. */
	number: z.int().check(z.positive()),
	text: z.string().check(z.trim(), z.minLength(1), z.maxLength(12_000)),
})
