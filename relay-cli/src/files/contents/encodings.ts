/** Text encodings of files: found out when a file is read, kept when it is written. Pure. */
import { FileError } from '../file-error.ts'
import { BOMS, type Encoding, WINDOWS_1252 } from './decoding.ts'

const BYTE_OF = new Map([...WINDOWS_1252].map((char, i) => [char, 0x80 + i]))

/** The encoding that a result names; undefined for plain UTF-8. */
export const shownEncoding = ({ name, bom }: Encoding) =>
	name === 'utf-8' ? (bom ? ('utf-8-bom' as const) : undefined) : name

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
