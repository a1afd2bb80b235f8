import type { Author } from '@fairlead/protocol/people/author'
import { users } from '../accounts/store/schema.ts'
import type { Database } from './client.ts'
import { payerHere } from './payer.ts'
import { members } from './schema.ts'

/**
 * The person as whom a run plays: its author's; for an automation its maker, while they may manage automations.
 * null if there is nobody: a visitor of a share link plays as nobody, though its maker pays.
 */
export async function personBehind(
	db: Database,
	projectId: string,
	author: Author,
): Promise<string | null> {
	if (author.kind !== 'webhook' && author.kind !== 'schedule') return author.userId ?? null
	if (author.userId) return author.userId
	const { member, now } = payerHere(users.id, projectId, author)
	const found = await db
		.select({ id: users.id })
		.from(users)
		.innerJoin(members, member)
		.where(now)
		.get()
	return found?.id ?? null
}
