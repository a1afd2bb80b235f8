/**
 * `sessions/<pid>.json` of Claude Code: which process has which session, and whether it waits. Versions of 2026 write it; it
 * is not documented, so everything in it is optional.
 */
import { readdir, readFile, stat } from 'node:fs/promises'
import { uptime } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isProcessAlive } from '../../home/relay-file.ts'
import { countOf, cut, fieldsOf, textOf } from '../transcripts/fields.ts'

export interface RegisteredSession {
	readonly pid: number
	readonly sessionId: string
	readonly cwd: string | null
	readonly state: 'busy' | 'waiting' | 'idle' | null
	readonly waitingFor: string
	/** When it was written (Unix milliseconds). */
	readonly at: number
}

const MAX_FILES = 500
const MAX_FILE_BYTES = 64 * 1024
const MAX_READS = 3
const REREAD_MS = 20
/** Clocks are set. */
const BOOT_SLACK_MS = 60_000

/** Registered sessions whose process runs; null: this computer has no registry. */
export async function registeredSessions(
	claude: string,
	now: number,
): Promise<RegisteredSession[] | null> {
	const folder = join(claude, 'sessions')
	const names = await readdir(folder).catch(() => null)
	if (!names) return null
	const files = names.filter((name) => /^\d{1,10}\.json$/.test(name)).slice(0, MAX_FILES)
	const booted = now - uptime() * 1_000 - BOOT_SLACK_MS
	const all = await Promise.all(files.map((name) => entry(join(folder, name), booted)))
	return all.flatMap((one) => one ?? [])
}

async function entry(path: string, booted: number): Promise<RegisteredSession | null> {
	try {
		const { size, mtimeMs } = await stat(path)
		if (size > MAX_FILE_BYTES) return null
		const fields = fieldsOf(await wholeJson(path))
		const [pid, sessionId] = [countOf(fields?.['pid']), textOf(fields?.['sessionId'])]
		if (!fields || pid === 0 || !sessionId || !isProcessAlive(pid)) return null
		const startedAt = countOf(fields['startedAt'])
		// A crash leaves the file behind, and after a start of the computer its number is another program's.
		if (startedAt !== 0 && startedAt < booted) return null
		const state = textOf(fields['status'])
		return {
			pid,
			sessionId,
			cwd: textOf(fields['cwd']),
			state: state === 'busy' || state === 'waiting' || state === 'idle' ? state : null,
			waitingFor: cut(textOf(fields['waitingFor']) ?? '', 500),
			at: Math.trunc(mtimeMs),
		}
	} catch {
		return null
	}
}

/** It is written in place: a reader may see its beginning only, which must not look like the end of its session. */
async function wholeJson(path: string): Promise<unknown> {
	for (let tries = 1; ; tries++) {
		try {
			return JSON.parse(await readFile(path, 'utf8'))
		} catch (error) {
			if (!(error instanceof SyntaxError) || tries === MAX_READS) throw error
			await setTimeout(REREAD_MS)
		}
	}
}
