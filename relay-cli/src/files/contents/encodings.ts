/** Text encodings of files: found out when a file is read, kept when it is written. Pure. */
import { FileError } from '../file-error.ts'

export interface Encoding {
	readonly name: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
	/** A byte order mark stands before the text. */
	readonly bom: boolean
}

export const UTF_8: Encoding = { name: 'utf-8', bom: false }

const BOMS: readonly (readonly [Encoding['name'], Buffer])[] = [
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
const WINDOWS_1252 = '€\uFFFD‚ƒ„…†‡ˆ‰Š‹Œ\uFFFDŽ\uFFFD\uFFFD‘’“”•–—˜™š›œ\uFFFDžŸ'
const BYTE_OF = new Map([...WINDOWS_1252].map((char, i) => [char, 0x80 + i]))
/** Characters that no text contains: all but tab, line breaks, form feed and escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const CONTROLS = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]/

/** The encoding that a result names; undefined for plain UTF-8. */
export const shownEncoding = ({ name, bom }: Encoding) =>
	name === 'utf-8' ? (bom ? ('utf-8-bom' as const) : undefined) : name

/** The text without its mark; null: it is not a text in an encoding that is known here. */
export function decoded(bytes: Buffer): { text: string; encoding: Encoding } | null {
	const marked = BOMS.find(([, mark]) => bytes.subarray(0, mark.length).equals(mark))
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

function halfZeros(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
	const zeros = [0, 0]
	for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
	const [even = 0, odd = 0] = zeros
	const least = (bytes.length / 2) * MIN_ZEROS
	if (odd >= least && even === 0) return 'utf-16le'
	return even >= least && odd === 0 ? 'utf-16be' : null
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
			const high = bytes.reduce((sum, byte) => sum + (byte >= 0x80 ? 1 : 0), 0)
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

/**
 * @param shown the file, for an error
 * @throws {FileError} `unsupported` if the encoding lacks a character; nothing is replaced by a question mark
 */
export function encoded(text: string, { name, bom }: Encoding, shown: string): Buffer {
	const mark = bom ? (BOMS.find(([of]) => of === name)?.[1] ?? Buffer.alloc(0)) : Buffer.alloc(0)
	switch (name) {
		case 'utf-8':
			return Buffer.concat([mark, Buffer.from(text, 'utf8')])
		case 'utf-16le':
			return Buffer.concat([mark, Buffer.from(text, 'utf16le')])
		case 'utf-16be':
			return Buffer.concat([mark, Buffer.from(text, 'utf16le').swap16()])
		case 'windows-1252':
			return Buffer.from(Array.from(text, (char) => byteOf(char, text, shown)))
		default:
			return name satisfies never
	}
}

function byteOf(char: string, text: string, shown: string): number {
	const code = char.charCodeAt(0)
	const byte = code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : BYTE_OF.get(char)
	if (byte !== undefined && char.length === 1 && char !== '\uFFFD') return byte
	const line = text.slice(0, text.indexOf(char)).split('\n').length
	throw new FileError(
		'unsupported',
		`${shown} is in windows-1252, which has no “${char}” (line ${line}). Nothing was written.`,
		{ hint: 'Use other characters, or ask the user whether the file may become UTF-8.' },
	)
}
