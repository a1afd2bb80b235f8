/** The result of a search. */
import type { SearchableFile } from './searchable-files.ts'

export interface FoundLine {
	readonly file: SearchableFile
	/** From 0. */
	readonly line: number
	/** From 0, in UTF-16 units. */
	readonly column: number
}

export interface SearchBounds {
	/** Number of lines after which the search ends. */
	readonly max: number
	/** Maximum lines per file. */
	readonly perFile: number
}

export interface FoundLines {
	/** Lines in the order of the files. */
	readonly lines: readonly FoundLine[]
	/** Why there may be more. */
	readonly stopped?: string
}
