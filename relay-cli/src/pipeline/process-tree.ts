/** Ends a process together with everything it started. */
import { spawn } from 'node:child_process'
import { systemProgram } from '../system-program.ts'

/** For `spawn`: on Unix the child leads a group of its own, so that the group can be ended; Windows knows the tree. */
export const OWN_GROUP = process.platform !== 'win32'

/** The process holds nothing that needs time to be stored, so it is not asked first. Never throws. */
export function endTree(pid: number | undefined): void {
	if (pid === undefined) return
	if (!OWN_GROUP) {
		const killer = spawn(systemProgram('taskkill'), ['/pid', String(pid), '/T', '/F'], {
			stdio: 'ignore',
			windowsHide: true,
		})
		killer.on('error', () => undefined)
		return
	}
	try {
		process.kill(-pid, 'SIGKILL')
	} catch {
		// The group has ended already.
	}
}
