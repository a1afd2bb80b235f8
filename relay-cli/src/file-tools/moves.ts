/**
 * Moves, copies and deletes files and folders inside the project. Every step goes through folders that are held open,
 * so that a link placed on the way meanwhile leads nowhere else. Links themselves are not moved, copied or deleted.
 */
import { randomBytes } from 'node:crypto'
import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { mayBeFolder, type ToolArgs, type ToolResult } from '@fairlead/protocol/tools'
import { closedAsRoot, refusedTransfer } from '@fairlead/protocol/tools/files/written-path'
import { inSlices, unitsOf } from '../disk/yield-slices.ts'
import { staleFile } from '../files/contents/stale-file.ts'
import { FileError } from '../files/file-error.ts'
import { inHeldFolder } from '../files/held-folder.ts'
import { hasCode, type JailedPath, refuse, resolveInside, rootOf } from '../files/jail.ts'
import { missingFile } from '../files/missing-file.ts'
import { holdsOwnFiles } from '../files/own-folders.ts'
import { refuseSecretsInside } from '../files/secrets-inside.ts'
import {
	isMeta,
	MAX_BYTES_PER_CALL,
	MAX_PATHS_PER_CALL,
	metaOf,
	relativeOf,
} from '../history/change-recorder.ts'
import { kindAt, lookIn } from '../history/path-state.ts'
import { isUnityProject } from '../unity/unity-project.ts'

/** Every Unity project has them: without one, Unity makes an empty project of it. */
const NEEDED: ReadonlySet<string> = new Set(['assets', 'packages', 'projectsettings'])

interface JailedEntry {
	/** Real path of the project. */
	readonly root: string
	/** The path as the caller wrote it. */
	readonly shown: string
	/** Relative to the root, forward slashes, without links. */
	readonly path: string
	readonly kind: 'absent' | 'file' | 'folder'
	readonly jailed: JailedPath
}

/** @throws {FileError} what the jail refuses, and `unsupported` for a link or a device. */
function placeOf(
	folder: string,
	written: string,
	purpose: 'read' | 'write' = 'write',
): JailedEntry {
	const jailed = resolveInside(folder, written, purpose)
	const { shown, real } = jailed
	const root = rootOf(folder)
	if (real === root) refuse(closedAsRoot())
	const named = join(root, ...shown.split('/'))
	if (lstatSync(named, { throwIfNoEntry: false })?.isSymbolicLink())
		throw new FileError('unsupported', `${shown} is a symbolic link.`, {
			hint: 'Use the path that it leads to, or ask the user.',
		})
	// The name as written: if case does not count, the real path has the name on disk.
	const path = relativeOf(root, join(dirname(real), basename(named)))
	const kind = kindAt(named)
	if (kind === 'other') throw new FileError('unsupported', `${shown} is not a regular file.`)
	return { root, shown, path, kind, jailed }
}

async function existingPlace(
	folder: string,
	written: string,
	purpose: 'read' | 'write' = 'write',
): Promise<JailedEntry> {
	const place = placeOf(folder, written, purpose)
	if (place.kind === 'absent') throw await missingFile(folder, place.jailed)
	return place
}

/** @throws {FileError} `denied` for a folder that every Unity project needs. */
function refuseNeeded({ root, path, shown }: JailedEntry, verb: string): void {
	if (!NEEDED.has(path.toLowerCase()) || !isUnityProject(root)) return
	throw new FileError('denied', `${shown}/ is part of every Unity project and cannot be ${verb}.`, {
		hint: 'Name what is inside it.',
	})
}

/** True for two spellings of one file, such as `foo.cs` and `Foo.cs` on Windows. */
function isSameFile(a: string, b: string): boolean {
	const [one, other] = [a, b].map((path) => lstatSync(path, { throwIfNoEntry: false }))
	return one !== undefined && one.ino === other?.ino && one.dev === other.dev
}

