/** One Unity project folder, looked at without Unity. */

import { type Machine, pathsOf } from '../machine.ts'
import { type PackageState, packageState } from '../package/package-state.ts'
import { isVersion } from './hub.ts'

const MAX_VERSION_FILE_BYTES = 64 * 1024

/** The kind of a folder, by the same rule that `fairlead link` goes by. */
export type FolderKind = 'project' | 'missing' | 'not-a-project'

export async function folderKind(machine: Machine, path: string): Promise<FolderKind> {
	const { join } = pathsOf(machine.platform)
	if (!(await machine.isFolder(path))) return 'missing'
	const parts = await Promise.all(
		['Assets', 'ProjectSettings'].map((part) => machine.isFolder(join(path, part))),
	)
	return parts.every(Boolean) ? 'project' : 'not-a-project'
}

/** A sentence about a folder that {@link folderKind} calls missing. */
export const missingFolderText = async (machine: Machine, path: string): Promise<string> =>
	notAFolder(path, await machine.isFile(path))

export const notAFolder = (path: string, isFile: boolean): string =>
	isFile ? `${path} is a file, not a folder.` : `The folder ${path} does not exist.`

/** The version in ProjectSettings/ProjectVersion.txt; null if it has none. */
export async function projectVersion(machine: Machine, path: string): Promise<string | null> {
	const { join } = pathsOf(machine.platform)
	const file = await machine.read(
		join(path, 'ProjectSettings', 'ProjectVersion.txt'),
		MAX_VERSION_FILE_BYTES,
	)
	const version = file.kind === 'text' ? versionIn(file.text) : null
	return version !== null && isVersion(version) ? version : null
}

const versionIn = (text: string): string | null =>
	/^\s*m_EditorVersion:[ \t]*(\S+)/m.exec(text)?.[1] ?? null

export interface ProjectFolder {
	readonly version: string | null
	readonly package: PackageState
}

export async function lookAtProject(machine: Machine, path: string): Promise<ProjectFolder> {
	const [version, state] = await Promise.all([
		projectVersion(machine, path),
		packageState(machine, path),
	])
	return { version, package: state }
}
