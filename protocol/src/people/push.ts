/** Notifications while no page is open: a browser's subscription at its push service. */
import * as z from 'zod/mini'

/** Endpoints of today's push services have about 200 characters. */
const MAX_ENDPOINT = 2_000

export const PushState = z.object({
	/** This server's key, for `PushManager.subscribe`: the point of P-256 in base64url. */
	publicKey: z.string(),
	/** The address to which this session's browser is pushed to; null: it is not. */
	endpoint: z.nullable(z.string()),
	/** Whether it is also pushed to when a coding agent begins to wait. */
	agents: z.boolean(),
})
export type PushState = z.infer<typeof PushState>

/** `PushSubscription.toJSON()` without its keys: pushes have no content that would be encrypted. */
export const PutPush = z.object({
	endpoint: z.string().check(z.minLength(1), z.maxLength(MAX_ENDPOINT)),
	/** Absent: false. */
	agents: z.optional(z.boolean()),
})
export type PutPush = z.infer<typeof PutPush>

/** Projects in which a coding agent began to wait for its person in the last minutes, the newest first. */
export const WaitingAgents = z.object({
	projects: z.array(
		z.object({
			projectId: z.string(),
			projectName: z.string(),
			/** When one last began to (Unix milliseconds). */
			at: z.int(),
		}),
	),
})
export type WaitingAgents = z.infer<typeof WaitingAgents>
