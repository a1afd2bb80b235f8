/** The current run, for code that cannot be given its world: replaced modules and patched globals. */

import type { ModelAccess } from '../../../worker/src/agent/run/machine-ports.ts'
import type { WireSocket } from './shims/socket-shim.ts'

export interface CurrentRun {
	dialRoom(socket: WireSocket): void
	readonly model: ModelAccess
	/** Whether the disk of the relay's machine is full. */
	diskIsFull(): boolean
	/** Wall clock of the Worker, Unix milliseconds. */
	now(): number
	random(): number
	/** Calls back after this many milliseconds of virtual time; the result cancels it. */
	after(ms: number, action: () => void): () => void
}

let run: CurrentRun | null = null

export function enter(next: CurrentRun | null): void {
	run = next
}

/** The current run; null before the first one, while modules are loaded. */
export const underWay = (): CurrentRun | null => run

export function current(): CurrentRun {
	if (!run) throw new Error('No run is under way.')
	return run
}
