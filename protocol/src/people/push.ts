/** Notifications while no page is open: a browser's subscription at its push service. */
import * as z from 'zod/mini'

/** Endpoints of today's push services have about 200 characters. */
const MAX_ENDPOINT = 2_000

export const PushState = z.object({
	/** This server's key, for `PushManager.subscribe`: the point of P-256 in base64url. */
	publicKey: z.string(),
	/** The address to which this session's browser is pushed to; null: it is not. */
	endpoint: z.nullable(z.string()),
})
export type PushState = z.infer<typeof PushState>

/** `PushSubscription.toJSON()` without its keys: pushes have no content that would be encrypted. */
export const PutPush = z.object({
	endpoint: z.string().check(z.minLength(1), z.maxLength(MAX_ENDPOINT)),
})
export type PutPush = z.infer<typeof PutPush>
