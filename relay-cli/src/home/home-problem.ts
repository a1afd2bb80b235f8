/** Why the home folder cannot be used, and what to do. */

/** Returns null if the error is about something else. */
export function homeProblem(error: unknown, home: string): string | null {
	const { code, path } = error as { code?: unknown; path?: unknown }
	// A missing home is named by the first folder that could not be made.
	if (typeof path !== 'string' || !(path.startsWith(home) || home.startsWith(path))) return null
	switch (code) {
		case 'EACCES':
		case 'EPERM':
			return `The relay may not write to its home folder ${home}. Make it writable for your user, or set FAIRLEAD_HOME to another folder.`
		case 'EROFS':
			return `The home folder ${home} is on a read-only disk. Set FAIRLEAD_HOME to a folder on another one.`
		case 'ENOSPC':
			return `The disk of the home folder ${home} is full. Free some space, then start again.`
		case 'ENOTDIR':
		case 'EEXIST':
			return `${home} is not a folder. Move it away, or set FAIRLEAD_HOME to a folder.`
		default:
			return null
	}
}
