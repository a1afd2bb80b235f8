/**
 * The relay's home folder: `FAIRLEAD_HOME`, or `.fairlead` in the user's home.
 * Everything in it is for this user only (folder 0700, files 0600); Windows keeps
 * the profile folder's rights instead, which amounts to the same.
 */
import { chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { RelayFile } from '@fairlead/protocol/wire/editor-link'
import writeFileAtomic from 'write-file-atomic'
import { FOLDER_MODE, fairleadHome, RELAY_FILE, readRelayFile } from './relay-file.ts'

export { fairleadHome, isProcessAlive, readOptionalFile, readRelayFile } from './relay-file.ts'

const FILE_MODE = 0o600

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
