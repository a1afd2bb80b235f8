/** As much of the SHA-256 as an id holds: 160 bits. */
const HASH_CHARS = 40

/** A blob is named by its content: the same picture is stored once, and an id never gets other bytes. */
export const blobId = (bytes: Uint8Array, hash: (content: Uint8Array) => string): string =>
	`blb_${hash(bytes).slice(0, HASH_CHARS)}`

/** Where the page finds it. */
export const blobUrl = (conversationId: string, id: string): string =>
	`/api/conversations/${conversationId}/blobs/${id}`
