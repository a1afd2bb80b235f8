import {
	type OpenText,
	type StoredMessage,
	UserMessagePart,
} from '@fairlead/protocol/conversations/messages'
import type { RevertPart } from '@fairlead/protocol/conversations/revert'
import type { DataParts, MessageMetadata } from '@fairlead/protocol/conversations/stream-parts'
import { shareStructure } from '@fairlead/protocol/view/structural-sharing'
import type { ClientCall } from '@fairlead/protocol/wire/client-call'
import type { UIMessage } from 'ai'
import type { PicturePart } from '../pictures/shrink-picture.ts'

export type ChatMessage = UIMessage<
	Partial<MessageMetadata>,
	DataParts & { readonly open: OpenText; readonly 'client-call': ClientCall }
>
export type ChatPart = ChatMessage['parts'][number]

/** The text and attachments of a person, before they are a message. */
export interface Draft {
	readonly text: string
	readonly pictures: readonly PicturePart[]
}
export const EMPTY_DRAFT: Draft = { text: '', pictures: [] }
export const textDraft = (text: string): Draft => ({ text, pictures: [] })
/** Pictures first: models understand a question best after its subject. */
export const partsOf = ({ text, pictures }: Draft): ChatPart[] => [
	...pictures,
	...(text === '' ? [] : [{ type: 'text' as const, text }]),
]

export const draftOf = (message: ChatMessage): Draft => ({
	text: message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'),
	pictures: message.parts.flatMap((part) => {
		const known = UserMessagePart.safeParse(part)
		if (!known.success || known.data.type !== 'file') return []
		const { filename, ...picture } = known.data
		return [filename === undefined ? picture : { ...picture, filename }]
	}),
})

/** Stored messages have the SDK's shape; the server wrote them with the same library. */
export const fromStored = (message: StoredMessage): ChatMessage => message as unknown as ChatMessage

/**
 * Whether nothing is missing between what is on screen and a freshly read page: its oldest message
 * is shown. A newer one in common proves nothing: the stream may have brought it over a gap.
 */
export function isGapless(shown: readonly ChatMessage[], page: readonly ChatMessage[]): boolean {
	const [oldest] = page
	return oldest === undefined || shown.some((message) => message.id === oldest.id)
}

/**
 * Puts freshly read messages, the newest ones without a hole, into what is on screen: they take the
 * place of those that they replace, in their own order, and what they do not have (an optimistic
 * message, an answer that streams) stays at the end. Messages that are equal to the
 * shown ones stay the same objects; where nothing is new, so does the list. Where there may be a gap between the two,
 * messages older than the page are removed, and loaded again from above.
 */
export function mergePage(
	shown: readonly ChatMessage[],
	page: readonly ChatMessage[],
): readonly ChatMessage[] {
	const known = new Map(shown.map((message) => [message.id, message]))
	const merged = merge(
		shown,
		page.map((message) => shareStructure(known.get(message.id), message)),
	)
	const nothingNew =
		merged.length === shown.length && merged.every((message, at) => message === shown[at])
	return nothingNew ? shown : merged
}

function merge(shown: readonly ChatMessage[], page: readonly ChatMessage[]): ChatMessage[] {
	const fresh = new Set(page.map((message) => message.id))
	if (!isGapless(shown, page)) {
		const newer = newerThan(page, shown).filter((message) => !fresh.has(message.id))
		return [...page, ...newer]
	}
	// A stream may have brought the newest one before those between were read.
	const from = shown.findIndex((message) => fresh.has(message.id))
	const rest = shown.slice(from).filter((message) => !fresh.has(message.id))
	return from < 0 ? [...shown, ...page] : [...shown.slice(0, from), ...page, ...rest]
}

/** The messages after the last shown one that is known to be older than the page's newest answer. */
function newerThan(
	page: readonly ChatMessage[],
	shown: readonly ChatMessage[],
): readonly ChatMessage[] {
	const newest = Math.max(0, ...page.map((message) => message.metadata?.createdAt ?? 0))
	const lastOlder = shown.findLastIndex(
		(message) => (message.metadata?.createdAt ?? Number.POSITIVE_INFINITY) <= newest,
	)
	return shown.slice(lastOlder + 1)
}

/** The messages with the outcome of a revert added to the message whose run was reverted. */
export function withRevert(shown: readonly ChatMessage[], revert: RevertPart): ChatMessage[] {
	return shown.map((message) => {
		if (message.id !== revert.messageId) return message
		const part = { type: 'data-revert' as const, id: revert.revertId, data: revert }
		const at = message.parts.findIndex(
			(other) => other.type === 'data-revert' && other.id === revert.revertId,
		)
		return { ...message, parts: at < 0 ? [...message.parts, part] : message.parts.with(at, part) }
	})
}

/** The text of a message for copying. */
export function textOf(message: ChatMessage): string {
	return message.parts
		.flatMap((part) => (part.type === 'text' ? [part.text] : []))
		.join('\n\n')
		.trim()
}
