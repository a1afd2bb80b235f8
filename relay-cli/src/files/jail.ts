/**
 * Keeps file tools inside one linked folder. Two walls: the path as written
 * is checked by rules, and the real location, with all links resolved, must
 * lie inside the folder's real path.
 */
import { lstatSync, realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import type { FolderKind } from '@fairlead/protocol/editors/editors'
import {
	closedAsOwn,
	closedPlace,
	holdsSecrets,
	leadsElsewhere,
	runsCodeLater,
} from '@fairlead/protocol/tools'
import type { CallError } from '@fairlead/protocol/wire/calls'
import { isUnityProject } from '../unity/unity-project.ts'
import { FileError } from './file-error.ts'
import { ownFolderAbove, ownFolderOn } from './own-folders.ts'

const ANY_WRITE = 0o222

export interface JailedPath {
	/** The linked folder, absolute, without links. */
	readonly root: string
	/** The path as the caller sees it: relative, forward slashes, `.` for the project folder. */
	readonly shown: string
	/** Absolute, all links resolved as far as the path exists. */
	readonly real: string
	readonly exists: boolean
}

export const outside = (message: string): FileError =>
	new FileError('outside_project', message, {
		hint: 'Use a path relative to the linked folder, with forward slashes.',
	})

/** The words of a path are judged in the protocol: nobody is asked about what is refused by them. */
export function refuse(error: CallError | null): void {
	if (error === null) return
	throw new FileError(error.code, error.message, {
		...(error.hint === undefined ? {} : { hint: error.hint }),
	})
}

/** Whether `path` is `folder` or lies below it. Both absolute; without reading the disk. */
export function isInside(folder: string, path: string): boolean {
	const way = relative(folder, path)
	return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

/**
 * Resolves a path for reading, or for writing, where Library, Temp and obj of a Unity project are closed too;
 * .git and Fairlead's own files are closed for both. `folder` is the linked folder's real path.
 *
 * @throws {FileError} `outside_project`, `denied`, or `invalid_arguments` for one of too many levels.
 */
export function resolveInside(folder: string, path: string, purpose: 'read' | 'write'): JailedPath {
	refuse(leadsElsewhere(path))
	const segments = path.split(/[\\/]/).filter((segment) => segment !== '' && segment !== '.')
	const root = rootOf(folder)
	const wanted = join(root, ...segments)
	const { real, exists } = realPathOf(wanted)
	if (!isInside(root, real))
		throw outside('The path leads out of the project through a symbolic link.')
	// Reading is closed alike in every folder.
	const kind = purpose === 'write' && isUnityProject(root) ? 'unity' : 'plain'
	// Both ways to name the place count.
	for (const way of [segments, relative(root, real).split(sep)])
		refuse(closedPlace(way, purpose, kind))
	refuseOwnFiles(root, real)
	const written = segments.join('/')
	const led = relative(root, real).split(sep).join('/')
	refuseHiddenSecret(written, led)
	if (purpose === 'write') refuseHiddenCode(written, belowAssets(root, real) ?? led, kind)
	if (purpose === 'write' && exists) refuseReadOnly(written, real)
	return { root, shown: segments.join('/') || '.', real, exists }
}

/** Whether a person is asked depends on the path as written: a link or a short name must not hide a secret file. */
function refuseHiddenSecret(written: string, real: string): void {
	if (!holdsSecrets(real) || holdsSecrets(written)) return
	throw new FileError('denied', `${written} leads to ${real}, which usually holds secrets.`, {
		hint: `Use ${real}: the user is then asked.`,
	})
}

/** Refuses Fairlead's own files, also in a folder that was linked before it held them. */
function refuseOwnFiles(root: string, real: string): void {
	if (ownFolderOn(root, real) !== null || ownFolderAbove(root) !== null) refuse(closedAsOwn())
}

/** Returns null for a path elsewhere. A project's `Assets` may itself be a link, and is `Assets` to Unity all the same. */
function belowAssets(root: string, real: string): string | null {
	const assets = realPathOf(join(root, 'Assets')).real
	return isInside(assets, real)
		? ['Assets', ...relative(assets, real).split(sep)].filter((name) => name !== '').join('/')
		: null
}

/** The same for what runs later by itself: packages, settings and `Editor` folders, wherever a link to them lies. */
function refuseHiddenCode(written: string, real: string, kind: FolderKind): void {
	if (!runsCodeLater(real, kind) || runsCodeLater(written, kind)) return
	throw new FileError('denied', `${written} leads to ${real}, which may run later by itself.`, {
		hint: `Use ${real}: the user is then asked.`,
	})
}

/** One who may replace a file can do so whatever its mode says; version control that locks files says it by the mode. */
function refuseReadOnly(written: string, real: string): void {
	const stats = statSync(real, { throwIfNoEntry: false })
	if (!stats?.isFile() || (stats.mode & ANY_WRITE) !== 0) return
	throw new FileError('denied', `${written} is read-only. Nothing was changed.`, {
		hint: 'Ask the user to check it out of version control, or to make it writable.',
	})
}

/** The linked folder without links. @throws {FileError} `not_found`. */
export function rootOf(folder: string): string {
	try {
		return realpathSync.native(folder)
	} catch {
		throw new FileError('not_found', 'The linked folder no longer exists.', {
			hint: 'Ask the user to link it at its new location with "npm run fairlead -- link <folder>".',
		})
	}
}

/** Resolves the deepest part that exists and adds the rest. A link to nowhere is refused. */
function realPathOf(path: string): { real: string; exists: boolean } {
	const missing: string[] = []
	let current = path
	for (;;) {
		try {
			return { real: join(realpathSync.native(current), ...missing), exists: missing.length === 0 }
		} catch (error) {
			if (!hasCode(error, 'ENOENT') && !hasCode(error, 'ENOTDIR')) throw error
		}
		if (isLink(current)) throw outside('The path goes through a broken symbolic link.')
		const parent = dirname(current)
		if (parent === current) return { real: path, exists: false }
		missing.unshift(current.slice(parent.length).replace(/^[\\/]/, ''))
		current = parent
	}
}

function isLink(path: string): boolean {
	try {
		return lstatSync(path).isSymbolicLink()
	} catch {
		return false
	}
}

export const hasCode = (error: unknown, code: string): boolean =>
	error instanceof Error && 'code' in error && error.code === code
