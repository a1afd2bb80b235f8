/** The lines of a text file, for the search. The worker thread loads it too. */
import { fstatSync, readSync } from 'node:fs'
import { readRegularSync, withRegular } from '../../disk/regular-file.ts'
import { searchedText } from '../contents/decoding.ts'

const LF = 10
const LITTLE_LF = Buffer.from([LF, 0])

/** Without line endings and byte order mark; null for a binary file, or one that cannot be read. */
export function fileLines(file: string): string[] | null {
	let bytes: Buffer
	try {
		bytes = readRegularSync(file)
	} catch {
		return null
	}
	const text = searchedText(bytes)
	if (text === null) return null
	const lines = text.split('\n')
	// Nothing follows the last line end.
	if (lines.at(-1) === '') lines.pop()
	return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
}

/** Whether its last line is finished. False if it cannot be read. */
export function endsWithLine(file: string): boolean {
	try {
		return withRegular(file, 'follow', (handle) => {
			const end = Buffer.alloc(2)
			const { size } = fstatSync(handle)
			const read = readSync(handle, end, 0, 2, Math.max(0, size - 2))
			// In UTF-16 a zero stands before or after it.
			return size === 0 || end.subarray(0, read).equals(LITTLE_LF) || end[read - 1] === LF
		})
	} catch {
		return false
	}
}
