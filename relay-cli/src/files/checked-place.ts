/**
 * Reads and writes only at the place the jail checked. Where a handle has no path of its own, the place is checked
 * again after a file was opened and before anything is written into it.
 */
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import {
	type FileHandle,
	lstat,
	mkdir,
	open,
	readlink,
	realpath,
	rename,
	rm,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { HAS_OPEN_PATHS, openInPlace, openPath, RedirectedError } from '../disk/regular-file.ts'
import { hasCode } from './jail.ts'
import { redirected } from './redirected.ts'

const { O_DIRECTORY, O_RDONLY } = constants

/**
 * Opens a regular file for reading.
 * @throws {FileError} `outside_project` when the path no longer leads there
 */
export async function openChecked(real: string): Promise<FileHandle> {
	try {
		return await openInPlace(real)
	} catch (error) {
		throw error instanceof RedirectedError || hasCode(error, 'ELOOP') ? redirected() : error
	}
}

/** Runs `work` with a path of the folder that cannot be redirected, where the platform has one. */
async function inFolder<T>(folder: string, work: (held: string) => Promise<T>): Promise<T> {
	if (!HAS_OPEN_PATHS) {
		if ((await realpath(folder)) !== folder) throw redirected()
		return work(folder)
	}
	const handle = await open(folder, O_RDONLY | O_DIRECTORY)
	try {
		const held = openPath(handle.fd)
		if ((await readlink(held)) !== folder) throw redirected()
		return await work(held)
	} finally {
		await handle.close()
	}
}

/** One by one: creating them all by path would follow a link placed there meanwhile. */
async function makeFolder(folder: string): Promise<void> {
	if (await lstat(folder).catch(() => null)) return
	const parent = dirname(folder)
	await makeFolder(parent)
	await inFolder(parent, (held) =>
		mkdir(join(held, basename(folder))).catch((error: unknown) => {
			if (!hasCode(error, 'EEXIST')) throw error
		}),
	)
}

/** Whether a file just opened by its name in the folder really is in it. */
async function liesIn(folder: string, name: string, handle: FileHandle): Promise<boolean> {
	if (HAS_OPEN_PATHS) return true
	if ((await realpath(folder)) !== folder) return false
	const [here, opened] = [await lstat(join(folder, name)), await handle.stat()]
	return here.ino === opened.ino && here.dev === opened.dev
}

/** Mode and owner of the replaced file. */
export interface Attributes {
	readonly mode: number
	readonly uid: number
	readonly gid: number
}

/**
 * Replaces a file in one step: a reader sees the old bytes or the new ones, never a part. Missing folders are created.
 * @param real the path that the jail resolved
 * @throws {FileError} `outside_project` when the path no longer leads there
 */
export async function replaceChecked(
	real: string,
	bytes: Uint8Array,
	keep: Attributes | null,
): Promise<void> {
	const folder = dirname(real)
	await makeFolder(folder)
	// Unity ignores names that start with a dot.
	const temporary = `.fairlead-${randomBytes(8).toString('hex')}`
	await inFolder(folder, async (held) => {
		const handle = await open(join(held, temporary), 'wx')
		try {
			try {
				if (!(await liesIn(folder, temporary, handle))) throw redirected()
				await handle.writeFile(bytes)
				if (keep) {
					// Only root can change the owner; for other users it is right already.
					await handle.chown(keep.uid, keep.gid).catch(() => undefined)
					await handle.chmod(keep.mode)
				}
				await handle.sync()
			} finally {
				await handle.close()
			}
			await rename(join(held, temporary), join(held, basename(real)))
		} catch (error) {
			await rm(join(held, temporary), { force: true })
			throw error
		}
	})
}
