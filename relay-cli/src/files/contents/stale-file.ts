/** The error for a file that is not the one that was read. */
import { NO_FILE } from '@fairlead/protocol/tools/files/no-file'
import { FileError } from '../file-error.ts'

/**
 * @param sha256 of the file as it is; null: there is none
 * @param expected the hash that the call named
 */
export function staleFile(
	shown: string,
	sha256: string | null,
	expected: string,
	done: 'written' | 'changed',
): FileError {
	const [found, hint] = difference(sha256, expected)
	return new FileError('stale_file', `${shown} ${found}. Nothing was ${done}.`, {
		hint,
		data: { sha256 },
	})
}

function difference(sha256: string | null, expected: string): [found: string, hint: string] {
	if (sha256 === null) return ['no longer exists', 'To make it again, leave expected_sha256 out.']
	if (expected === NO_FILE)
		return [
			'exists by now',
			'Read it, then pass its sha256 as expected_sha256, or leave that out. Zeros stand for no file.',
		]
	return ['has changed since it was read', 'Read the file again.']
}
