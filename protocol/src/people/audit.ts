/** The audit log: who did what, from where, when. Bodies of `/api`. */
import * as z from 'zod/mini'
import { Author } from './author.ts'

/** A sign-in, by any method. Other events are named after their operation in the OpenAPI document. */
export const SIGN_IN_EVENT = 'signIn'
/** An event of Fairlead itself: nothing arrived at a report's receiver for so long that the report was switched off. */
export const REPORT_OFF_EVENT = 'reportSwitchedOff'

export const AuditEntry = z.object({
	id: z.string(),
	/** An operation's id, {@link SIGN_IN_EVENT} or {@link REPORT_OFF_EVENT}. */
	event: z.string(),
	/** The event in words. */
	summary: z.string(),
	/** The project of the event; null: it is the account's own. */
	projectId: z.nullable(z.string()),
	/** The id of the object. */
	subject: z.nullable(z.string()),
	/** More about the event, if there is more. */
	detail: z.unknown(),
	by: z.omit(Author, { userId: true }),
	/** The client's address; empty: not known. */
	address: z.string(),
	createdAt: z.int(),
	/** Why it was refused: the code of the answer; null: it was done. */
	refused: z.nullable(z.string()),
	/** The same refusals to the same caller within an hour are one entry. */
	times: z.int(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditPage = z.object({
	/** Newest first. */
	entries: z.array(AuditEntry),
	nextCursor: z.nullable(z.string()),
	/** Every event that is recorded, to choose from. */
	events: z.array(z.object({ event: z.string(), summary: z.string() })),
})
export type AuditPage = z.infer<typeof AuditPage>

const filter = {
	/** An author's id. */
	by: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
	event: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
	/** `true`: only what was refused; `false`: only what was done. */
	refused: z.optional(z.enum(['true', 'false'])),
	/** Unix milliseconds: not before, and before. */
	from: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
	to: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
}
export const AuditQuery = z.object({
	...filter,
	/** The `nextCursor` of the page before. */
	cursor: z.optional(
		z
			.string()
			.check(z.regex(/^\d{1,16}\.[0-9a-z_]{1,64}$/, 'Pass the "nextCursor" of the previous page.')),
	),
	limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
})
export const AuditExportQuery = z.object(filter)
