/** The text that a project's editor on the page has open. It is sent with a message, unless the conversation has it already. */
import type { ChatMessage, ChatPart } from '../messages/messages.ts'

export interface OpenedText {
	readonly name: string
	readonly text: string
}

/** Opened texts by the id of the project in the address: `/p/<id>/…`. */
const opened = new Map<string, OpenedText>()
const project = (): string => location.pathname.split('/')[2] ?? ''

/** null closes the text, which stays known while its pane is hidden. */
export function offerOpenText(text: OpenedText | null): void {
	if (text) opened.set(project(), text)
	else opened.delete(project())
}

/** The part to send ahead of the others: none, if the newest one on screen has the same text. */
export function openPart(shown: readonly ChatMessage[]): ChatPart[] {
	const open = opened.get(project())
	if (!open) return []
	const version = versionOf(open)
	const parts = shown.flatMap((message) => message.parts)
	const last = parts.findLast((part) => part.type === 'data-open')
	if (last?.data.version === version) return []
	return [{ type: 'data-open', data: { ...open, version } }]
}

/** FNV-1a of 32 bits, with the length: it finds changes, and keeps no secret. */
function versionOf({ name, text }: OpenedText): string {
	let hash = 0x811c9dc5
	for (const unit of `${name}\n${text}`) {
		hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193) >>> 0
	}
	return `${text.length.toString(36)}x${hash.toString(36)}`
}
