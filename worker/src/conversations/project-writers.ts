/** Whether an author may still write here, as D1 has it now: a removed member's right ends at once. */
import type { Author } from '@fairlead/protocol/author'
import { authorMay } from '../access/author.ts'
import { database } from '../db/client.ts'
import { findProject } from '../db/projects.ts'
import type { ConversationIdentity } from '../ports/conversation.ts'
import { inTime } from './in-time.ts'

/** Throws if D1 does not answer in time. */
export async function mayStillWrite(
	d1: D1Database,
	{ conversationId, projectId }: ConversationIdentity,
	author: Author,
): Promise<boolean> {
	const found = await inTime(findProject(database(d1), projectId, author.userId))
	const role = found?.role ?? null
	return authorMay(author, 'run.start', { kind: 'conversation', projectId, conversationId, role })
}
