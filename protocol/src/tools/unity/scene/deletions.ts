/** Deletions that no approval of another one covers: of files that usually hold secrets, and of whole folders. Pure. */
import { segmentsOf } from '../../files/path-segments.ts'
import { holdsSecrets } from '../../files/secret-files.ts'

/** Endings of files. `Level.v2` may be a folder. */
const FILE_NAME = /[^.]\.(?:[a-z]{1,12}|mp[34]|woff2)$/i

/** Whether a path may be that of a folder, by its words: a slash at its end says so, and so does a name without an ending. */
export const mayBeFolder = (path: string): boolean =>
	/[\\/]$/.test(path) || !FILE_NAME.test(segmentsOf(path).at(-1) ?? '')

/** Serves as the `worse` of a deletion. */
export function askForDeletion(
	path: string,
): { readonly risk: 'destructive'; readonly subject: string } | null {
	const shown = segmentsOf(path).join('/')
	if (holdsSecrets(path)) return { risk: 'destructive', subject: shown }
	return mayBeFolder(path)
		? { risk: 'destructive', subject: `${shown} and all that is in it` }
		: null
}
