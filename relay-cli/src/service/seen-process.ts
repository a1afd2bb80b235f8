/** A process as the system tells of it: its id alone may be another process's by now. */
import { execFile } from 'node:child_process'
import { readFile, readlink } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { ageMs } from '../platform/process-age.ts'
import { systemProgram } from '../platform/system-program.ts'

/** The unit of times in /proc (USER_HZ), on every system that Node runs on. */
const TICKS_PER_SECOND = 100
/** Place of the start among the fields that follow the name of the program. */
const START_FIELD = 19

export interface SeenProcess {
	/** Its words with spaces between. */
	readonly command: string
	/** Unix milliseconds, to a few seconds; null: the system does not tell. */
	readonly begunAt: number | null
	/** The home folder that a relay in it has; null: the system does not tell. */
	readonly home: string | null
}

/** Resolves with null if no such process exists, or if it belongs to another user. @throws if the system cannot tell */
export function seenProcess(pid: number): Promise<SeenProcess | null> {
	if (process.platform === 'linux') return seenInProc(pid)
	return process.platform === 'win32' ? seenOnWindows(pid) : seenByPs(pid)
}

async function seenInProc(pid: number): Promise<SeenProcess | null> {
	const uptime = Number((await readFile('/proc/uptime', 'utf8')).split(' ')[0])
	const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null)
	if (command === null) return null
	const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
	// The name stands in brackets, and may hold any.
	const ticks = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[START_FIELD] ?? Number.NaN)
	const begunAt = Date.now() - (uptime - ticks / TICKS_PER_SECOND) * 1_000
	return {
		command: command.replaceAll('\0', ' '),
		begunAt: Number.isFinite(begunAt) ? begunAt : null,
		home: await homeInProc(pid).catch(() => null),
	}
}

async function homeInProc(pid: number): Promise<string> {
	const variables = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0')
	const variable = (name: string): string | undefined =>
		variables.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1)
	const chosen = variable('FAIRLEAD_HOME')
	return chosen
		? resolve(await readlink(`/proc/${pid}/cwd`), chosen)
		: join(variable('HOME') || homedir(), '.fairlead')
}

async function seenOnWindows(pid: number): Promise<SeenProcess | null> {
	const query = `$p = Get-CimInstance Win32_Process -Filter "ProcessId=${pid}"; if ($p) { ([DateTimeOffset]$p.CreationDate).ToUnixTimeMilliseconds(); $p.CommandLine }`
	const [begunAt = '', ...command] = (
		await output(systemProgram('powershell'), ['-NoProfile', '-Command', query])
	).split(/\r?\n/)
	if (begunAt === '') return null
	return { command: command.join(' '), begunAt: Number(begunAt) || null, home: null }
}

async function seenByPs(pid: number): Promise<SeenProcess | null> {
	// All are listed, because asking for one process fails alike if there is none and if ps does not work.
	const text = await output('/bin/ps', ['-A', '-o', 'pid=,etime=,args='])
	const line = text.split('\n').find((one) => Number(one.trim().split(/\s+/)[0]) === pid)
	const [, age, command = ''] = /^\s*\d+\s+(\S+)\s+(.*)$/.exec(line ?? '') ?? []
	if (age === undefined) return null
	return { command, begunAt: Date.now() - ageMs(age), home: null }
}

async function output(program: string, args: readonly string[]): Promise<string> {
	return (await promisify(execFile)(program, args, { maxBuffer: 16 * 1024 * 1024 })).stdout
}
