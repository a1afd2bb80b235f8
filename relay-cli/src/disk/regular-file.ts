/**
 * Opens regular files, and nothing else, without waiting. In a project folder anything may stand under a file's name: git
 * brings links, and any program can put a pipe there. To open a pipe waits for its other end, and four such waits stop all
 * work on files of this process.
 */
import {
	closeSync,
	constants,
	existsSync,
	fstatSync,
	openSync,
	readFileSync,
	statSync,
} from 'node:fs'
import { type FileHandle, open, readlink, realpath, stat } from 'node:fs/promises'

const { O_NOCTTY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants
/** Windows has none of these flags. */
const WITHOUT_WAITING = O_RDONLY | (O_NONBLOCK ?? 0) | (O_NOCTTY ?? 0)
const WITHOUT_LINKS = WITHOUT_WAITING | (O_NOFOLLOW ?? 0)

const OPEN_FILES = '/proc/self/fd'

/** Whether {@link openPath} works here. */
export const HAS_OPEN_PATHS = existsSync(OPEN_FILES)

/**
 * The path of an open file or folder. Between the check of a path and its use, somebody may replace a folder by a link. On
 * Linux a handle has its own path, which no link can redirect, so there is no race. Elsewhere Node offers nothing of the
 * kind, and callers check again right before or after each use.
 * @param fd file descriptor
 */
export const openPath = (fd: number): string => `${OPEN_FILES}/${fd}`

/** A folder, a pipe, a socket or a device. */
export class NotRegularError extends Error {
	readonly code = 'EFTYPE'
	constructor() {
		super('it is not a regular file')
	}
}

/** The file has moved behind a link since its path was resolved. */
export class RedirectedError extends Error {}

/**
 * Opens a file for reading, through links too.
 * @throws {NotRegularError}
 */
export const openRegular = (path: string): Promise<FileHandle> => opened(path, WITHOUT_WAITING)

/**
 * Opens a file for reading only if it lies at this very place.
 * @param real absolute, without links
 * @throws {NotRegularError}
 * @throws {RedirectedError} when a link leads elsewhere
 */
export async function openInPlace(real: string): Promise<FileHandle> {
	const handle = await opened(real, WITHOUT_LINKS)
	try {
		const place = HAS_OPEN_PATHS
			? (await readlink(openPath(handle.fd))).replace(/ \(deleted\)$/, '')
			: await realpath(real)
		if (place !== real) throw new RedirectedError()
		return handle
	} catch (error) {
		await handle.close()
		throw error
	}
}

async function opened(path: string, flags: number): Promise<FileHandle> {
	// Some devices do something when they are opened.
	if (!(await stat(path)).isFile()) throw new NotRegularError()
	const handle = await open(path, flags)
	try {
		if (!(await handle.stat()).isFile()) throw new NotRegularError()
		return handle
	} catch (error) {
		await handle.close()
		throw error
	}
}

/** @throws {NotRegularError} */
export async function readRegular(path: string): Promise<Buffer> {
	const handle = await openRegular(path)
	try {
		return await handle.readFile()
	} finally {
		await handle.close()
	}
}

/**
 * Gives `work` the descriptor of an open file.
 * @param links `refuse`: a link at the end of the path is an error
 * @throws {NotRegularError}
 */
export function withRegular<T>(
	path: string,
	links: 'follow' | 'refuse',
	work: (fd: number) => T,
): T {
	if (!statSync(path).isFile()) throw new NotRegularError()
	const fd = openSync(path, links === 'follow' ? WITHOUT_WAITING : WITHOUT_LINKS)
	try {
		if (!fstatSync(fd).isFile()) throw new NotRegularError()
		return work(fd)
	} finally {
		closeSync(fd)
	}
}

/** @throws {NotRegularError} */
export const readRegularSync = (path: string): Buffer =>
	withRegular(path, 'follow', (fd) => readFileSync(fd))
