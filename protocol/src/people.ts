/** JSON bodies of `/api` about the people of a project. */
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
