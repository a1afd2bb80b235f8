/** The state of a path, precise enough to see whether it changed. */
import { closeSync, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs'
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
	/** A link, a device, or what may not be read: neither compared nor replaced. */
	| { readonly kind: 'other' }

export const ABSENT: PathState = { kind: 'absent' }

/** Files beyond this are not read to compare them: they count as `other`. */
const MAX_COMPARED_BYTES = 256 * 1024 * 1024

/** The state and, for a file, its content. Never throws. */
export function look(path: string): { state: PathState; bytes: Buffer | null } {
	const other = { state: { kind: 'other' } as const, bytes: null }
	try {
		const stats = lstatSync(path)
		if (stats.isDirectory()) return { state: { kind: 'folder' }, bytes: null }
		if (!stats.isFile() || stats.size > MAX_COMPARED_BYTES) return other
		const handle = openSync(path, 'r')
		try {
			if (!fstatSync(handle).isFile()) return other
			const bytes = readFileSync(handle)
			const mode = stats.mode & 0o777
			return { state: { kind: 'file', sha256: sha256Of(bytes), mode, kept: false }, bytes }
		} finally {
			closeSync(handle)
		}
	} catch (error) {
		return hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')
			? { state: ABSENT, bytes: null }
			: other
	}
}

/** As {@link look}, without reading it. */
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

/** What a person is shown, and hands back to overwrite exactly this. */
export const seenOf = (state: PathState): string =>
	state.kind === 'file' ? state.sha256 : state.kind
