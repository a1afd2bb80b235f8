/** Messages in groups whose borders stay where they are while older pages come in above and new messages below. Pure. */
import type { ChatMessage } from './messages.ts'

/** Messages of one group: a page of history or less. */
const CHUNK_SIZE = 20

export interface Chunk {
	/** Counts from the message that was first on screen: negative above it. */
	readonly key: number
	readonly messages: readonly ChatMessage[]
}

/** @param firstId of the message that the groups are counted from; unknown: from the first one. */
export function chunksOf(
	messages: readonly ChatMessage[],
	firstId: string | undefined,
	size = CHUNK_SIZE,
): Chunk[] {
	const first = Math.max(
		0,
		messages.findIndex((message) => message.id === firstId),
	)
	const chunks: Chunk[] = []
	// The group at the top may be a part of one: the older page brings its rest.
	const rest = first % size
	for (let begin = rest === 0 ? 0 : rest - size; begin < messages.length; begin += size) {
		chunks.push({
			key: (begin - first) / size,
			messages: messages.slice(Math.max(0, begin), begin + size),
		})
	}
	return chunks
}

/** Messages are replaced, never changed in place: the same ones are drawn the same. */
export const sameMessages = (a: readonly ChatMessage[], b: readonly ChatMessage[]): boolean =>
	a.length === b.length && a.every((message, index) => message === b[index])
