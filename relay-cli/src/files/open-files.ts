/** Files that open a blocking dialog in Unity if they change on disk while they are open there. */
const WATCHED_FILE = /\.(unity|prefab)$/i

/**
 * Whether the editor has the file open. Case does not count: on Windows and macOS two names that differ only in case
 * are the same file.
 * @param path relative to the project, forward slashes
 */
export const isOpenIn = (path: string, openFiles: readonly string[]): boolean =>
	WATCHED_FILE.test(path) && openFiles.some((open) => open.toLowerCase() === path.toLowerCase())

/** The files the editor has open among a path and everything below it. */
export const openWithin = (path: string, openFiles: readonly string[]): string[] =>
	isOpenIn(path, openFiles)
		? [path]
		: openFiles.filter((open) => open.toLowerCase().startsWith(`${path.toLowerCase()}/`))
