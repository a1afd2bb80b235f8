/** The Unity project that a folder belongs to. */
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** What every Unity project has, also one that was never opened here. */
const MARK = join('ProjectSettings', 'ProjectVersion.txt')

/** Walks up from a folder. The real path of the project's folder, or null if there is none above. */
export function findProject(from: string): string | null {
	for (let folder = resolve(from); ; folder = dirname(folder)) {
		if (existsSync(join(folder, MARK)) && existsSync(join(folder, 'Assets')))
			return realpathSync(folder)
		if (dirname(folder) === folder) return null
	}
}
