/** Whether an author may still write here, as D1 has it now: the right of a removed member, a deleted account or a revoked link ends at once. */
import type { Author } from '@fairlead/protocol/people/author'
import { authorMay } from '../../access/author.ts'
import type { WritePermission } from '../../agent/source/run-source.ts'
import { rightNow } from '../../db/author-rights.ts'
import type { ConversationIdentity } from '../../ports/conversation.ts'

/** Throws if D1 does not answer in time. */
export async function mayStillWrite(
	d1: D1Database,
	{ conversationId, projectId }: ConversationIdentity,
	author: Author,
	permission: WritePermission,
): Promise<boolean> {
	const now = await rightNow(d1, projectId, author, permission)
	if (!now) return false
	const { role } = now
	return authorMay(author, 'run.start', { kind: 'conversation', projectId, conversationId, role })
}
