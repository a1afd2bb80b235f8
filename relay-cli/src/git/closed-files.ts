/** Files of a repository that nobody was asked about: what is committed from them, or shown of them, leaves the folder. */
import { dirname, join } from 'node:path'
import { closedPlace } from '@fairlead/protocol/tools'
import { ownFolderOn } from '../files/own-folders.ts'

/** Whether a path of the project lies among Fairlead's own files: on the disk, or by its name in a commit. */
export function ownFiles(folder: string): (path: string) => boolean {
	const known = new Map<string, boolean>()
	return (path) => {
		const above = dirname(path)
		const own =
			known.get(above) ??
			(closedPlace(above.split('/'), 'read', 'plain') !== null ||
				ownFolderOn(folder, join(folder, above)) !== null)
		known.set(above, own)
		return own || closedPlace(path.split('/'), 'read', 'plain') !== null
	}
}
