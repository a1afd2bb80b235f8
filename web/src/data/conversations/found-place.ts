/** The place in a message to which a search led: marked, and scrolled to. */
import type { FoundIn } from '@fairlead/protocol/conversations/conversation'

/** The name of the browser's highlight: `::highlight(found)`. */
const HIGHLIGHT = 'found'
/** Lines above the words stay in view. */
const ABOVE_PX = 120

/** A place to scroll to. */
export type Place = Pick<Element, 'scrollIntoView'>

let sought: FoundIn | null = null

/** Called before the address changes to that of the message. */
export const seek = (found: FoundIn | undefined): void => {
	sought = found ?? null
}

/**
 * Marks the sought words in a message.
 * @returns their place; the message itself if they were not sought, or are folded away
 */
export function markSought(message: Element): Place {
	const words = sought?.messageId === message.id ? sought.snippet.find((part) => part.found) : null
	sought = null
	globalThis.CSS?.highlights?.delete(HIGHLIGHT)
	if (!words) return message
	const texts = document.createTreeWalker(message, NodeFilter.SHOW_TEXT)
	for (let node = texts.nextNode(); node; node = texts.nextNode()) {
		const at = node.nodeValue?.indexOf(words.text) ?? -1
		if (at < 0) continue
		const range = document.createRange()
		range.setStart(node, at)
		range.setEnd(node, at + words.text.length)
		CSS.highlights?.set(HIGHLIGHT, new Highlight(range))
		return {
			scrollIntoView() {
				// A long text is scrolled in its bubble, and that in the conversation.
				const bubble = node.parentElement?.closest('[tabindex]')
				for (const box of [bubble, message.closest('[role="log"]')])
					if (box) box.scrollTop += topOf(range) - topOf(box) - ABOVE_PX
			},
		}
	}
	return message
}

const topOf = (one: Range | Element): number => one.getBoundingClientRect().top
