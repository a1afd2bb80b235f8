/** A call that a person makes on the page, with a button or a field. JSON bodies of `/api`. */
import * as z from 'zod/mini'
import { EditorKey } from '../editors/editors.ts'
import { Id } from '../http/id.ts'

export const OwnCall = z.object({
	/** Minted by the page; repeated on the same day (UTC), it is the same call and never a second one; with other contents it is refused. */
	id: z.string().check(z.regex(/^own_[0-9A-Za-z_-]{8,60}$/)),
	/** The editor whose scene the person sees: the project's target may be another one by now. */
	editorKey: EditorKey,
	/** One of those that `isOwnCall` lets through. */
	tool: z.string().check(z.minLength(1), z.maxLength(100)),
	input: z.record(z.string().check(z.maxLength(100)), z.unknown()),
})
export type OwnCall = z.infer<typeof OwnCall>

export const OwnCallAnswer = z.object({
	/** The conversation of this person and day, in which the call stands. */
	conversationId: Id,
	/** open: it is under way, and its conversation shows how it ends. */
	state: z.enum(['done', 'failed', 'open']),
	/** The editor's answer, of a call that is done. */
	result: z.optional(z.unknown()),
	/** A sentence: why it failed, or what it waits for. */
	message: z.optional(z.string()),
	/** The next step after a failure. */
	hint: z.optional(z.string()),
})
export type OwnCallAnswer = z.infer<typeof OwnCallAnswer>
