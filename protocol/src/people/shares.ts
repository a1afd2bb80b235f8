/** Share links: a project or one conversation for people outside the project. Bodies of `/api/…/shares`. */
import * as z from 'zod/mini'
import { Id } from '../http/id.ts'
import { MadeKind } from '../packs/kind.ts'

/** viewer: follows · approver: also answers approvals · editor: also writes messages. */
export const ShareRole = z.enum(['viewer', 'approver', 'editor'])
export type ShareRole = z.infer<typeof ShareRole>

/** The longest life of a link, longer than any review; a link that should last has no expiry. */
const MAX_LIFE_MS = 366 * 24 * 3_600_000

const options = {
	role: ShareRole,
	/** Only signed-in people may open it. */
	signInRequired: z.boolean(),
	/** Visitors see the scene of the project's target: hierarchy and properties. */
	scene: z.boolean(),
	/** Visitors may download the conversation, and copy it into a project of theirs. */
	exports: z.boolean(),
} as const

export const Share = z.object({
	id: Id,
	/** The shared conversation; null: every one of the project. */
	conversationId: z.nullable(Id),
	/** The conversation's; null for the whole project. */
	title: z.nullable(z.string()),
	label: z.string(),
	...options,
	/** Browsers that may still open it; null: any number. */
	usesLeft: z.nullable(z.int()),
	/** Browsers that have opened it. */
	visits: z.int(),
	expiresAt: z.nullable(z.int()),
	createdBy: z.object({ userId: z.string(), name: z.string() }),
	/** False: its maker may no longer share the project. It opens nothing until they may again. */
	makerMayShare: z.boolean(),
	createdAt: z.int(),
	revokedAt: z.nullable(z.int()),
	lastUsedAt: z.nullable(z.int()),
})
export type Share = z.infer<typeof Share>
export const ShareList = z.object({ shares: z.array(Share) })
export type ShareList = z.infer<typeof ShareList>

export const CreateShare = z.object({
	/** Absent: the whole project. */
	conversationId: z.optional(Id),
	label: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
	role: z._default(options.role, 'viewer'),
	signInRequired: z._default(options.signInRequired, false),
	scene: z._default(options.scene, false),
	exports: z._default(options.exports, false),
	/** Browsers that may open it; default: any number. */
	uses: z.optional(z.int().check(z.minimum(1), z.maximum(10_000))),
	/** Milliseconds from now; default: it does not expire. */
	expiresInMs: z.optional(z.int().check(z.minimum(1_000), z.maximum(MAX_LIFE_MS))),
})
export type CreateShare = z.infer<typeof CreateShare>

/** `url` holds the token, which is shown this once; only its hash is stored. */
export const CreatedShare = z.extend(Share, { url: z.string() })
export type CreatedShare = z.infer<typeof CreatedShare>

/** Copies a conversation that the caller may export into the project of the address. */
export const CopyConversation = z.object({
	/** The original. */
	conversationId: Id,
	/** Chosen by the client: the same request again makes no second copy. */
	requestId: z.string().check(z.minLength(8), z.maxLength(64)),
})
export type CopyConversation = z.infer<typeof CopyConversation>

/** The parts of a share link that are shown before it is opened. */
export const ShareTarget = z.object({
	/** null if opening it takes a sign-in first, or one of its uses. */
	title: z.nullable(z.string()),
	/** A conversation, or a whole project. */
	of: z.enum(['conversation', 'project']),
	role: ShareRole,
	signInRequired: z.boolean(),
	/** Opening it uses it up by one. */
	counted: z.boolean(),
	/** True in a browser that has opened it. */
	opened: z.boolean(),
})
export type ShareTarget = z.infer<typeof ShareTarget>

export const OpenedShare = z.object({
	shareId: Id,
	projectId: Id,
	conversationId: z.nullable(Id),
	/** The title of the conversation, or the name of the project. */
	title: z.string(),
	role: ShareRole,
	scene: z.boolean(),
	exports: z.boolean(),
	/** The kind as which the project was made; missing: its folder decides. */
	kind: z.optional(MadeKind),
	/** The name that others see here. */
	name: z.string(),
	/** True for a member of the project, who uses it as a member, not through the link. */
	member: z.boolean(),
	expiresAt: z.nullable(z.int()),
})
export type OpenedShare = z.infer<typeof OpenedShare>
