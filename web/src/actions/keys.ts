/** Keys as actions declare them (`mod+k`, `?`, `escape`): how they are matched, and how they are written for a person. */

export interface KeyPress {
	readonly key: string
	readonly ctrlKey: boolean
	readonly metaKey: boolean
	readonly altKey: boolean
	readonly shiftKey: boolean
}

const MODIFIERS = ['mod', 'alt', 'shift'] as const
type Modifier = (typeof MODIFIERS)[number]

const WORDS: Readonly<Record<string, string>> = {
	escape: 'Esc',
	enter: 'Enter',
	arrowup: '↑',
	arrowdown: '↓',
}

function split(keys: string): { readonly held: ReadonlySet<Modifier>; readonly key: string } {
	const text = keys.toLowerCase()
	// A plus at the end is the key.
	const at = text.slice(0, -1).lastIndexOf('+')
	const key = text.slice(at + 1)
	const parts = at === -1 ? [] : text.slice(0, at).split('+')
	const held = new Set<Modifier>()
	for (const part of parts) {
		const modifier = MODIFIERS.find((one) => one === part)
		if (modifier === undefined) throw new Error(`"${keys}" names no modifier "${part}".`)
		held.add(modifier)
	}
	if (key === '') throw new Error(`"${keys}" names no key.`)
	return { held, key }
}

/** One spelling of the same keys, so that two actions cannot take them in two orders. */
export function canonicalKeys(keys: string): string {
	const { held, key } = split(keys)
	return [...MODIFIERS.filter((one) => held.has(one)), key].join('+')
}

/** A letter with Shift is another letter, and "?" needs Shift on some keyboards only: Shift counts for named keys. */
const isCharacter = (key: string): boolean => key.length === 1

/** The canonical form of a key press. ⌘ and Ctrl are both `mod`: a Mac's browser may run either. */
export function keysOf(press: KeyPress): string {
	const key = press.key.toLowerCase()
	const held = [
		...(press.metaKey || press.ctrlKey ? ['mod'] : []),
		...(press.altKey ? ['alt'] : []),
		...(press.shiftKey && (!isCharacter(key) || /[a-z]/.test(key)) ? ['shift'] : []),
	]
	return [...held, key].join('+')
}

const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

/** "⌘K" or "Ctrl K". */
export function keysText(keys: string, mac = isMac): string {
	const { held, key } = split(keys)
	const names: Readonly<Record<Modifier, string>> = mac
		? { mod: '⌘', alt: '⌥', shift: '⇧' }
		: { mod: 'Ctrl', alt: 'Alt', shift: 'Shift' }
	const word = WORDS[key] ?? key.toUpperCase()
	return [...MODIFIERS.filter((one) => held.has(one)).map((one) => names[one]), word].join(
		mac ? '' : ' ',
	)
}
