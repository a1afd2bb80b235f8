/** Conversations whose run waits for an answer. */
import type { NeedsYou } from '@fairlead/protocol/conversations/approvals'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { rolesThatMay } from '../../access/can.ts'
import type { Database } from '../../db/client.ts'
import { conversations, members, projects } from '../../db/schema.ts'

/** More than a person answers at one sitting; a page shows "100+". */
const MAX_LISTED = 100

/** In SQL. Spelled out, for a bound value would not find the partial index `conversations_needs_you`; the plus keeps to it. */
export const waitsForAnswer = sql`${conversations.lastRunState} = 'waiting_approval' and +${conversations.deletedAt} is null`

/** In SQL: the member may answer. */
export const mayAnswer = inArray(members.role, rolesThatMay('run.answer'))

/** Approvals that wait for this user in all their projects, the most recently begun first. */
export async function needsYou(db: Database, userId: string): Promise<NeedsYou> {
	const rows = await db
		.select({
			conversationId: conversations.id,
			title: conversations.title,
			projectId: projects.id,
			projectName: projects.name,
			runId: sql<string>`${conversations.lastRunId}`,
		})
		.from(members)
		.innerJoin(projects, eq(projects.id, members.projectId))
		.innerJoin(conversations, and(eq(conversations.projectId, members.projectId), waitsForAnswer))
		.where(and(eq(members.userId, userId), mayAnswer))
		.orderBy(desc(conversations.updatedAt), desc(conversations.id))
		.limit(MAX_LISTED + 1)
	return { conversations: rows.slice(0, MAX_LISTED), more: rows.length > MAX_LISTED }
}
