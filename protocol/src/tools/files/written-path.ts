/** Paths that the relay refuses by their words alone, before anybody is asked about the call. Pure. */

import type { ProjectKind } from '../../packs/kind.ts'
import { type CallError, failed } from '../../wire/calls.ts'
import type { ResolvedCall } from '../registry.ts'
import { isOwnFile } from './own-files.ts'
import { segmentsOf } from './path-segments.ts'
import type { Transfer } from './subjects.ts'

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

export type PathPurpose = 'read' | 'write'

const outsideProject = (message: string): CallError =>
	failed('outside_project', message, {
		hint: 'Use a path relative to the linked folder, with forward slashes.',
	}).error

/** Why a path as written could mean another place on some platform; null: it cannot. */
export function leadsElsewhere(path: string): CallError | null {
	if (path.includes('\0')) return outsideProject('A path cannot contain a NUL character.')
	if (/^[\\/]/.test(path)) return outsideProject('Absolute paths are not allowed.')
	const segments = segmentsOf(path)
	if (segments.length > MAX_SEGMENTS)
		return failed(
			'invalid_arguments',
			`The path has ${segments.length} levels; the limit is ${MAX_SEGMENTS}.`,
			{ hint: 'Use fewer nested folders.' },
		).error
	for (const segment of segments) {
		if (segment === '..')
			return outsideProject('".." is not allowed: the path must stay in the project.')
		if (segment.includes(':'))
			return outsideProject(
				'":" is not allowed: drive letters and alternate streams lead elsewhere.',
			)
		if (DEVICE_NAME.test(segment))
			return outsideProject(`"${segment}" is a device name on Windows.`)
		if (/[. ]$/.test(segment))
			return outsideProject(`"${segment}" ends in a dot or space, which Windows drops silently.`)
	}
	return null
}

/** Refuses what holds Fairlead's own files: no answer of a person opens it. */
export const closedAsOwn = (): CallError =>
	failed('denied', "Fairlead's own files, with its tokens, can be neither read nor written.", {
		hint: 'Leave them alone. Nobody can allow it.',
	}).error

/** Why these folders are closed; null: they are not. Case does not count: it does not on Windows and macOS. */
export function closedPlace(
	segments: readonly string[],
	purpose: PathPurpose,
	kind: ProjectKind,
): CallError | null {
	if (segments.some((segment) => segment.toLowerCase() === CLOSED))
		return failed('denied', 'Files in a .git folder can be neither read nor written.', {
			hint: 'Ask the user to do this with git.',
		}).error
	if (isOwnFile(segments)) return closedAsOwn()
	const [first] = segments
	if (purpose === 'write' && kind !== 'plain' && CLOSED_FOR_WRITING.has(first?.toLowerCase() ?? ''))
		return failed('denied', `${first}/ belongs to Unity and cannot be written to.`, {
			hint: 'Write below Assets/, Packages/ or ProjectSettings/.',
		}).error
	return null
}

/** Refuses the linked folder itself, where a file or folder in it has to be named. */
export const closedAsRoot = (): CallError =>
	failed('invalid_arguments', 'The path names the project folder itself.', {
		hint: 'Name a file or folder inside it.',
	}).error

/** Why nothing can be moved or copied like this; null: nothing is known against it. */
export function refusedTransfer({ from, to }: Transfer): CallError | null {
	const [source, target] = [segmentsOf(from), segmentsOf(to)]
	if (source.length === 0) return closedAsRoot()
	if (source.some((segment, at) => segment !== target[at])) return null
	if (source.length === target.length)
		return failed('invalid_arguments', 'Both paths are the same. Nothing was changed.').error
	return failed('invalid_arguments', `${target.join('/')} is inside ${source.join('/')}.`, {
		hint: 'Choose a path outside that folder.',
	}).error
}

/** Arguments of tools of the relay that name places to look at. */
const READ_ARGUMENTS = ['path', 'from', 'folder', 'paths'] as const
/** The relay looks at nothing else by paths, and writes only what the second ones touch. */
const READING: ReadonlySet<string> = new Set([
	'read_file',
	'list_directory',
	'search_files',
	'run_command',
	'git',
])
const WRITING: ReadonlySet<string> = new Set([
	'write_file',
	'edit_file',
	'append_to_file',
	'move_file',
	'copy_file',
	'delete_file',
])

/** The places that a call names, and what for. */
export function placesOf({
	tool,
	action,
	args,
}: Pick<ResolvedCall, 'tool' | 'action' | 'args'>): { path: string; purpose: PathPurpose }[] {
	// A file that a command says it will change is kept as far as it can be; the command runs all the same.
	const written = WRITING.has(tool.name) ? (action.touches?.(args) ?? []) : []
	if (written.length === 0 && !READING.has(tool.name)) return []
	const named = READ_ARGUMENTS.flatMap((name) => args[name]).filter(
		(value) => typeof value === 'string',
	)
	return [
		...written.map((path) => ({ path, purpose: 'write' as const })),
		...named
			.filter((path) => !written.includes(path))
			.map((path) => ({ path, purpose: 'read' as const })),
	]
}

/** The argument that names something which has to be there. A file that git knows may be gone. */
const NEEDED: Readonly<Record<string, 'path' | 'from' | 'folder'>> = {
	read_file: 'path',
	search_files: 'path',
	edit_file: 'path',
	delete_file: 'path',
	move_file: 'from',
	copy_file: 'from',
	run_command: 'folder',
}

/** The file or folder without which a call of the relay's tools cannot work; null: it names none. */
export function neededPlace({ tool, args }: Pick<ResolvedCall, 'tool' | 'args'>): string | null {
	const name = Object.hasOwn(NEEDED, tool.name) ? NEEDED[tool.name] : undefined
	const path = name === undefined ? undefined : args[name]
	return typeof path === 'string' && path !== '.' ? path : null
}

/** The error of a call whose file is not there. */
export const missingPlace = (path: string): CallError =>
	failed('not_found', `${path} does not exist.`, { hint: 'Use list_directory to find it.' }).error

/**
 * The error that the call would end with, by the words of its paths alone; null: nothing is known against it.
 * @param kind of the folder; unless it is known, the stricter one
 */
export function refusedPlace(
	call: Pick<ResolvedCall, 'tool' | 'action' | 'args'>,
	kind: ProjectKind,
): CallError | null {
	for (const { path, purpose } of placesOf(call)) {
		const segments = segmentsOf(path)
		const refused = leadsElsewhere(path) ?? closedPlace(segments, purpose, kind)
		if (refused) return refused
		if (purpose === 'write' && segments.length === 0) return closedAsRoot()
	}
	const transfer = WRITING.has(call.tool.name) ? call.action.transfer?.(call.args) : undefined
	return transfer ? refusedTransfer(transfer) : null
}
