import type { Author } from '@fairlead/protocol/people/author'
import type { RightsChange } from '../../access/rights-change.ts'
import { type ConversationRow, TRASH_MS } from '../../conversations/record/conversations.ts'
import { moveToTrash } from '../../conversations/record/trash.ts'
import type { Database } from '../../db/client.ts'
import { placesOf } from '../../db/open-connections.ts'
import type { Env } from '../../env.ts'
import { notifyAnswerers } from '../../feeds/notify-feeds.ts'
import { callWithRetry } from '../../ports/retry.ts'
import { sharesOfConversation } from '../../sharing/store/shares.ts'
import { closing } from '../end-rights.ts'

/**
 * Hides a conversation, stops what runs in it, and closes what visitors with a link to it have open. Its links work
 * again when it is restored.
 */
export async function trashConversation(
	env: Env,
	db: Database,
	{ id, projectId, lastRunState }: ConversationRow,
	by: Author,
	now: number,
): Promise<void> {
	await env.TRASH.getByName(projectId).look(projectId, now + TRASH_MS)
	const shares = await sharesOfConversation(db, id, now)
	await closing(env, db, {
		open: () => placesOf(db, 'share', shares, now),
		end: [moveToTrash(db, id, now)],
		newsOf: (places) =>
			places.map(({ actorId, ...place }) => {
				const change: RightsChange = { kind: 'ended', actor: { kind: 'share', id: actorId } }
				return { place, change }
			}),
	})
	// After the mark: nothing begins in it any more.
	await callWithRetry(async () => void (await env.CONVERSATION.getByName(id).stop(null, true, by)))
	if (lastRunState === 'waiting_approval') await notifyAnswerers(env, projectId)
}
