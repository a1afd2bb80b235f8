/** The files to which Unity writes its log. */
import { type FileHandle, realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { openInPlace } from '../disk/regular-file.ts'

/** Unity 6000.5 and later; earlier ones write only to the global log, which all projects share. */
export const projectLog = (folder: string): string => join(folder, 'Logs', 'Editor.log')

/**
 * A project's own log counts only at its own place: git brings links, and behind one may lie any file of the computer.
 * @throws unless it is a regular file that lies there
 */
export const openProjectLog = async (folder: string): Promise<FileHandle> =>
	openInPlace(projectLog(await realpath(folder)))

/** The log of the editor that started last, and of the one before it, which may still be running. */
export function globalLogs(
	platform: NodeJS.Platform = process.platform,
	env: Readonly<Record<string, string | undefined>> = process.env,
	home: string = homedir(),
): string[] {
	const folder = globalLogFolder(platform, env, home)
	return [join(folder, 'Editor.log'), join(folder, 'Editor-prev.log')]
}

function globalLogFolder(
	platform: NodeJS.Platform,
	env: Readonly<Record<string, string | undefined>>,
	home: string,
): string {
	if (platform === 'darwin') return join(home, 'Library', 'Logs', 'Unity')
	if (platform === 'win32')
		return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Unity', 'Editor')
	return join(home, '.config', 'unity3d')
}
