/** Which program a process runs: its id alone may be another process's by now. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { systemProgram } from '../platform/system-program.ts'

/** The command line of a relay, however it was started: from the clone, or installed. */
const RELAY = /(?:fairlead|relay-cli)\S*(?:["'\s]|$).*\b(?:up|mcp)\b/i

/** Whether this process is a relay by its command line. False if there is no such process, or it cannot be read. */
export async function runsRelay(pid: number): Promise<boolean> {
	return RELAY.test(await commandOf(pid).catch(() => ''))
}

async function commandOf(pid: number): Promise<string> {
	if (process.platform === 'linux')
		return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ')
	const run = promisify(execFile)
	if (process.platform === 'win32') {
		const query = `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`
		const { stdout } = await run(systemProgram('powershell'), ['-NoProfile', '-Command', query])
		return stdout
	}
	const { stdout } = await run('/bin/ps', ['-o', 'args=', '-p', String(pid)])
	return stdout
}
