/**
 * The relay's home folder: `FAIRLEAD_HOME`, or `.fairlead` in the user's home.
 * Everything in it is for this user only (folder 0700, files 0600); Windows keeps
 * the profile folder's rights instead, which amounts to the same.
 */
import { chmod, mkdir, readFile, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { RelayFile } from '@fairlead/protocol/editor-link'
import writeFileAtomic from 'write-file-atomic'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
const RELAY_FILE = 'relay.json'

/** Absolute path of the home folder. It need not exist yet. */
export function fairleadHome(env: NodeJS.ProcessEnv = process.env): string {
	const chosen = env['FAIRLEAD_HOME']
	return chosen ? resolve(chosen) : join(homedir(), '.fairlead')
}

/** Creates the home folder if it is missing and closes it to other users. */
export async function ensureHome(home: string = fairleadHome()): Promise<string> {
	await mkdir(home, { recursive: true, mode: FOLDER_MODE })
	if (process.platform !== 'win32') await chmod(home, FOLDER_MODE)
	return home
}

/** Writes a file of the home folder whole or not at all, readable by this user only. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
	await writeFileAtomic(path, text, { mode: FILE_MODE })
}

/** The text of a file, or null when there is none. */
export async function readOptionalFile(path: string): Promise<string | null> {
	try {
		return await readFile(path, 'utf8')
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
		throw error
	}
}

/** Whether a process with this id runs, also when it is another user's. */
export function isProcessAlive(pid: number): boolean {
	try {
		process.kill(pid, 0)
		return true
	} catch (error) {
		return error instanceof Error && 'code' in error && error.code === 'EPERM'
	}
}

/**
 * Where the running relay listens. Null when there is no file, when it is not a
 * relay file, or when the process that wrote it has ended.
 */
export async function readRelayFile(home: string = fairleadHome()): Promise<RelayFile | null> {
	const text = await readOptionalFile(join(home, RELAY_FILE))
	if (text === null) return null
	let json: unknown
	try {
		json = JSON.parse(text)
	} catch {
		return null
	}
	const file = RelayFile.safeParse(json)
	return file.success && isProcessAlive(file.data.pid) ? file.data : null
}

export async function writeRelayFile(
	file: RelayFile,
	home: string = fairleadHome(),
): Promise<void> {
	await ensureHome(home)
	await writePrivateFile(join(home, RELAY_FILE), `${JSON.stringify(file, null, '\t')}\n`)
}

/** Removes the file if it is still this process's; a newer relay's file stays. */
export async function removeRelayFile(
	home: string = fairleadHome(),
	pid: number = process.pid,
): Promise<void> {
	const current = await readRelayFile(home)
	if (current === null || current.pid === pid) await rm(join(home, RELAY_FILE), { force: true })
}