/** @throws {FileError} `conflict` if something is there that may not be replaced. */
function refuseTaken(from: JailedEntry, to: JailedEntry, overwrite: boolean): void {
	if (to.kind === 'absent' || isSameFile(join(from.root, from.path), join(to.root, to.path))) return
	if (to.kind === 'folder')
		throw new FileError('conflict', `${to.shown} is a folder that exists. Nothing was changed.`, {
			hint: `Name the new path: ${to.shown}/${basename(from.shown)}.`,
		})
	if (from.kind === 'folder' || !overwrite)
		throw new FileError('conflict', `${to.shown} already exists. Nothing was changed.`, {
			hint: 'Choose another path, or pass overwrite to replace a file.',
		})
}

/** @throws {FileError} `invalid_arguments` for what would be inside itself, and for one path twice. */
const refuseInside = (from: JailedEntry, to: JailedEntry): void =>
	refuse(refusedTransfer({ from: from.path, to: to.path }))

/** @throws {FileError} `stale_file` if it is not the file that was read */
function refuseStale({ root, path, shown }: JailedEntry, expected: string | undefined): void {
	if (expected === undefined) return
	const { state } = lookIn(root, path)
	if (state.kind !== 'file')
		throw new FileError('stale_file', `${shown} is a folder. Nothing was changed.`, {
			hint: 'expected_sha256 is for a file: leave it out.',
			data: { sha256: null },
		})
	if (state.sha256 !== expected) throw staleFile(shown, state.sha256, expected, 'changed')
}

const shownKind = ({ kind }: JailedEntry): 'file' | 'directory' =>
	kind === 'folder' ? 'directory' : 'file'

export async function moveFile(
	folder: string,
	args: ToolArgs<'move_file', 'run'>,
): Promise<ToolResult<'move_file', 'run'>> {
	const from = await existingPlace(folder, args.from)
	const to = placeOf(folder, args.to)
	refuseNeeded(from, 'moved')
	refuseInside(from, to)
	// It may take its time: what follows is true of the moment of the move.
	if (from.kind === 'folder')
		await refuseSecretsInside(join(from.root, from.path), from.path, 'moved')
	refuseTaken(from, to, args.overwrite)
	refuseStale(from, args.expected_sha256)
	const replaced =
		to.kind === 'file' && !isSameFile(join(from.root, from.path), join(to.root, to.path))
	const metaMoved = inHeldFolder(from.root, from.path, (source) =>
		inHeldFolder(
			to.root,
			to.path,
			(target) => (isUnityProject(from.root) ? renameWithMeta : rename)(source, target),
			'make',
		),
	)
	const moved = { path: to.shown, from: from.shown, kind: shownKind(from), replaced }
	return metaMoved === undefined ? moved : { ...moved, metaMoved }
}

/** Renames both or neither. A file that is replaced keeps its own `.meta`, so that references to it stay valid. */
function renameWithMeta(source: string, target: string): boolean {
	rename(source, target)
	if (isMeta(source) || kindAt(metaOf(source)) !== 'file') return false
	try {
		if (kindAt(metaOf(target)) === 'absent' || isSameFile(metaOf(source), metaOf(target)))
			rename(metaOf(source), metaOf(target))
		else rmSync(metaOf(source))
	} catch (error) {
		renameSync(target, source)
		throw error
	}
	return true
}

function rename(source: string, target: string): undefined {
	try {
		renameSync(source, target)
	} catch (error) {
		if (!hasCode(error, 'EXDEV')) throw error
		throw new FileError('unsupported', 'The two paths are on different disks.', {
			hint: 'Copy with copy_file, then delete the original with delete_file.',
		})
	}
}

