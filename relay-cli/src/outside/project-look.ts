/** Whether an editor has a project open, and whether the project has our package. */
import { realpath } from 'node:fs/promises'
import { basename, isAbsolute } from 'node:path'
import { openInPlace } from '../disk/regular-file.ts'
import { type SeenProcess, seenProcess } from '../service/seen-process.ts'
import type { Machine, RunningProcess } from '../unity/machine.ts'
import { lockFileOf, openState } from '../unity/open-state.ts'
import { packageState } from '../unity/package/package-state.ts'
import { unityProcesses } from '../unity/processes.ts'

export interface ProjectLook {
	/** `Temp/UnityLockfile` is there. */
	readonly locked: boolean
	/** null if it cannot be told. */
	readonly running: boolean | null
	/** The Unity process; null: it cannot be told, or the editor is a simulated one, which has no windows. */
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
	readonly #seenProcess: (pid: number) => Promise<SeenProcess | null>
	/** The processes that lock files name, by folder: as dear to look at as the list. */
	readonly #holders = new Map<string, Holder>()

	/** @param seen throws if the system cannot tell */
	constructor(
		machine: Machine,
		now: () => number,
		listForMs: number,
		seen: (pid: number) => Promise<SeenProcess | null> = seenProcess,
	) {
		this.#machine = machine
		this.#now = now
		this.#listForMs = listForMs
		this.#seenProcess = seen
	}

	async look(folder: string): Promise<ProjectLook> {
		const machine = this.#machine
		const lockFile = lockFileOf(machine, folder)
		// A closed project costs one look at a file.
		if ((await machine.lock(lockFile)) === 'missing')
			return { locked: false, running: false, pid: null, hasPackage: null }
		const holder = await numberIn(machine, folder)
		const simulated = holder === null ? null : await this.#isSimulating(folder, holder)
		const list = holder === null ? await this.#processes() : null
		const [open, inProject] = await Promise.all([
			openState(machine, folder, list === null ? null : unityProcesses(list)),
			packageState(machine, folder),
		])
		const hasPackage = inProject.kind === 'unknown' ? null : inProject.kind !== 'absent'
		if (holder !== null) return { locked: true, running: simulated, pid: null, hasPackage: true }
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

	/** Whether a process is a simulated editor of the project; null if it cannot be told. */
	#isSimulating(folder: string, pid: number): Promise<boolean | null> {
		const now = this.#now()
		const known = this.#holders.get(folder)
		if (known?.pid === pid && now - known.at <= this.#listForMs) return known.simulating
		const simulating = this.#seenProcess(pid).then(
			(seen) => seen !== null && simulates(seen.command, folder),
			() => null,
		)
		this.#holders.set(folder, { pid, at: now, simulating })
		return simulating
	}
}

interface Holder {
	readonly pid: number
	readonly at: number
	readonly simulating: Promise<boolean | null>
}

/** Longer than any number of a process. */
const MAX_NUMBER_BYTES = 16

/**
 * A simulated editor writes its process id into its lock file; Unity's holds no number. Any program can write one, and git
 * can bring a link in its place.
 */
async function numberIn(machine: Machine, folder: string): Promise<number | null> {
	try {
		const file = await openInPlace(lockFileOf(machine, await realpath(folder)))
		try {
			const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_NUMBER_BYTES))
			const text = buffer.toString('latin1', 0, bytesRead)
			return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null
		} finally {
			await file.close()
		}
	} catch {
		return null
	}
}

/** Both bundled editors: `fairlead simulate`, and the Unity package on .NET, each with the project's folder behind. */
const SIMULATED = /\s(?:simulate|\S*Fairlead\.Host\.dll\s+--project)\s+(.*)$/s

/** Whether a command line is a simulator's for this folder, or for one that it does not name whole. */
function simulates(command: string, folder: string): boolean {
	const named = SIMULATED.exec(command)?.[1]?.trim()
	if (named === undefined) return false
	const isNamedWhole = named.split(/\s+/).some((word) => isAbsolute(word.replace(/^"/, '')))
	return !isNamedWhole || named.includes(basename(folder))
}
