/** The state of a path, precise enough to see whether it changed. */
import { lstatSync, readFileSync } from 'node:fs'
import { withRegular } from '../disk/regular-file.ts'
import { inHeldFolder } from '../files/held-folder.ts'
import { hasCode } from '../files/jail.ts'
import { sha256Of } from './image-store.ts'

export type PathState =
	| { readonly kind: 'absent' }
	| { readonly kind: 'folder' }
	| {
			readonly kind: 'file'
			readonly sha256: string
			/** Permission bits. */
			readonly mode: number
			/** False when the content was too large, or beyond what one call may keep. */
			readonly kept: boolean
	  }
	/** A link, a device, or something unreadable: neither compared nor replaced. */
	| { readonly kind: 'other' }

export const ABSENT: PathState = { kind: 'absent' }

/** Larger files are not read for comparison: they count as `other`. */
const MAX_COMPARED_BYTES = 256 * 1024 * 1024

interface Look {
	readonly state: PathState
	readonly bytes: Buffer | null
}

const OTHER: Look = { state: { kind: 'other' }, bytes: null }

/** The state and, for a file, its content. Never throws. */
export function look(path: string): Look {
	try {
		const stats = lstatSync(path)
		if (stats.isDirectory()) return { state: { kind: 'folder' }, bytes: null }
		if (!stats.isFile() || stats.size > MAX_COMPARED_BYTES) return OTHER
		const bytes = withRegular(path, 'refuse', (handle) => readFileSync(handle))
		const mode = stats.mode & 0o777
		return { state: { kind: 'file', sha256: sha256Of(bytes), mode, kept: false }, bytes }
	} catch (error) {
		return unseen(error)
	}
}

/** Like {@link look}, for a path in a project: anything behind a link placed in its way is `other`. */
export function lookIn(root: string, path: string): Look {
	try {
		return inHeldFolder(root, path, look)
	} catch (error) {
		return unseen(error)
	}
}

const unseen = (error: unknown): Look =>
	hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR') ? { state: ABSENT, bytes: null } : OTHER

/** Like {@link look}, without reading it. */
export function kindAt(path: string): PathState['kind'] {
	try {
		const stats = lstatSync(path, { throwIfNoEntry: false })
		if (stats === undefined) return 'absent'
		return stats.isDirectory() ? 'folder' : stats.isFile() ? 'file' : 'other'
	} catch (error) {
		return hasCode(error, 'ENOTDIR') ? 'absent' : 'other'
	}
}

/** Whether both are the same to a user: mode and keeping do not count. */
export function sameState(a: PathState, b: PathState): boolean {
	if (a.kind !== b.kind) return false
	return a.kind !== 'file' || b.kind !== 'file' || a.sha256 === b.sha256
}

/** The state shown to a person, who hands it back to overwrite exactly this. */
export const seenOf = (state: PathState): string =>
	state.kind === 'file' ? state.sha256 : state.kind
