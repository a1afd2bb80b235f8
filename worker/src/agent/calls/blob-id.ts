/** Hexadecimal digits of the SHA-256 that fit an id: 160 bits. */
const HASH_CHARS = 40

/** A blob is named by its content: the same picture is stored once, and an id never gets other bytes. */
export const blobId = (bytes: Uint8Array, hash: (content: Uint8Array) => string): string =>
	`blb_${hash(bytes).slice(0, HASH_CHARS)}`

/** The path at which the page loads the blob. */
export const blobUrl = (conversationId: string, id: string): string =>
	`/api/conversations/${conversationId}/blobs/${id}`
