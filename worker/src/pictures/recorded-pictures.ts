/**
 * Pictures and files of finished messages, in R2: they are read without waking the conversation's object, and survive
 * it. Without the bucket, or where it has nothing, the object has them.
 */
import type { Env } from '../env.ts'
import type { StoredBlob } from '../ports/conversation.ts'

type Bucket = Env['PICTURES']

/** Ids are letters, digits and `_`, so no id of a conversation begins another one's folder. */
const folderOf = (conversationId: string): string => `conversations/${conversationId}/`

/** An id never gets other bytes: writing it again changes nothing. */
export async function recordPicture(
	bucket: Bucket,
	conversationId: string,
	id: string,
	{ mediaType, bytes }: StoredBlob,
): Promise<void> {
	const httpMetadata = { contentType: mediaType }
	await bucket?.put(folderOf(conversationId) + id, bytes, { httpMetadata })
}

/** From the record, or else from the conversation's object. The right to read it is checked before. */
export async function readPicture(
	env: Pick<Env, 'PICTURES' | 'CONVERSATION'>,
	conversationId: string,
	id: string,
): Promise<StoredBlob | null> {
	return (
		(await recordedPicture(env.PICTURES, conversationId, id)) ??
		(await env.CONVERSATION.getByName(conversationId).blob(id))
	)
}

/** Returns null if it is not there, or cannot be read now. */
async function recordedPicture(
	bucket: Bucket,
	conversationId: string,
	id: string,
): Promise<StoredBlob | null> {
	try {
		const found = await bucket?.get(folderOf(conversationId) + id)
		const mediaType = found?.httpMetadata?.contentType
		if (!found || mediaType === undefined) return null
		return { mediaType, bytes: new Uint8Array(await found.arrayBuffer()) }
	} catch (error) {
		const event = 'recorded_picture_not_read'
		console.warn(JSON.stringify({ level: 'warn', event, conversationId, error: String(error) }))
		return null
	}
}

/** Deletes all of a conversation; its object must be gone, so that it writes no more. */
export async function forgetPictures(bucket: Bucket, conversationId: string): Promise<void> {
	for (;;) {
		const page = await bucket?.list({ prefix: folderOf(conversationId) })
		if (!page || page.objects.length === 0) return
		await bucket?.delete(page.objects.map(({ key }) => key))
		if (!page.truncated) return
	}
}
