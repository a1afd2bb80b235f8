/** Who caused something, as it is stored and shown. */
import * as z from 'zod'

export const Author = z.object({
	/** What they came by. */
	kind: z.enum(['session', 'relay', 'token', 'share', 'webhook', 'schedule', 'mcp', 'system']),
	/** Of a session: its person. Else of the token, the link, the automation. */
	id: z.string(),
	/** The person behind it, whose usage it counts as; null: nobody's. */
	userId: z.string().nullable(),
	/** As it was then. */
	name: z.string(),
})
export type Author = z.infer<typeof Author>
