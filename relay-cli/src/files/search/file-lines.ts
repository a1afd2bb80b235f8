/** The lines of a text file, for the search. No imports of ours: the worker thread loads it too. */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'

/** Binary files show a NUL byte early. */
const SNIFF_BYTES = 8_192
const LF = 10
const LITTLE_LF = Buffer.from([LF, 0])

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

/** Whether its last line is finished. False if it cannot be read. */
export function endsWithLine(file: string): boolean {
	try {
		const handle = openSync(file, 'r')
		try {
			const end = Buffer.alloc(2)
			const { size } = fstatSync(handle)
			const read = readSync(handle, end, 0, 2, Math.max(0, size - 2))
			// In UTF-16 a zero stands before or after it.
			return size === 0 || end.subarray(0, read).equals(LITTLE_LF) || end[read - 1] === LF
		} finally {
			closeSync(handle)
		}
	} catch {
		return false
	}
}

function decode(bytes: Buffer): string | null {
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
	if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
	if (bytes.subarray(0, SNIFF_BYTES).includes(0)) return null
	return new TextDecoder('utf-8').decode(bytes)
}
