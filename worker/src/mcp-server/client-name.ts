/** Names that clients give themselves, where people read them: in titles and questions. Pure. */
import { UNSEEN } from '@fairlead/protocol/view/unseen'
import { looksLikeOurs, mixesScripts } from './look-alike.ts'

const MAX_NAME = 60

/** On one line, without what turns or hides text; null: nothing is left, or it would pass for Fairlead's own. */
export function shownName(name: string): string | null {
	const plain = name
		.slice(0, 1_000)
		.replace(/[\p{C}\s]+/gu, ' ')
		.trim()
	const shown = [...plain].slice(0, MAX_NAME).join('').trim()
	return !isVisible(shown) || looksLikeOurs(shown) ? null : shown
}

/** Whether it may be registered: plain text that shows something and does not pass for Fairlead's own. */
export const isPlainName = (name: string): boolean =>
	!/\p{C}/u.test(name) && isVisible(name) && !mixesScripts(name) && !looksLikeOurs(name)

/** A filler counts as a letter, and an empty Braille pattern as a sign. */
const isVisible = (name: string): boolean =>
	/[\p{L}\p{N}\p{P}\p{S}]/u.test(name.replace(UNSEEN, ''))
