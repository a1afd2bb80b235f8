/** The project folder as the engine needs it; where it really lies is the concern of whoever opens the engine. */

export interface FileInfo {
	/** Links are told, never followed: they may lead out of the project or in circles. */
	readonly kind: 'file' | 'folder' | 'link'
	readonly sizeBytes: number
	/** Unix milliseconds. */
	readonly changedMs: number
}

/**
 * Paths are relative to the project, with forward slashes, and free of `..`.
 * Everything throws where the storage refuses; an error's `code` (`EACCES`, `ENOSPC`, …) says why.
 */
export interface ProjectFiles {
	/** The project folder as people know it. */
	readonly root: string
	/** Null: there is nothing. */
	info(path: string): FileInfo | null
	/** Text of a file that is there, as UTF-8. */
	readText(path: string): string
	/** Names in a folder that is there, sorted. */
	list(folder: string): readonly string[]
	/** Makes missing folders; a reader never sees half a file. */
	writeText(path: string, text: string): void
	/** With missing parents; nothing happens to a folder that exists. */
	makeFolder(path: string): void
	/** A file, or a folder with all it holds. Makes missing folders of `to`. */
	move(from: string, to: string): void
	/** As {@link move}; of what lies below `from` only names that `takes` accepts. */
	copy(from: string, to: string, takes: (name: string) => boolean): void
	/** A file, or a folder with all it holds; nothing happens where there is none. */
	remove(path: string): void
	/** False where a link in the path leads out of the project. The path itself need not exist. */
	isInside(path: string): boolean
}

export const exists = (files: ProjectFiles, path: string): boolean => files.info(path) !== null

/** Empty where there is no file. */
export const textOf = (files: ProjectFiles, path: string): string =>
	files.info(path)?.kind === 'file' ? files.readText(path) : ''
