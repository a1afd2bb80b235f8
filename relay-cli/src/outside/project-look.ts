/** Whether an editor has a project open, and whether the project has our package. */
import { readFile } from 'node:fs/promises'
import type { Machine, RunningProcess } from '../unity/machine.ts'
import { lockFileOf, openState } from '../unity/open-state.ts'
import { packageState } from '../unity/package/package-state.ts'
import { unityProcesses } from '../unity/processes.ts'

export interface ProjectLook {
	/** `Temp/UnityLockfile` is there. */
	readonly locked: boolean
	/** null if it cannot be told. */
	readonly running: boolean | null
	readonly pid: number | null
	/** null if it cannot be told. */
	readonly hasPackage: boolean | null
}

export class ProjectLooks {
	readonly #machine: Machine
	readonly #now: () => number
	/** The list of processes is dear on Windows (PowerShell), and changes seldom. */
	readonly #listForMs: number
	#listed: {
		readonly at: number
		readonly list: Promise<readonly RunningProcess[] | null>
	} | null = null

	constructor(machine: Machine, now: () => number, listForMs: number) {
		this.#machine = machine
		this.#now = now
		this.#listForMs = listForMs
	}

	async look(folder: string): Promise<ProjectLook> {
		const machine = this.#machine
		const lockFile = lockFileOf(machine, folder)
		// A closed project costs one look at a file.
		if ((await machine.lock(lockFile)) === 'missing')
			return { locked: false, running: false, pid: null, hasPackage: null }
		const simulated = await simulatedHolder(lockFile)
		const list = simulated === null ? await this.#processes() : null
		const [open, inProject] = await Promise.all([
			openState(machine, folder, list === null ? null : unityProcesses(list)),
			packageState(machine, folder),
		])
		const hasPackage = inProject.kind === 'unknown' ? null : inProject.kind !== 'absent'
		if (simulated !== null) return { locked: true, ...simulated, hasPackage: true }
		switch (open.kind) {
			case 'open':
				return { locked: true, running: true, pid: open.pid, hasPackage }
			case 'closed':
				return { locked: true, running: false, pid: null, hasPackage }
			case 'unclear':
				return { locked: true, running: null, pid: null, hasPackage }
			default:
				return open satisfies never
		}
	}

	#processes(): Promise<readonly RunningProcess[] | null> {
		const now = this.#now()
		if (this.#listed === null || now - this.#listed.at > this.#listForMs)
			this.#listed = { at: now, list: this.#machine.processes() }
		return this.#listed.list
	}
}

/** A simulated editor writes its process id into its lock file; Unity's holds no number. */
async function simulatedHolder(
	lockFile: string,
): Promise<{ running: boolean; pid: number | null } | null> {
	const text = await readFile(lockFile, 'utf8').catch(() => '')
	if (!/^\d{1,10}$/.test(text)) return null
	const pid = Number(text)
	try {
		process.kill(pid, 0)
		return { running: true, pid }
	} catch (error) {
		const isAlive = error instanceof Error && 'code' in error && error.code === 'EPERM'
		return { running: isAlive, pid: isAlive ? pid : null }
	}
}
