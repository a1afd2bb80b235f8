/** The author of something, as stored and shown. */
import * as z from 'zod/mini'

export const Author = z.object({
	/** The kind of credential. */
	kind: z.enum([
		'session',
		'relay',
		'token',
		'share',
		'webhook',
		'schedule',
		'mcp',
		'system',
		'operator',
	]),
	/** The person's id if it is a session; otherwise the id of the token, link or automation. */
	id: z.string(),
	/** The person whose usage it counts as; null: none. */
	userId: z.nullable(z.string()),
	/** The name at that time. */
	name: z.string(),
})
export type Author = z.infer<typeof Author>

/** True if the person who pays for this author's runs is the one who asks, and so may be told about keys and amounts. */
export const payerReads = ({ kind }: Author): boolean =>
	kind !== 'share' && kind !== 'webhook' && kind !== 'schedule'
