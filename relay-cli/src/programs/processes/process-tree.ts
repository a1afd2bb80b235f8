/** Ends a process together with everything it started. */
import { spawn } from 'node:child_process'
import { systemProgram } from '../../platform/system-program.ts'

/** `detached` for `spawn`: on Unix the child leads a group of its own, which can be ended; Windows knows the tree. */
export const OWN_GROUP = process.platform !== 'win32'

/** Ends the tree at once, without a request first. Never throws. */
export function endTree(pid: number | undefined): void {
	if (pid === undefined) return
	if (OWN_GROUP) signalGroup(pid, 'SIGKILL')
	else taskkill(pid, '/T', '/F')
}

/** Asks the tree to end, so that it can store data; ends it at once on Windows, which cannot ask. Never throws. */
export function askTree(pid: number | undefined): void {
	if (pid === undefined) return
	if (OWN_GROUP) signalGroup(pid, 'SIGTERM')
	else taskkill(pid, '/T', '/F')
}

function taskkill(pid: number, ...options: readonly string[]): void {
	const killer = spawn(systemProgram('taskkill'), ['/pid', String(pid), ...options], {
		stdio: 'ignore',
		windowsHide: true,
	})
	killer.on('error', () => undefined)
}

function signalGroup(leader: number, signal: NodeJS.Signals): void {
	try {
		process.kill(-leader, signal)
	} catch {
		// The group has ended already.
	}
}
