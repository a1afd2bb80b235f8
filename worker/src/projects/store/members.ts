import type { Author } from '@fairlead/protocol/people/author'
import type { Member } from '@fairlead/protocol/people/people'
import { and, asc, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { MemberRole } from '../../access/actor.ts'
import { roleMay } from '../../access/can.ts'
import { users } from '../../accounts/store/schema.ts'
import type { Database } from '../../db/client.ts'
import { changes, members } from '../../db/schema.ts'
import { newId } from '../../ids.ts'

export interface MemberKey {
	readonly projectId: string
	readonly userId: string
}

const isMember = ({ projectId, userId }: MemberKey) =>
	and(eq(members.projectId, projectId), eq(members.userId, userId))

/** Sorted by the time of joining. */
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

/** A member's new role; null: they leave. Together with its record in `changes`, for a batch. */
export interface MemberChange extends MemberKey {
	readonly role: MemberRole | null
}

/**
 * Statements for a batch. They do nothing if that would leave the project without an owner, which they see
 * even if two owners leave at the same moment. The first returns what was recorded.
 */
export function memberStatements(
	db: Database,
	{ role, projectId, userId }: MemberChange,
	author: Author,
	now: number,
	/** A further condition, in SQL. */
	provided?: SQL,
) {
	const otherOwner = sql`exists (select 1 from ${members} as other where other.project_id = ${projectId}
		and other.role = 'owner' and other.user_id <> ${userId})`
	const may = and(
		isMember({ projectId, userId }),
		provided,
		role === 'owner' ? undefined : or(ne(members.role, 'owner'), otherOwner),
		role === null ? undefined : ne(members.role, role),
	)
	const record = db
		.insert(changes)
		.select(
			sql`select ${newId('chg', now)}, ${projectId}, null, 'role', ${userId}, json_quote(${members.role}),
				${JSON.stringify(role)}, ${author.kind}, ${author.id}, ${author.name}, ${now}
				from ${members} where ${may}`,
		)
		.returning({ id: changes.id })
	const change =
		role === null ? db.delete(members).where(may) : db.update(members).set({ role }).where(may)
	return [record, change] as const
}

/** A condition in SQL: this person is an owner of the project. */
export const isOwner = ({ projectId, userId }: MemberKey): SQL =>
	sql`exists (select 1 from ${members} as owner where owner.project_id = ${projectId}
		and owner.user_id = ${userId} and owner.role = 'owner')`

/** Same as {@link roleOf}, but null for a person who has deleted their account: their memberships are removed later. */
export async function livingRoleOf(db: Database, key: MemberKey): Promise<MemberRole | null> {
	const row = await db
		.select({ role: members.role })
		.from(members)
		.innerJoin(users, eq(users.id, members.userId))
		.where(and(isMember(key), isNull(users.deletedAt)))
		.get()
	return row?.role ?? null
}

/** The member's role now; undefined: not a member. */
export async function roleOf(db: Database, key: MemberKey): Promise<MemberRole | undefined> {
	const row = await db.select({ role: members.role }).from(members).where(isMember(key)).get()
	return row?.role
}