/** A copy appears whole or not at all: it is made under a temporary name beside its destination. */
export async function copyFile(
	folder: string,
	args: ToolArgs<'copy_file', 'run'>,
	signal: AbortSignal,
): Promise<ToolResult<'copy_file', 'run'>> {
	const from = await existingPlace(folder, args.from, 'read')
	const to = placeOf(folder, args.to)
	refuseInside(from, to)
	refuseTaken(from, to, args.overwrite)
	refuseStale(from, args.expected_sha256)
	const { root } = from
	if (from.kind === 'folder') await refuseSecretsInside(join(root, from.path), from.path, 'copied')
	// Unity ignores names that start with a dot.
	const temporary = posix.join(
		posix.dirname(to.path),
		`.fairlead-${randomBytes(8).toString('hex')}`,
	)
	try {
		const { files, skipped } = await inSlices(copyTree(root, from.path, temporary, signal))
		if (from.kind === 'file' && files === 0) throw tooMuch(from.path)
		inHeldFolder(root, to.path, (target) => {
			renameSync(join(dirname(target), basename(temporary)), target)
		})
		return {
			path: to.shown,
			from: from.shown,
			kind: shownKind(from),
			replaced: to.kind === 'file',
			files,
			skipped,
		}
	} catch (error) {
		if (kindAt(join(root, temporary)) !== 'absent')
			inHeldFolder(root, temporary, (made) => rmSync(made, { recursive: true }))
		throw error
	}
}

/** Copies a Unity project's files without their `.meta`: Unity gives a copy its own GUID. Yields units of work. */
function* copyTree(
	root: string,
	from: string,
	to: string,
	signal: AbortSignal,
): Generator<number, { files: number; skipped: number }> {
	const withoutMeta = isUnityProject(root)
	let files = 0
	let skipped = 0
	let bytes = 0
	const waiting = [{ from, to }]
	for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
		signal.throwIfAborted()
		const { state, bytes: content } = lookIn(root, at.from)
		bytes += content?.byteLength ?? 0
		if (files + waiting.length > MAX_PATHS_PER_CALL || bytes > MAX_BYTES_PER_CALL)
			throw tooMuch(from)
		const source = at
		if (state.kind === 'folder') {
			if (holdsOwnFiles(join(root, at.from))) {
				skipped++
				continue
			}
			inHeldFolder(root, at.to, (made) => mkdirSync(made), 'make')
			const names = inHeldFolder(root, at.from, (held) => readdirSync(held))
			for (const name of names)
				if (!withoutMeta || !isMeta(name))
					waiting.push({ from: `${source.from}/${name}`, to: `${source.to}/${name}` })
			yield 1
		} else if (state.kind === 'file' && content !== null) {
			const { mode } = state
			inHeldFolder(
				root,
				at.to,
				(made) => writeFileSync(made, content, { flag: 'wx', mode, flush: true }),
				'make',
			)
			files++
			yield unitsOf(content.byteLength)
		} else skipped++
	}
	return { files, skipped }
}

const tooMuch = (path: string): FileError =>
	new FileError(
		'too_large',
		`${path} holds more than one call may copy (${MAX_PATHS_PER_CALL.toLocaleString('en-US')} files, ${MAX_BYTES_PER_CALL / 1024 / 1024} MB). Nothing was copied.`,
		{ hint: 'Copy folder by folder.' },
	)

/** @param trash moves what is at `real` to the trash, under its path in the project. */
export async function deleteFile(
	folder: string,
	args: ToolArgs<'delete_file', 'run'>,
	trash: (path: string, real: string) => void,
): Promise<ToolResult<'delete_file', 'run'>> {
	const place = await existingPlace(folder, args.path)
	refuseNeeded(place, 'deleted')
	// Whether a person is asked depends on the path as written.
	if (place.kind === 'folder' && !mayBeFolder(args.path))
		throw new FileError('invalid_arguments', `${place.shown} is a folder. Nothing was deleted.`, {
			hint: `Write ${place.shown}/ for a folder with such a name: the user is then asked.`,
		})
	const { root, path, shown } = place
	const metaDeleted = inHeldFolder(root, path, (real) => {
		trash(path, real)
		if (!isUnityProject(root)) return undefined
		if (isMeta(path) || kindAt(metaOf(real)) !== 'file') return false
		trash(metaOf(path), metaOf(real))
		return true
	})
	const deleted = { path: shown, kind: shownKind(place) }
	return metaDeleted === undefined ? deleted : { ...deleted, metaDeleted }
}
