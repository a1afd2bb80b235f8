/**
 * A conversation as it stands in a copy: what visitors see, and nothing that leads back. Names are left behind,
 * so that a person who deletes their account does not live on in a stranger's project. Pure.
 */

import {
	isToolPart,
	type KnownPart,
	type ToolPart,
} from '@fairlead/protocol/conversations/message-parts'
import type { StoredMessage } from '@fairlead/protocol/conversations/messages'
import type { StoredAttachment, ToolOutput } from '@fairlead/protocol/conversations/stream-parts'
import type { Author } from '@fairlead/protocol/people/author'
import { blobOf } from '../blob-address.ts'

/** Each is copied by a call of its own. */
export const MAX_PICTURES = 100

interface CopyTarget {
	readonly projectId: string
	readonly conversationId: string
}

export interface Copied {
	readonly messages: StoredMessage[]
	/** Pictures of the original that the copy does not have. */
	readonly picturesLeftOut: number
}

/** @param messages as visitors see them */
export function copiedMessages(
	messages: readonly StoredMessage[],
	{ from, to, newId }: { readonly from: CopyTarget; readonly to: CopyTarget; newId(): string },
): Copied {
	const names = new Map<string, string>()
	const unnamed = ({ kind, name }: Author): Author => {
		const known = names.get(name) ?? `Person ${names.size + 1}`
		names.set(name, known)
		return { kind, id: known, userId: null, name: known }
	}
	const ids = new Map(messages.map(({ id }) => [id, newId()]))
	const pictures = new Set<string>()
	const leftOut = new Set<string>()
	const keep = (url: string): boolean => {
		const ours = blobOf(url)?.conversationId === from.conversationId
		if (ours && (pictures.has(url) || pictures.size < MAX_PICTURES)) pictures.add(url)
		else leftOut.add(url)
		return pictures.has(url)
	}

	const copiedList = (parts: readonly object[], messageId: string): Record<string, unknown>[] =>
		parts
			.map((part) => copiedPart(part as KnownPart, messageId))
			.filter((part) => part !== null) as never
	const copiedPart = (part: KnownPart, messageId: string): object | null => {
		if (isToolPart(part)) return copiedCall(part)
		switch (part.type) {
			case 'file':
				return keep(part.url) ? part : null
			case 'steering-message':
				return { ...part, parts: copiedList(part.parts, messageId) }
			case 'data-author':
				return { ...part, data: unnamed(part.data) }
			case 'data-revert':
				return {
					...part,
					data: {
						...part.data,
						messageId: ids.get(part.data.messageId) ?? messageId,
						by: unnamed(part.data.by),
					},
				}
			case 'data-approval': {
				const { answer } = part.data
				if (answer?.author === undefined) return part
				return {
					...part,
					data: { ...part.data, answer: { ...answer, author: unnamed(answer.author) } },
				}
			}
			default:
				return part
		}
	}
	const copiedCall = (part: ToolPart): object => {
		const { attachments, ...output } = (part.output ?? {}) as Partial<ToolOutput>
		if (attachments === undefined) return part
		const kept = attachments.filter(({ url }: StoredAttachment) => keep(url))
		return { ...part, output: kept.length > 0 ? { ...output, attachments: kept } : output }
	}
	const copied = messages.map(({ id: from, role, parts, metadata }): StoredMessage => {
		// Without its run there is nothing to revert: what it changed is in another project.
		const { runId: _, cursor: __, by, stoppedBy, ...rest } = metadata ?? {}
		const id = ids.get(from) ?? newId()
		return {
			id,
			role,
			parts: copiedList(parts, id),
			metadata: {
				...rest,
				...(by === undefined ? {} : { by: unnamed(by as Author) }),
				...(stoppedBy === undefined ? {} : { stoppedBy: unnamed(stoppedBy as Author) }),
			},
		}
	})
	return { messages: moved(copied, from, to), picturesLeftOut: leftOut.size }
}

/** Addresses of the original lead to the copy, wherever they stand. Ids have no character that JSON escapes. */
const moved = (
	messages: readonly StoredMessage[],
	from: CopyTarget,
	to: CopyTarget,
): StoredMessage[] =>
	JSON.parse(
		JSON.stringify(messages)
			.replaceAll(from.conversationId, to.conversationId)
			.replaceAll(from.projectId, to.projectId),
	) as StoredMessage[]
