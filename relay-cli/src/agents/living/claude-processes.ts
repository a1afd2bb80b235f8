/** Running processes of Claude Code, and the folders that they run in. */
import { execFile } from 'node:child_process'
import { readlink } from 'node:fs/promises'
import { systemProgram } from '../../platform/system-program.ts'
import type { Machine, RunningProcess } from '../../unity/machine.ts'

export type ClaudeProcesses =
	/** One folder for each process. */
	| { readonly kind: 'folders'; readonly folders: readonly string[] }
	/** Windows does not tell another process's folder. */
	| { readonly kind: 'count'; readonly count: number }

/** The parts of the system that this needs, so that each of the three is tested on any of them. */
export interface ProcessPorts extends Pick<Machine, 'platform' | 'processes'> {
	/** The folder of a process; null: it ended, or is another user's. */
	folderOf(pid: number): Promise<string | null>
	/** The output of a program. */
	output(program: string, args: readonly string[]): Promise<string>
}

const TIMEOUT_MS = 15_000
const MAX_BYTES = 16 * 1024 * 1024
const WINDOWS_COMMAND =
	"@(Get-CimInstance Win32_Process -Filter \"Name='claude.exe' OR Name='node.exe'\" | Where-Object { $_.Name -eq 'claude.exe' -or $_.CommandLine -match 'claude-code' }).Count"
const PACKAGE = /[\\/]@anthropic-ai[\\/]claude-code[\\/]/

/** Returns null if the system does not say. */
export async function claudeProcesses(ports: ProcessPorts): Promise<ClaudeProcesses | null> {
	try {
		switch (ports.platform) {
			case 'linux': {
				const pids = await pidsOf(ports)
				if (!pids) return null
				const folders = await Promise.all(pids.map((pid) => ports.folderOf(pid)))
				return { kind: 'folders', folders: folders.filter((folder) => folder !== null) }
			}
			case 'darwin': {
				const pids = await pidsOf(ports)
				if (!pids) return null
				if (pids.length === 0) return { kind: 'folders', folders: [] }
				const args = ['-a', '-d', 'cwd', '-p', pids.join(','), '-Fn']
				const text = await ports.output('/usr/sbin/lsof', args)
				return { kind: 'folders', folders: foldersIn(text) }
			}
			case 'win32': {
				const args = ['-NoProfile', '-NonInteractive', '-Command', WINDOWS_COMMAND]
				const count = Number((await ports.output(systemProgram('powershell'), args)).trim())
				return Number.isInteger(count) ? { kind: 'count', count } : null
			}
			default:
				return ports.platform satisfies never
		}
	} catch {
		return null
	}
}

async function pidsOf(ports: ProcessPorts): Promise<number[] | null> {
	const all = await ports.processes()
	return all?.filter(isClaude).map(({ pid }) => pid) ?? null
}

/** The desktop application is named `Claude`, and has no sessions. */
export function isClaude({ command }: RunningProcess): boolean {
	const [program = '', script = ''] = typeof command === 'string' ? command.split(' ', 2) : command
	const named = (path: string): boolean => /(?:^|[\\/])claude(?:\.exe)?$/.test(path)
	return named(program) || named(script) || PACKAGE.test(`${program} ${script}`)
}

/** The folders in the output of `lsof -Fn`: a line for each field, `n` before a name. */
const foldersIn = (text: string): string[] =>
	text.split('\n').flatMap((line) => (line.startsWith('n') ? [line.slice(1)] : []))

export const systemPorts = (machine: Machine): ProcessPorts => ({
	platform: machine.platform,
	processes: () => machine.processes(),
	folderOf: (pid) => readlink(`/proc/${pid}/cwd`).catch(() => null),
	output: (program, args) =>
		new Promise((resolve, reject) => {
			const options = { timeout: TIMEOUT_MS, maxBuffer: MAX_BYTES, windowsHide: true }
			execFile(program, args, options, (error, stdout) => {
				// lsof says by its exit code that one of the processes has ended.
				if (error && stdout === '') reject(error)
				else resolve(stdout)
			})
		}),
})
