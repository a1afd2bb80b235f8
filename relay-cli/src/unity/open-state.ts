/** Whether a project is open in an editor: its lock file and the running processes together. */
import type { Machine } from './machine.ts'
import { pathsOf } from './machine.ts'
import { isSamePath, type UnityProcess, unityProcesses } from './processes.ts'

export type OpenState =
	/** `pid` null: the lock file is held, but the process could not be told. */
	| { readonly kind: 'open'; readonly pid: number | null; readonly batch: boolean }
	/** `staleLock`: an editor did not end properly; Unity itself removes the file at its next start. */
	| { readonly kind: 'closed'; readonly staleLock: boolean }
	/** A lock file, and no way to tell whose it is. */
	| { readonly kind: 'unclear' }

/** The editors that run now; null if the system does not say. */
export async function runningEditors(machine: Machine): Promise<readonly UnityProcess[] | null> {
	const processes = await machine.processes()
	return processes === null ? null : unityProcesses(processes)
}

export const lockFileOf = (machine: Machine, projectPath: string): string =>
	pathsOf(machine.platform).join(projectPath, 'Temp', 'UnityLockfile')

/** @param editors from {@link runningEditors}, read once for many projects. */
export async function openState(
	machine: Machine,
	projectPath: string,
	editors: readonly UnityProcess[] | null,
): Promise<OpenState> {
	const lock = await machine.lock(lockFileOf(machine, projectPath))
	const found = await editorOf(machine, projectPath, editors ?? [])
	if (found) return { kind: 'open', pid: found.pid, batch: found.batch }
	switch (lock) {
		case 'held':
			return { kind: 'open', pid: null, batch: false }
		case 'missing':
			return { kind: 'closed', staleLock: false }
		case 'present': {
			const nameless = (editors ?? []).some(({ projectPaths }) => projectPaths.length === 0)
			return editors === null || nameless
				? { kind: 'unclear' }
				: { kind: 'closed', staleLock: true }
		}
		default:
			return lock satisfies never
	}
}

/** The editor that has this project, by its command line. */
async function editorOf(
	machine: Machine,
	projectPath: string,
	editors: readonly UnityProcess[],
): Promise<UnityProcess | undefined> {
	const { platform } = machine
	const named = (path: string) =>
		editors.find((one) => one.projectPaths.some((other) => isSamePath(other, path, platform)))
	const direct = named(projectPath)
	if (direct) return direct
	// Through a link on either side.
	const real = await machine.realPath(projectPath)
	if (real === null) return undefined
	for (const editor of editors)
		for (const path of editor.projectPaths) {
			const other = await machine.realPath(path)
			if (other !== null && isSamePath(other, real, platform)) return editor
		}
	return undefined
}
