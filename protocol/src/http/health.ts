/** The body of `GET /api/health`. */
import * as z from 'zod/mini'

export const Health = z.object({
	ok: z.literal(true),
	version: z.string(),
	/** The model new conversations use. `demo` tells the page to label it. */
	model: z.object({ provider: z.string(), id: z.string(), demo: z.boolean() }),
	/** True until the owner has signed in for the first time. */
	setupNeeded: z.boolean(),
})

export type Health = z.infer<typeof Health>
