/** The lines of a text file, for both search engines. No imports of ours: the worker thread loads it too. */
import { readFileSync } from 'node:fs'

/** Binary files show a NUL byte early. */
const SNIFF_BYTES = 8_192

/** Without line endings and byte order mark; null for a binary file, or one that cannot be read. */
export function fileLines(file: string): string[] | null {
	let bytes: Buffer
	try {
		bytes = readFileSync(file)
	} catch {
		return null
	}
	const text = decode(bytes)
	if (text === null) return null
	const lines = text.split('\n')
	// Nothing follows the last line end.
	if (lines.at(-1) === '') lines.pop()
	return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
}

function decode(bytes: Buffer): string | null {
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
	if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
	if (bytes.subarray(0, SNIFF_BYTES).includes(0)) return null
	return new TextDecoder('utf-8').decode(bytes)
}
