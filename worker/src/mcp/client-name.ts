/** Names that clients give themselves, where people read them: in titles and questions. Pure. */

const MAX_NAME = 60

/** On one line, without what turns or hides text; null: nothing is left, or it would pass for Fairlead's own. */
export function shownName(name: string): string | null {
	const plain = name
		.slice(0, 1_000)
		.replace(/[\p{C}\s]+/gu, ' ')
		.trim()
	const shown = [...plain].slice(0, MAX_NAME).join('').trim()
	return shown === '' || passesForOurs(shown) ? null : shown
}

/** Whether it may be registered: plain text that does not pass for Fairlead's own. */
export const isPlainName = (name: string): boolean =>
	!/\p{C}/u.test(name) && !passesForOurs(name.trim())

const passesForOurs = (name: string): boolean => /^fairlead/i.test(name.normalize('NFKC'))
