/** The project folder as the engine needs it; its real location is the caller's concern. */

export interface FileInfo {
	/** Links are reported, never followed: they may lead out of the project or in circles. */
	readonly kind: 'file' | 'folder' | 'link'
	readonly sizeBytes: number
	/** Unix milliseconds. */
	readonly changedMs: number
}

/**
 * Paths are relative to the project, with forward slashes, and free of `..`.
 * Every method throws if the storage fails; an error's `code` (`EACCES`, `ENOSPC`, …) says why.
 */
export interface ProjectFiles {
	/** The project folder's path for people. */
	readonly root: string
	/** Returns null if it does not exist. */
	info(path: string): FileInfo | null
	/** Text of an existing file, as UTF-8. */
	readText(path: string): string
	/** Names in an existing folder, sorted. */
	list(folder: string): readonly string[]
	/** Makes missing folders; a reader never sees half a file. */
	writeText(path: string, text: string): void
	/** Creates missing parents too; an existing folder stays as it is. */
	makeFolder(path: string): void
	/** Moves a file, or a folder with its content. Makes missing folders of `to`. */
	move(from: string, to: string): void
	/** Copies like {@link move}; below `from` only names that `takes` accepts. */
	copy(from: string, to: string, takes: (name: string) => boolean): void
	/** Removes a file, or a folder with its content; does nothing if there is none. */
	remove(path: string): void
	/** False where a link in the path leads out of the project. The path itself need not exist. */
	isInside(path: string): boolean
}

export const exists = (files: ProjectFiles, path: string): boolean => files.info(path) !== null

/** Empty if there is no file. */
export const textOf = (files: ProjectFiles, path: string): string =>
	files.info(path)?.kind === 'file' ? files.readText(path) : ''
