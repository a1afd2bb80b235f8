/** Text in the encodings that Fairlead knows. Imports nothing: the thread of the search loads it too. */

export interface Encoding {
	readonly name: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
	/** A byte order mark stands before the text. */
	readonly bom: boolean
}

export const UTF_8: Encoding = { name: 'utf-8', bom: false }

export const BOMS: readonly (readonly [Encoding['name'], Buffer])[] = [
	['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
	['utf-16le', Buffer.from([0xff, 0xfe])],
	['utf-16be', Buffer.from([0xfe, 0xff])],
]
/** Begins like UTF-16's mark. */
const UTF_32_BOM = Buffer.from([0xff, 0xfe, 0, 0])
/** Binary files show a NUL byte early. */
const SNIFF_BYTES = 8_192
/** In text without a mark, every other byte is usually 0. */
const MIN_ZEROS = 0.4
/** Latin text has few letters beyond ASCII; other scripts and binary data have more. */
const MAX_HIGH = 0.3
/** 0x80 to 0x9F of Windows-1252, by the encoding standard; U+FFFD for the five that stand for nothing. */
export const WINDOWS_1252 = '€\uFFFD‚ƒ„…†‡ˆ‰Š‹Œ\uFFFDŽ\uFFFD\uFFFD‘’“”•–—˜™š›œ\uFFFDžŸ'
/** Characters that no text contains: all but tab, line breaks, form feed and escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const CONTROLS = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]/

/** The text without its mark; null: it is not a text in an encoding that is known here. */
export function decoded(bytes: Buffer): { text: string; encoding: Encoding } | null {
	const marked = markOf(bytes)
	if (marked && !bytes.subarray(0, 4).equals(UTF_32_BOM)) {
		const [name, mark] = marked
		return read(bytes.subarray(mark.length), { name, bom: true })
	}
	const start = bytes.subarray(0, SNIFF_BYTES)
	if (start.includes(0)) {
		const name = halfZeros(start)
		return name === null ? null : read(bytes, { name, bom: false })
	}
	return read(bytes, UTF_8) ?? read(bytes, { name: 'windows-1252', bom: false })
}

/**
 * The same for a search, which also looks into files with a few wrong bytes, and into those of other encodings for
 * what is ASCII in them. Null for a binary file.
 */
export function searchedText(bytes: Buffer): string | null {
	const found = decoded(bytes)
	if (found !== null) return found.text
	const [name] = markOf(bytes) ?? ['utf-8']
	if (name === 'utf-8' && bytes.subarray(0, SNIFF_BYTES).includes(0)) return null
	return new TextDecoder(name).decode(bytes)
}

const markOf = (bytes: Buffer) =>
	BOMS.find(([, mark]) => bytes.subarray(0, mark.length).equals(mark))

/** Most binary files have zeros on both sides within a few bytes. */
function halfZeros(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
	let even = 0
	let odd = 0
	for (let at = 0; at < bytes.length; at++) {
		if (bytes[at] !== 0) continue
		if (at % 2 === 0) even++
		else odd++
		if (even > 0 && odd > 0) return null
	}
	const least = (bytes.length / 2) * MIN_ZEROS
	if (odd >= least) return 'utf-16le'
	return even >= least ? 'utf-16be' : null
}

function read(bytes: Buffer, encoding: Encoding): { text: string; encoding: Encoding } | null {
	switch (encoding.name) {
		case 'utf-8':
			// A binary file can begin with a mark, too.
			return bytes.subarray(0, SNIFF_BYTES).includes(0) ? null : strictly(bytes, encoding)
		case 'utf-16le':
		case 'utf-16be': {
			const found = bytes.length % 2 === 0 ? strictly(bytes, encoding) : null
			return found && !CONTROLS.test(found.text) ? found : null
		}
		case 'windows-1252': {
			let high = 0
			for (let at = 0; at < bytes.length; at++) if ((bytes[at] ?? 0) >= 0x80) high++
			if (high > bytes.length * MAX_HIGH) return null
			const text = bytes
				.toString('latin1')
				.replace(/[\x80-\x9f]/g, (char) => WINDOWS_1252.charAt(char.charCodeAt(0) - 0x80))
			return CONTROLS.test(text) || text.includes('\uFFFD') ? null : { text, encoding }
		}
		default:
			return encoding.name satisfies never
	}
}

function strictly(bytes: Buffer, encoding: Encoding): { text: string; encoding: Encoding } | null {
	try {
		const text = new TextDecoder(encoding.name, { fatal: true, ignoreBOM: true }).decode(bytes)
		return { text, encoding }
	} catch {
		return null
	}
}
