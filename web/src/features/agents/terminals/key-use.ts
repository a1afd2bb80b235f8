/** Whether the program gets a key, the page, or the browser. Pure. */

export interface Key {
	readonly key: string
	readonly ctrlKey: boolean
	readonly shiftKey: boolean
	readonly altKey: boolean
	readonly metaKey: boolean
}

export type KeyUse = 'program' | 'browser' | PageUse
export type PageUse = 'leave' | 'copy' | 'find' | 'page-up' | 'page-down'

/** In words, for people. */
export const LEAVE_KEYS = 'Ctrl+Shift+Enter'

/** With Ctrl and Shift: programs cannot tell these from the same with Ctrl alone. */
const WITH_CTRL_SHIFT: Readonly<Record<string, PageUse>> = {
	enter: 'leave',
	c: 'copy',
	f: 'find',
}
const TO_SCROLL: Readonly<Record<string, PageUse>> = { pageup: 'page-up', pagedown: 'page-down' }

/** @param typing false: the program gets nothing, so that Tab goes on as everywhere */
export function keyUse(press: Key, typing: boolean): KeyUse {
	const key = press.key.toLowerCase()
	if (press.ctrlKey && press.shiftKey && !press.altKey && !press.metaKey) {
		const use = WITH_CTRL_SHIFT[key]
		if (use) return use
	}
	if (typing) return 'program'
	return TO_SCROLL[key] ?? 'browser'
}
