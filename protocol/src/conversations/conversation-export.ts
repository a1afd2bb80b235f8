/** The JSON that a conversation is exported as; see `docs/export.md`. */
import * as z from 'zod/mini'
import { StoredMessage } from './messages.ts'

export const EXPORT_FORMAT = 'fairlead.conversation'

export const ConversationExport = z.object({
	format: z.literal(EXPORT_FORMAT),
	/** Grows when readers of an older version could misread it. */
	version: z.literal(1),
	title: z.string(),
	/** Unix milliseconds. */
	createdAt: z.int(),
	exportedAt: z.int(),
	/** False: the conversation was too long, and its end is missing. */
	complete: z.boolean(),
	/** Oldest first, as the AI SDK's UI messages. */
	messages: z.array(StoredMessage),
	/** Pictures by their address in the messages, as `data:` URIs. Absent in older files. */
	pictures: z.optional(z.record(z.string(), z.string())),
	/** Pictures that are gone, or did not fit. Absent in older files. */
	picturesLeftOut: z.optional(z.int()),
})
export type ConversationExport = z.infer<typeof ConversationExport>
