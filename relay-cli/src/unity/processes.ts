/** Running Unity editors, from the process list of any of the three systems. Pure. */
import type { Platform, RunningProcess } from './machine.ts'

export interface UnityProcess {
	readonly pid: number
	/** Started without windows (`-batchmode`), for a build or a test run. */
	readonly batch: boolean
	/**
	 * The project, as the command line names it. Several readings where the system gives the line as one text and a
	 * folder's name may contain " -". Empty: none is named.
	 */
	readonly projectPaths: readonly string[]
}

/** Readings of one command line: names with " -" in them are rare. */
const MAX_READINGS = 4
const PROJECT_FLAGS: ReadonlySet<string> = new Set(['-projectpath', '-createproject'])
/** Helpers of an editor: they name its project too, and may outlive it for a moment. */
const HELPER = /^-(?:adb2|name=?AssetImportWorker)/i
const PROJECT_IN_LINE = /\s-(?:projectpath|createproject)\s+(.*)$/is
const PROGRAM_IN_LINE = /^\/.*\.app\/Contents\/MacOS\/Unity(?= -|$)/

export function unityProcesses(processes: readonly RunningProcess[]): UnityProcess[] {
	return processes.flatMap(({ pid, command }) => {
		const read = typeof command === 'string' ? readLine(command) : readArguments(command)
		return read === null ? [] : [{ pid, ...read }]
	})
}

type Read = Omit<UnityProcess, 'pid'>

function readArguments([program = '', ...args]: readonly string[]): Read | null {
	if (!/(?:^|[\\/])Unity(?:\.exe)?$/i.test(program)) return null
	if (args.some((arg) => HELPER.test(arg))) return null
	const at = args.findIndex((arg) => PROJECT_FLAGS.has(arg.toLowerCase()))
	const path = at < 0 ? undefined : args[at + 1]
	return {
		batch: args.some((arg) => arg.toLowerCase() === '-batchmode'),
		projectPaths: path === undefined ? [] : [path],
	}
}

/** A line without quotes, as `ps` prints it. */
function readLine(line: string): Read | null {
	const program = PROGRAM_IN_LINE.exec(line)?.[0]
	if (program === undefined) return null
	const args = line.slice(program.length)
	if (/\s-(?:adb2\b|name AssetImportWorker)/i.test(args)) return null
	const rest = PROJECT_IN_LINE.exec(args)?.[1]?.trimEnd()
	const batch = /\s-batchmode(?:\s|$)/i.test(args)
	if (rest === undefined) return { batch, projectPaths: [] }
	const ends = [...rest.matchAll(/\s-/g)].map(({ index }) => index)
	const projectPaths = [...ends, rest.length]
		.slice(0, MAX_READINGS)
		.map((end) => rest.slice(0, end).trimEnd())
	return { batch, projectPaths }
}

/** One line of `ps -o pid=,command=`. */
export function parsePs(text: string): RunningProcess[] {
	return text.split('\n').flatMap((line) => {
		const found = /^\s*(\d+)\s+(\S.*)$/.exec(line)
		return found ? [{ pid: Number(found[1]), command: found[2] ?? '' }] : []
	})
}

/** JSON of PowerShell's `Get-CimInstance Win32_Process`: one object, or a list of them; nothing if there are none. */
export function parseCim(text: string): RunningProcess[] {
	if (text.trim() === '') return []
	const parsed: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
	return (Array.isArray(parsed) ? parsed : [parsed]).flatMap((one: unknown) => {
		const { ProcessId, CommandLine } = (one ?? {}) as { ProcessId?: unknown; CommandLine?: unknown }
		if (typeof ProcessId !== 'number') return []
		// Another user's process tells no command line; PowerShell was asked for Unity.exe only.
		const command = typeof CommandLine === 'string' ? windowsArguments(CommandLine) : ['Unity.exe']
		return [{ pid: ProcessId, command }]
	})
}

/** A Windows command line as the program itself reads it (`CommandLineToArgvW`). */
export function windowsArguments(line: string): string[] {
	const args: string[] = []
	let current = ''
	let inQuotes = false
	let begun = false
	for (let i = 0; i < line.length; i++) {
		const char = line[i] ?? ''
		if (char === '\\') {
			let count = 1
			while (line[i + count] === '\\') count++
			if (line[i + count] === '"') {
				current += '\\'.repeat(Math.floor(count / 2))
				if (count % 2 === 1) current += '"'
				else inQuotes = !inQuotes
				i += count
			} else {
				current += '\\'.repeat(count)
				i += count - 1
			}
			begun = true
		} else if (char === '"') {
			inQuotes = !inQuotes
			begun = true
		} else if (!inQuotes && /\s/.test(char)) {
			if (begun) args.push(current)
			current = ''
			begun = false
		} else {
			current += char
			begun = true
		}
	}
	if (begun) args.push(current)
	return args
}

/** The arguments of `/proc/<pid>/cmdline`. */
export const parseCmdline = (text: string): string[] => text.replace(/\0$/, '').split('\0')

/** Whether two paths name the same place, as far as their text says it. */
export function isSamePath(a: string, b: string, platform: Platform): boolean {
	return pathKey(a, platform) === pathKey(b, platform)
}

/** Equal for paths that only differ in how they are written: case, slashes, Unicode's forms. */
export function pathKey(path: string, platform: Platform): string {
	const slashed = platform === 'win32' ? path.replaceAll('\\', '/').replace(/^\/\/\?\//, '') : path
	const trimmed = slashed.replace(/(?<=.)\/+$/, '').normalize('NFC')
	return platform === 'linux' ? trimmed : trimmed.toLowerCase()
}
