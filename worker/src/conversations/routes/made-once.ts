/** Conversations that a request makes once, however often it is sent: their id follows from what is asked for. */

import type { Database } from '../../db/client.ts'
import { hashSecret } from '../../platform/secrets.ts'
import { type ConversationRow, findConversation } from '../record/conversations.ts'
import { restoreConversation } from '../record/trash.ts'

/** `request`: who asks, what for, and the request's own id. */
export async function idFor(...request: readonly string[]): Promise<string> {
	return `cnv_${(await hashSecret(request.join(' '))).slice(0, 24)}`
}

/** @param make throws if there is a conversation with this id */
export async function madeOnce(
	db: Database,
	{ id, projectId }: Pick<ConversationRow, 'id' | 'projectId'>,
	make: () => Promise<ConversationRow>,
): Promise<{ readonly row: ConversationRow; readonly existed: boolean }> {
	const existing = async () => (await findConversation(db, id, null))?.conversation
	const before = await existing()
	if (before) return { row: before, existed: true }
	try {
		return { row: await make(), existed: false }
	} catch (error) {
		// The same request has made it, at the same time, or before it was moved to the trash.
		await restoreConversation(db, { id, projectId })
		const row = await existing()
		if (!row) throw error
		return { row, existed: false }
	}
}
