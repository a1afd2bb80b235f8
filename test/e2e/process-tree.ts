/** The children of a process, and the ports they listen on. Linux by /proc, macOS by its own commands; not on Windows. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

export interface Process {
	readonly pid: number
	readonly command: string
}

export interface Listener {
	readonly address: string
	readonly port: number
}

const isLinux = process.platform === 'linux'

/** A process may end while we look. */
function orNull<T>(look: () => T): T | null {
	try {
		return look()
	} catch {
		return null
	}
}

function everyProcess(): (Process & { readonly parent: number })[] {
	if (!isLinux) {
		const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' })
		return lines.split('\n').flatMap((line) => {
			const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
			return command === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }]
		})
	}
	return readdirSync('/proc').flatMap((name) => {
		const stat = /^\d+$/.test(name)
			? orNull(() => readFileSync(`/proc/${name}/stat`, 'utf8'))
			: null
		if (stat === null) return []
		const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
		const command = orNull(() => readFileSync(`/proc/${name}/cmdline`, 'utf8')) ?? ''
		// A zombie no longer runs; its parent just has not collected its status.
		return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent), command }]
	})
}

/** The process and everything below it. Empty once it is gone. */
export function processTree(root: number): Process[] {
	const all = everyProcess()
	const below = (pid: number): Process[] =>
		all.filter((one) => one.parent === pid).flatMap((one) => [one, ...below(one.pid)])
	return [...all.filter((one) => one.pid === root), ...below(root)]
}

/** @returns those of the processes that still run */
export function stillRunning(processes: readonly Process[]): Process[] {
	const now = new Map(everyProcess().map((one) => [one.pid, one.command]))
	return processes.filter((one) => now.get(one.pid) === one.command)
}

/** `0100007F` → `127.0.0.1`; an IPv6 address as its 32 digits. */
const addressOf = (hex: string): string =>
	hex.length === 8
		? (hex.match(/../g) ?? [])
				.map((byte) => Number.parseInt(byte, 16))
				.reverse()
				.join('.')
		: hex

/** The addresses at which the processes accept connections. */
export function listeners(processes: readonly Process[]): Listener[] {
	if (!isLinux) {
		const pids = processes.map((one) => one.pid).join(',')
		const args = ['-nP', '-a', '-iTCP', '-sTCP:LISTEN', '-p', pids, '-F', 'n']
		return execFileSync('lsof', args, { encoding: 'utf8' })
			.split('\n')
			.flatMap((line) => {
				const [, address, port] = /^n\[?([^\]]*)\]?:(\d+)$/.exec(line) ?? []
				return address === undefined ? [] : [{ address, port: Number(port) }]
			})
	}
	const sockets = new Set(
		processes.flatMap(({ pid }) =>
			(orNull(() => readdirSync(`/proc/${pid}/fd`)) ?? []).flatMap(
				(fd) =>
					/^socket:\[(\d+)\]$/.exec(
						orNull(() => readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? '',
					)?.[1] ?? [],
			),
		),
	)
	const LISTEN = '0A'
	return ['tcp', 'tcp6'].flatMap((table) =>
		(orNull(() => readFileSync(`/proc/net/${table}`, 'utf8')) ?? '')
			.split('\n')
			.slice(1)
			.flatMap((line) => {
				const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/)
				if (state !== LISTEN || !sockets.has(inode)) return []
				const [address = '', port = ''] = local.split(':')
				return [{ address: addressOf(address), port: Number.parseInt(port, 16) }]
			}),
	)
}

/** Reachable only from this machine: 127.0.0.0/8, ::1, and 127.0.0.0/8 written as IPv6. */
export const isLoopback = (address: string): boolean =>
	/^127\./.test(address) ||
	address === '::1' ||
	/^0{24}01000000$/.test(address) ||
	/^0{16}FFFF0000[0-9A-F]{6}7F$/.test(address)
