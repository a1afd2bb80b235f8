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

/** The keys that leave a terminal, for people. */
export const LEAVE_KEYS = 'Ctrl+Shift+Enter'

/** Keys that the page takes with Ctrl and Shift: programs cannot tell them from the same with Ctrl alone. */
const WITH_CTRL_SHIFT: Readonly<Record<string, PageUse>> = {
	enter: 'leave',
	c: 'copy',
	f: 'find',
}
const TO_SCROLL: Readonly<Record<string, PageUse>> = { pageup: 'page-up', pagedown: 'page-down' }

/** @param typing whether keys go to the program; if not, Tab moves the focus as usual */
export function keyUse(press: Key, typing: boolean): KeyUse {
	const key = press.key.toLowerCase()
	if (press.ctrlKey && press.shiftKey && !press.altKey && !press.metaKey) {
		const use = WITH_CTRL_SHIFT[key]
		if (use) return use
	}
	if (typing) return 'program'
	return TO_SCROLL[key] ?? 'browser'
}
