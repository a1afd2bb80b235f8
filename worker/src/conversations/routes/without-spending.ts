/** Messages and streams for members who may not see tokens and costs. */
import type { MessagePage, StoredMessage } from '@fairlead/protocol/conversations/messages'
import type { UiChunk } from '@fairlead/protocol/conversations/ui-chunks'
import { may } from '../../access/can.ts'
import type { CallerKind, Granted } from '../../http/route.ts'

const DATA = 'data: '
/** The key in a frame, which cannot be found in its strings: their quotation marks are escaped. */
const METADATA = '"messageMetadata":'
const decoder = new TextDecoder()
const encoder = new TextEncoder()

export function seesSpending({
	actor,
	conversation,
	project,
	role,
}: Granted<CallerKind, 'conversation'>): boolean {
	return may(actor, 'conversation.usage', {
		kind: 'conversation',
		projectId: project.id,
		conversationId: conversation.id,
		role,
	})
}

function withoutSums(metadata: object): Record<string, unknown> {
	const { usage: _, costUsd: __, ...rest } = metadata as Record<string, unknown>
	return rest
}

const messageWithout = (message: StoredMessage): StoredMessage =>
	message.metadata === undefined
		? message
		: { ...message, metadata: withoutSums(message.metadata as object) }

export const pageWithout = (page: MessagePage): MessagePage => ({
	...page,
	messages: page.messages.map(messageWithout),
})

/** `pieces`: whole frames each. All but a run's first and last frame pass unchanged. */
export async function* framesWithout(
	pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
	for await (const piece of pieces) {
		const text = decoder.decode(piece)
		yield text.includes(METADATA)
			? encoder.encode(text.split('\n').map(lineWithout).join('\n'))
			: piece
	}
}

function lineWithout(line: string): string {
	if (!line.startsWith(DATA) || !line.includes(METADATA)) return line
	const chunk = JSON.parse(line.slice(DATA.length)) as UiChunk
	if (!('messageMetadata' in chunk) || chunk.messageMetadata === undefined) return line
	return `${DATA}${JSON.stringify({ ...chunk, messageMetadata: withoutSums(chunk.messageMetadata) })}`
}
