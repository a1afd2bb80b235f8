/** The project that a folder belongs to. Loads little: `fairlead mcp` starts with it in every client. */
import { readFileSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { normalisePath } from '../../home/project-key.ts'
import { fairleadHome, LINKS_FILE } from '../../home/relay-file.ts'
import { isUnityProject } from '../../unity/unity-project.ts'

/**
 * Walks up from a folder. The real path of the nearest folder that is a Unity project, or that is linked to a project
 * of a server; null if there is none above.
 */
export function findProject(from: string, home: string = fairleadHome()): string | null {
	const linked = linkedFolders(home)
	// Each by itself: a link inside a project leads out of it.
	for (let folder = resolve(from); ; folder = dirname(folder)) {
		const real = realOf(folder)
		if (isUnityProject(real) || linked.has(normalisePath(real))) return real
		if (dirname(folder) === folder) return null
	}
}

/** A damaged file links nothing: the relay says what is wrong with it. */
function linkedFolders(home: string): ReadonlySet<string> {
	try {
		const links: unknown = JSON.parse(readFileSync(join(home, LINKS_FILE), 'utf8'))
		const folders = typeof links === 'object' && links !== null ? Object.keys(links) : []
		return new Set(folders.map((folder) => normalisePath(folder)))
	} catch {
		return new Set()
	}
}

/** The path in the system's spelling, also on Windows; unchanged if it does not exist. */
function realOf(path: string): string {
	try {
		return realpathSync(path)
	} catch {
		return path
	}
}
