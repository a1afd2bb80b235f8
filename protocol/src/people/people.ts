/** JSON bodies of `/api` about the people of a project: members and invitations. */
import * as z from 'zod/mini'
import { MemberRole } from './roles.ts'

export const Member = z.object({
	userId: z.string(),
	name: z.string(),
	role: MemberRole,
	joinedAt: z.int(),
})
export type Member = z.infer<typeof Member>
export const MemberList = z.object({ members: z.array(Member) })
export type MemberList = z.infer<typeof MemberList>
export const UpdateMember = z.object({ role: MemberRole })

/** Owners are made of members, by a person who looks at the list: a forwarded link makes none. */
export const InvitedRole = z.enum(['viewer', 'approver', 'editor'])
export type InvitedRole = z.infer<typeof InvitedRole>

export const TransferOwnership = z.object({
	/** The role that you have afterwards. */
	ownRole: z._default(InvitedRole, 'editor'),
})
export type TransferOwnership = z.input<typeof TransferOwnership>

/** An invitation that can be accepted. */
export const Invitation = z.object({
	id: z.string(),
	role: InvitedRole,
	/** Only the account with this address may accept it; null: any account. */
	email: z.nullable(z.string()),
	invitedBy: z.object({ userId: z.string(), name: z.string() }),
	createdAt: z.int(),
	expiresAt: z.int(),
	/** People who may accept it, and who have. */
	maxUses: z.int(),
	uses: z.int(),
})
export type Invitation = z.infer<typeof Invitation>
export const InvitationList = z.object({ invitations: z.array(Invitation) })

const MAX_HOURS = 30 * 24
export const CreateInvitation = z
	.object({
		role: InvitedRole,
		email: z.optional(z.string().check(z.trim(), z.toLowerCase(), z.email(), z.maxLength(254))),
		expiresInHours: z._default(z.int().check(z.minimum(1), z.maximum(MAX_HOURS)), 7 * 24),
		maxUses: z._default(z.int().check(z.minimum(1), z.maximum(50)), 1),
	})
	.check(
		z.refine(
			({ email, maxUses }) => email === undefined || maxUses === 1,
			'An invitation to an address is for one person: leave out "maxUses".',
		),
	)
/** The body as sent; {@link NewInvitation} is the body as received, with defaults. */
export type CreateInvitation = z.input<typeof CreateInvitation>
export type NewInvitation = z.output<typeof CreateInvitation>

/** `url` is shown this once; only a hash of its token is stored. */
export const CreatedInvitation = z.extend(Invitation, {
	url: z.string(),
	/** Whether it was mailed to its address; false: pass the link on yourself. */
	mailed: z.boolean(),
})
export type CreatedInvitation = z.infer<typeof CreatedInvitation>

/** The token travels in a body, not in an address: addresses are logged. */
export const InvitationToken = z.object({
	token: z.string().check(z.minLength(1), z.maxLength(128)),
})

/** An invitation as its reader sees it before accepting. */
export const ShownInvitation = z.object({
	projectName: z.string(),
	role: InvitedRole,
	/** The name of the person who invites. */
	invitedBy: z.string(),
})
export type ShownInvitation = z.infer<typeof ShownInvitation>

export const AcceptedInvitation = z.object({
	projectId: z.string(),
	/** Your role now. */
	role: MemberRole,
	/** `raised`: you were a member with a lower role. `kept`: your role was as high or higher. */
	outcome: z.enum(['joined', 'raised', 'kept']),
})
export type AcceptedInvitation = z.infer<typeof AcceptedInvitation>
