/**
 * Keeps file tools inside one linked folder. Two walls: the path as written
 * is checked by rules, and the real location, with all links resolved, must
 * lie inside the folder's real path.
 */
import { lstatSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { holdsSecrets, runsCodeLater } from '@fairlead/protocol/tools'
import { FileError } from './file-error.ts'
import { isUnityProject } from './unity-project.ts'

/** Windows opens these as devices, with any extension and in any folder. */
const DEVICE_NAME = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i
/** Unity's own in its projects: files written there are overwritten, or break the project. */
const CLOSED_FOR_WRITING: ReadonlySet<string> = new Set(['library', 'temp', 'obj'])
/** Closed at any depth, for reading too: hooks are run by git, and its config can hold credentials. */
const CLOSED = '.git'
/**
 * Maximum depth of a path. Each step checks the whole way to it, so the cost of a path grows faster than its
 * length: a path of 490 folders took ten seconds to write. No project is this deep.
 */
const MAX_SEGMENTS = 64

export interface JailedPath {
	/** As the caller sees it: relative, forward slashes, `.` for the project folder. */
	readonly shown: string
	/** Absolute, all links resolved as far as the path exists. */
	readonly real: string
	readonly exists: boolean
}

export const outside = (message: string): FileError =>
	new FileError('outside_project', message, {
		hint: 'Use a path relative to the linked folder, with forward slashes.',
	})

/** Segments of a path as written. Pure; refuses paths that could mean another place on some platform. */
export function checkWrittenPath(path: string): string[] {
	if (path.includes('\0')) throw outside('A path cannot contain a NUL character.')
	if (/^[\\/]/.test(path)) throw outside('Absolute paths are not allowed.')
	const segments = path.split(/[\\/]/).filter((segment) => segment !== '' && segment !== '.')
	if (segments.length > MAX_SEGMENTS) {
		throw new FileError(
			'invalid_arguments',
			`The path has ${segments.length} levels; the limit is ${MAX_SEGMENTS}.`,
			{ hint: 'Use fewer nested folders.' },
		)
	}
	for (const segment of segments) {
		if (segment === '..') throw outside('".." is not allowed: the path must stay in the project.')
		if (segment.includes(':'))
			throw outside('":" is not allowed: drive letters and alternate streams lead elsewhere.')
		if (DEVICE_NAME.test(segment)) throw outside(`"${segment}" is a device name on Windows.`)
		if (/[. ]$/.test(segment))
			throw outside(`"${segment}" ends in a dot or space, which Windows drops silently.`)
	}
	return segments
}

/** Whether `path` is `folder` or lies below it. Both absolute; without reading the disk. */
export function isInside(folder: string, path: string): boolean {
	const way = relative(folder, path)
	return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

/**
 * Resolves a path for reading, or for writing, where Library, Temp and obj of a Unity project are closed too;
 * .git is closed for both. `folder` is the linked folder's real path.
 *
 * @throws {FileError} `outside_project`, `denied`, or `invalid_arguments` for one of too many levels.
 */
export function resolveInside(folder: string, path: string, purpose: 'read' | 'write'): JailedPath {
	const segments = checkWrittenPath(path)
	const root = rootOf(folder)
	const wanted = join(root, ...segments)
	const { real, exists } = realPathOf(wanted)
	if (!isInside(root, real))
		throw outside('The path leads out of the project through a symbolic link.')
	if ([...segments, ...relative(root, real).split(sep)].some((s) => s.toLowerCase() === CLOSED)) {
		throw new FileError('denied', 'Files in a .git folder can be neither read nor written.', {
			hint: 'Ask the user to do this with git.',
		})
	}
	if (purpose === 'write') {
		// Both ways to name the place count, and case does not: it does not on Windows and macOS.
		for (const first of [segments[0], relative(root, real).split(sep)[0]]) {
			if (
				first !== undefined &&
				CLOSED_FOR_WRITING.has(first.toLowerCase()) &&
				isUnityProject(root)
			)
				throw new FileError('denied', `${first}/ belongs to Unity and cannot be written to.`, {
					hint: 'Write below Assets/, Packages/ or ProjectSettings/.',
				})
		}
	}
	const written = segments.join('/')
	const led = relative(root, real).split(sep).join('/')
	refuseHiddenSecret(written, led)
	if (purpose === 'write') refuseHiddenCode(written, led, isUnityProject(root))
	return { shown: segments.join('/') || '.', real, exists }
}

/** Whether a person is asked depends on the path as written: a link or a short name must not hide a secret file. */
function refuseHiddenSecret(written: string, real: string): void {
	if (!holdsSecrets(real) || holdsSecrets(written)) return
	throw new FileError('denied', `${written} leads to ${real}, which usually holds secrets.`, {
		hint: `Use ${real}: the user is then asked.`,
	})
}

/**
 * The same for what runs later by itself; in a Unity project only for texts outside `Assets`, the only other files
 * there that nobody is asked about. Below `Assets`, links to shared folders are usual.
 */
function refuseHiddenCode(written: string, real: string, inUnity: boolean): void {
	if (inUnity && /^assets(\/|$)/i.test(written)) return
	const kind = inUnity ? 'unity' : 'plain'
	if (!runsCodeLater(real, kind) || runsCodeLater(written, kind)) return
	throw new FileError('denied', `${written} leads to ${real}, which may run later by itself.`, {
		hint: `Use ${real}: the user is then asked.`,
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
