/** The pictures that an exported file shows, so that it is complete alone. */
import type { StoredMessage } from '@fairlead/protocol/conversations/messages'
import { isPicture } from '../../conversations/routes/blobs.ts'
import type { Env } from '../../env.ts'
import { readPicture } from '../../pictures/recorded-pictures.ts'
import { toBase64 } from '../../ports/base64.ts'
import type { StoredBlob } from '../../ports/conversation.ts'
import { blobOf } from '../blob-address.ts'
import type { ExportedPictures } from '../export/exported-pictures.ts'
import { picturesOf } from '../page/pictures-of.ts'

/** A Worker has 128 MB, and a file holds a third more than the pictures. */
const MAX_BYTES = 8 * 1024 * 1024
/** Each is a request of its own. */
const MAX_PICTURES = 200

/** From the beginning, as far as they fit. The object is asked only for those that were not recorded. */
export async function readPictures(
	env: Env,
	conversationId: string,
	messages: readonly StoredMessage[],
): Promise<ExportedPictures> {
	const urls = new Set(messages.flatMap((message) => picturesOf(message).map(({ url }) => url)))
	const pictures = new Map<string, string>()
	let left = MAX_BYTES
	for (const url of [...urls].slice(0, MAX_PICTURES)) {
		const blob = await pictureAt(env, conversationId, url)
		if (!blob || blob.bytes.byteLength > left) continue
		left -= blob.bytes.byteLength
		pictures.set(url, `data:${blob.mediaType};base64,${toBase64(blob.bytes)}`)
	}
	return { pictures, leftOut: urls.size - pictures.size }
}

/** Returns null if it is of another conversation, no longer there, or its object does not answer: the words are exported without it. */
async function pictureAt(
	env: Env,
	conversationId: string,
	url: string,
): Promise<StoredBlob | null> {
	const named = blobOf(url)
	if (named?.conversationId !== conversationId) return null
	try {
		const blob = await readPicture(env, conversationId, named.blobId)
		return blob && isPicture(blob) ? blob : null
	} catch (error) {
		console.warn(
			JSON.stringify({
				level: 'warn',
				event: 'picture_not_read',
				conversationId,
				error: String(error),
			}),
		)
		return null
	}
}
