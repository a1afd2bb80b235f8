/**
 * The folder of a path, opened step by step from the project's root without following a link. For paths that were
 * resolved before: if one now leads through a link, it was placed there since. Where a handle has no path of its
 * own, every step is checked right before.
 */
import { closeSync, constants, lstatSync, mkdirSync, openSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { HAS_OPEN_PATHS, openPath } from '../disk/regular-file.ts'
import { hasCode } from './jail.ts'
import { redirected } from './redirected.ts'

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants

/**
 * @param root real path of the project
 * @param path relative to it, forward slashes
 * @param work gets the path's location; the path itself may be anything, even a link
 * @param missing for folders on the way: `make` creates them, `refuse` throws ENOENT or ENOTDIR
 * @throws {FileError} `outside_project` if the way leads through a link
 */
export function inHeldFolder<T>(
	root: string,
	path: string,
	work: (place: string) => T,
	missing: 'make' | 'refuse' = 'refuse',
): T {
	const folders = path.split('/')
	const name = folders.pop() ?? ''
	return HAS_OPEN_PATHS
		? inOpenFolder(root, folders, (held) => work(join(held, name)), missing)
		: inSeenFolder(root, folders, (seen) => work(join(seen, name)), missing)
}

function inOpenFolder<T>(
	root: string,
	folders: readonly string[],
	work: (held: string) => T,
	missing: 'make' | 'refuse',
): T {
	let handle = openSync(root, O_RDONLY | O_DIRECTORY)
	const held = (): string => openPath(handle)
	try {
		if (readlinkSync(held()) !== root) throw redirected()
		for (const folder of folders) {
			const next = join(held(), folder)
			if (missing === 'make') make(next)
			if (isLink(next)) throw redirected()
			const opened = openSync(next, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
			closeSync(handle)
			handle = opened
		}
		return work(held())
	} finally {
		closeSync(handle)
	}
}

function inSeenFolder<T>(
	root: string,
	folders: readonly string[],
	work: (seen: string) => T,
	missing: 'make' | 'refuse',
): T {
	let at = root
	for (const folder of folders) {
		at = join(at, folder)
		if (missing === 'make') make(at)
		if (isLink(at)) throw redirected()
	}
	return work(at)
}

const isLink = (path: string): boolean =>
	lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false

function make(folder: string): void {
	try {
		mkdirSync(folder)
	} catch (error) {
		if (!hasCode(error, 'EEXIST')) throw error
	}
}
