/** Copies pictures and files of one conversation into another one: its object and its record. */
import type { Env } from '../env.ts'
import type { ConversationIdentity, StoredBlob } from '../ports/conversation.ts'
import { readPicture, recordPicture } from './recorded-pictures.ts'

/** Those of a copy together. */
const MAX_BYTES = 32 * 1024 * 1024

/**
 * May be repeated: it brings what is missing. What would be too much, and what is gone, is left out.
 * @param ids those that matter most first
 * @returns the bytes that the other object stores then; null: there was nothing to copy
 */
export async function copyPictures(
	env: Env,
	fromConversationId: string,
	to: ConversationIdentity,
	ids: Iterable<string>,
	wanted: (blob: StoredBlob) => boolean = () => true,
): Promise<number | null> {
	let stored: number | null = null
	let left = MAX_BYTES
	for (const id of ids) {
		const blob = await readPicture(env, fromConversationId, id)
		if (!blob || !wanted(blob) || blob.bytes.byteLength > left) continue
		left -= blob.bytes.byteLength
		stored = await env.CONVERSATION.getByName(to.conversationId).adoptPicture(to, id, blob)
		await recordPicture(env.PICTURES, to.conversationId, id, blob)
	}
	return stored
}
