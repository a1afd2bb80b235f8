/** The port {@link Machine} over the computer that runs this. */
import { execFile } from 'node:child_process'
import { access, constants, open, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { openRegular } from '../disk/regular-file.ts'
import { systemProgram } from '../platform/system-program.ts'
import type {
	FileRead,
	FolderEntry,
	LockFile,
	Machine,
	Platform,
	RunningProcess,
} from './machine.ts'
import { parseCim, parseCmdline, parsePs } from './processes.ts'

/** PowerShell takes a second or two to start, more on a busy machine. */
const LIST_TIMEOUT_MS = 15_000
const LIST_MAX_BYTES = 16 * 1024 * 1024
/** In the words of PowerShell; UTF-8, whatever the console's code page is. */
const CIM_COMMAND =
	'[Console]::OutputEncoding=[Text.Encoding]::UTF8; Get-CimInstance Win32_Process -Filter "Name=\'Unity.exe\'" | Select-Object ProcessId,CommandLine | ConvertTo-Json -Compress'

const codeOf = (error: unknown): string =>
	error instanceof Error && 'code' in error ? String(error.code) : ''

export function thisMachine(): Machine {
	const platform: Platform =
		process.platform === 'win32' || process.platform === 'darwin' ? process.platform : 'linux'
	return {
		platform,
		home: homedir(),
		env: (name) => process.env[name],
		read,
		entries,
		isFolder: (path) =>
			stat(path).then(
				(stats) => stats.isDirectory(),
				() => false,
			),
		isFile: (path) =>
			stat(path).then(
				(stats) => stats.isFile(),
				() => false,
			),
		realPath: (path) => realpath(path).catch(() => null),
		lock: (path) => lock(path, platform),
		processes: () => processes(platform).catch(() => null),
	}
}

async function read(path: string, maxBytes: number): Promise<FileRead> {
	try {
		const file = await openRegular(path)
		try {
			const stats = await file.stat()
			if (stats.size > maxBytes)
				return { kind: 'unreadable', why: `it is larger than ${maxBytes} bytes` }
			const text = await file.readFile('utf8')
			return { kind: 'text', text: text.replace(/^\uFEFF/, '') }
		} finally {
			await file.close()
		}
	} catch (error) {
		if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return { kind: 'missing' }
		return { kind: 'unreadable', why: error instanceof Error ? error.message : String(error) }
	}
}

async function entries(folder: string): Promise<readonly FolderEntry[] | null> {
	try {
		return (await readdir(folder, { withFileTypes: true })).map((entry) => ({
			name: entry.name,
			kind: entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : 'other',
		}))
	} catch {
		return null
	}
}

/** Windows refuses to open what Unity keeps open; elsewhere locks are advisory, and existence is all there is. */
async function lock(path: string, platform: Platform): Promise<LockFile> {
	try {
		if (platform !== 'win32') {
			await access(path, constants.F_OK)
			return 'present'
		}
		const file = await open(path, 'r+')
		await file.close()
		return 'present'
	} catch (error) {
		return ['EBUSY', 'EPERM', 'EACCES'].includes(codeOf(error)) && platform === 'win32'
			? 'held'
			: 'missing'
	}
}

async function processes(platform: Platform): Promise<readonly RunningProcess[]> {
	switch (platform) {
		case 'linux':
			return linuxProcesses()
		case 'darwin':
			return parsePs(await outputOf('ps', ['-axww', '-o', 'pid=,command=']))
		case 'win32':
			return parseCim(
				await outputOf(systemProgram('powershell'), [
					'-NoProfile',
					'-NonInteractive',
					'-Command',
					CIM_COMMAND,
				]),
			)
		default:
			return platform satisfies never
	}
}

async function linuxProcesses(): Promise<readonly RunningProcess[]> {
	const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
	const all = await Promise.all(
		names.map(async (name) => {
			// A process may end between the two reads; an ended one that nobody awaited has no arguments.
			const text = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
			return text === '' ? [] : [{ pid: Number(name), command: parseCmdline(text) }]
		}),
	)
	return all.flat()
}

function outputOf(program: string, args: readonly string[]): Promise<string> {
	return new Promise((resolve, reject) => {
		execFile(
			program,
			args,
			{ timeout: LIST_TIMEOUT_MS, maxBuffer: LIST_MAX_BYTES, windowsHide: true },
			(error, stdout) => (error ? reject(error) : resolve(stdout)),
		)
	})
}
