import type { Member } from '@fairlead/protocol/people'
import { and, asc, eq } from 'drizzle-orm'
import type { MemberRole } from '../access/actor.ts'
import { roleMay } from '../access/can.ts'
import type { Database } from './client.ts'
import { members, users } from './schema.ts'

interface MemberKey {
	readonly projectId: string
	readonly userId: string
}

const isMember = ({ projectId, userId }: MemberKey) =>
	and(eq(members.projectId, projectId), eq(members.userId, userId))

/** In the order of joining. */
export async function listMembers(db: Database, projectId: string): Promise<Member[]> {
	return db
		.select({
			userId: members.userId,
			name: users.name,
			role: members.role,
			joinedAt: members.createdAt,
		})
		.from(members)
		.innerJoin(users, eq(users.id, members.userId))
		.where(eq(members.projectId, projectId))
		.orderBy(asc(members.createdAt), asc(members.userId))
}

/** The members who may answer questions of runs. */
export async function answerersOf(db: Database, projectId: string): Promise<string[]> {
	const rows = await db
		.select({ userId: members.userId, role: members.role })
		.from(members)
		.where(eq(members.projectId, projectId))
	return rows.filter(({ role }) => roleMay(role, 'run.answer')).map(({ userId }) => userId)
}

/** For a batch. */
export const setMemberRole = (db: Database, key: MemberKey, role: MemberRole) =>
	db.update(members).set({ role }).where(isMember(key))

/** For a batch. */
export const deleteMember = (db: Database, key: MemberKey) =>
	db.delete(members).where(isMember(key))
