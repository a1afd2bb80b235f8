/** The signed-in person, and the browsers with a session of theirs. JSON bodies of `/api`. */
import * as z from 'zod/mini'
import { Id } from '../http/id.ts'

/**
 * A setup token of this length cannot be guessed at any rate, so the right one signs in despite any number of failed
 * tries. A shorter one has to wait like any other, or the limit would have no effect.
 */
export const UNGUESSABLE_TOKEN_CHARS = 20

export const SetupRequest = z.object({ token: z.string().check(z.minLength(1), z.maxLength(512)) })

export const Me = z.object({
	userId: Id,
	name: z.string(),
	/** trial: has no account yet. */
	role: z.enum(['owner', 'member', 'trial']),
	/** The reason that the operator gave; missing: the account is not suspended. */
	suspended: z.optional(z.string()),
})

export type Me = z.infer<typeof Me>

/** A browser in which this user is signed in. */
export const Session = z.object({
	id: Id,
	/** The browser's name, such as "Firefox on Windows"; null: it did not say. */
	client: z.nullable(z.string()),
	createdAt: z.int(),
	expiresAt: z.int(),
	/** True for the session of this request. */
	current: z.boolean(),
})

export type Session = z.infer<typeof Session>

export const SessionList = z.object({ sessions: z.array(Session) })
