import type { MessagePage } from '@fairlead/protocol/conversations/messages'
import {
	type ConversationRow,
	deleteConversation,
} from '../../conversations/record/conversations.ts'
import { forgetTranscript } from '../../conversations/record/transcript.ts'
import type { Database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { notifyAnswerers } from '../../feeds/notify-feeds.ts'
import { forgetPictures } from '../../pictures/recorded-pictures.ts'
import { sharesOfConversation } from '../../sharing/store/shares.ts'
import { revokeShare } from '../end-rights.ts'

/** Calls in which an object deletes its sub-agents, some hundred in each, before another try continues. */
const MAX_ROUNDS = 3

/** The object did not delete itself this time; another try may succeed. */
export class NotErased extends Error {
	override readonly name = 'NotErased'
}

/**
 * Deletes a conversation everywhere: the object first, so that the row remains for another try if
 * that fails. An object that deletes itself ends during its answer, and so does one that a deploy
 * restarts; the call then fails whether it worked or not, so the remaining state is checked.
 * @throws NotErased
 */
export async function eraseConversation(
	db: Database,
	env: Env,
	conversation: Pick<ConversationRow, 'id' | 'projectId' | 'lastRunState'>,
): Promise<void> {
	const { id } = conversation
	for (const share of await sharesOfConversation(db, id, Date.now())) {
		await revokeShare(env, db, { projectId: conversation.projectId, id: share }, Date.now())
	}
	// Nothing may bring the object's messages back once they are deleted.
	await forgetTranscript(db, id)
	try {
		for (let rounds = 0; !(await env.CONVERSATION.getByName(id).destroy()); rounds++) {
			if (rounds === MAX_ROUNDS) throw new Error('It has more sub-agents than one call may delete.')
		}
	} catch {
		// A stub whose call failed stays broken: use a new one.
		const object = env.CONVERSATION.getByName(id)
		const left = (await object.messages({ limit: 1 })) as MessagePage | null
		if (left && (left.messages.length > 0 || left.activeRun !== null)) {
			throw new NotErased('The conversation could not be deleted right now.')
		}
	}
	await forgetPictures(env.PICTURES, id).catch((error: unknown) => {
		throw new NotErased('The pictures of the conversation could not be deleted right now.', {
			cause: error,
		})
	})
	await deleteConversation(db, conversation)
	// The state is D1's at the time of the request: people may have been told of a later answer already.
	if (conversation.lastRunState === 'waiting_approval') {
		await notifyAnswerers(env, conversation.projectId)
	}
}
