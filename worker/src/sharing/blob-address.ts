/** The addresses of stored pictures in messages. Pure. */

const BLOB = /^\/api\/conversations\/([a-z]+_[0-9a-z]+)\/blobs\/([a-z]+_[0-9a-z]+)$/

/** Returns null for another kind of address. */
export function blobOf(url: string): { conversationId: string; blobId: string } | null {
	const [, conversationId, blobId] = BLOB.exec(url) ?? []
	return conversationId === undefined || blobId === undefined ? null : { conversationId, blobId }
}
