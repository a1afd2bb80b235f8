/** Tells whether a folder is a Unity project. */
import { lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FolderKind } from '@fairlead/protocol/editors/editors'

/** Unity has both in every project, also in one that it has never opened here. */
const PARTS = ['Assets', 'ProjectSettings'] as const
/** Folders of a project that is not whole at the moment, such as during a checkout or a move. */
const TRACES: ReadonlySet<string> = new Set([...PARTS, 'Library'])
const MANIFEST = ['Packages', 'manifest.json'] as const

const isFolder = (path: string): boolean =>
	statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

export const isUnityProject = (folder: string): boolean =>
	PARTS.every((part) => isFolder(join(folder, part)))

/**
 * Returns null if the folder does not exist at the moment, for instance because its disk is not attached. `plain` has
 * laxer rules, so a folder with any trace of Unity is never `plain`; a link that leads nowhere is a trace. Names must
 * be spelled as Unity spells them: where case does not matter, the `assets` of a website would pass for Unity's.
 */
export function folderKindOnDisk(folder: string): FolderKind | null {
	try {
		if (!isFolder(folder)) return null
		if (isUnityProject(folder) || readdirSync(folder).some((name) => TRACES.has(name)))
			return 'unity'
		return lstatSync(join(folder, ...MANIFEST), { throwIfNoEntry: false }) ? 'unity' : 'plain'
	} catch {
		return null
	}
}
