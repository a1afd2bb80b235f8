/** What Unity asks the user about, in a dialog that stops everything, when it changes on the disk under an open editor. */
const WATCHED_FILE = /\.(unity|prefab)$/i

/**
 * Whether the editor has the file open. Case does not count: on Windows and macOS two names that differ in nothing else
 * are one file.
 * @param path relative to the project, forward slashes
 */
export const isOpenIn = (path: string, openFiles: readonly string[]): boolean =>
	WATCHED_FILE.test(path) && openFiles.some((open) => open.toLowerCase() === path.toLowerCase())
