/** The conversation in which the calls of a client stand, so that people see and revert them: one a day, made when it is first needed. */
import { database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import {
	type ConversationRow,
	ensureConversation,
	findConversation,
	newConversation,
} from '../record/conversations.ts'

const DAY_MS = 86_400_000
/** A title has 200 characters at most. */
const MAX_NAME = 180

export const dayOf = (now: number): number => Math.floor(now / DAY_MS)

/** Visitors of share links are not told what stands in brackets: `sharedTitle` reads this form. */
export const clientTitle = (name: string, now: number): string =>
	`${name.slice(0, MAX_NAME)}, ${new Date(now).toISOString().slice(0, 10)}`

/** Made if it does not exist. @param userId whose client it is; null: a relay's */
export async function conversationOfClient(
	env: Env,
	{ id, projectId, title }: Pick<ConversationRow, 'id' | 'projectId' | 'title'>,
	userId: string | null,
	now: number,
): Promise<ConversationRow> {
	const db = database(env.DB)
	const known = await findConversation(db, id, userId)
	if (known) return known.conversation
	const row = newConversation(
		{ id, projectId, title, titleSource: 'user', mode: 'ask', model: null, budget: null },
		now,
	)
	await ensureConversation(db, row)
	await env.ROOM.getByName(projectId)
		.conversationsChanged(id)
		.catch(() => undefined)
	return row
}
