/** The roles of a project's members, in order of rank. */
import * as z from 'zod/mini'

/** Each may do what those before it may. An approver answers approvals and stops runs, and starts none. */
export const MemberRole = z.enum(['viewer', 'approver', 'editor', 'owner'])
export type MemberRole = z.infer<typeof MemberRole>

export const isAtLeast = (role: MemberRole, least: MemberRole): boolean =>
	MemberRole.options.indexOf(role) >= MemberRole.options.indexOf(least)
