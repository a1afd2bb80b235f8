/** Whose keys pay for a run. */
import type { Author } from '@fairlead/protocol/people/author'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { personNow } from '../accounts/store/merged-trials.ts'
import { users } from '../accounts/store/schema.ts'
import { automations } from '../automations/store/schema.ts'
import { shares } from '../sharing/store/schema.ts'
import { areSuspended } from '../usage/store/allowances.ts'
import { creatorMay } from './creator-rights.ts'
import { members } from './schema.ts'

/**
 * The id of the person who pays, in SQL: the author; for a share link, the one who made it; for an automation too,
 * while that person may manage automations. It is NULL if nobody pays.
 */
export function payerOf({ kind, id, userId }: Author): SQL {
	if (userId !== null) return personNow(userId)
	switch (kind) {
		case 'webhook':
		case 'schedule':
			return sql`(select automation.created_by from ${automations} as automation where automation.id = ${id}
				and ${creatorMay('automations.manage', sql`automation.project_id`, sql`automation.created_by`)})`
		case 'share':
			return sql`(select link.created_by from ${shares} as link where link.id = ${id})`
		case 'session':
		case 'token':
		case 'mcp':
		case 'relay':
		case 'system':
		case 'operator':
			return sql`null`
		default:
			return kind satisfies never
	}
}

/**
 * Conditions for rows of the payer: `user` and `member` join their tables; `now` leaves out who is no member, suspended,
 * or deleting the account. `userId`: the column that names the row's person.
 */
export const payerHere = (userId: SQLiteColumn, projectId: string, author: Author) => ({
	user: eq(users.id, userId),
	member: and(eq(members.userId, userId), eq(members.projectId, projectId)),
	now: and(
		eq(userId, payerOf(author)),
		isNull(users.deletedAt),
		sql`not ${areSuspended(sql`${userId}`)}`,
	),
})
