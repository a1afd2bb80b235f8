/** The run under way, for what cannot be handed its world: replaced modules and patched globals. */

import type { ModelAccess } from '../../../worker/src/agent/run/machine-ports.ts'
import type { WireSocket } from './socket-shim.ts'

export interface CurrentRun {
	dialRoom(socket: WireSocket): void
	readonly model: ModelAccess
	/** Of the relay's machine. */
	diskIsFull(): boolean
	/** Wall clock of the Worker, Unix milliseconds. */
	now(): number
	random(): number
	/** Calls back after so many milliseconds of virtual time; the result calls it off. */
	after(ms: number, action: () => void): () => void
}

let run: CurrentRun | null = null

export function enter(next: CurrentRun | null): void {
	run = next
}

/** Null before the first one: while modules are loaded. */
export const underWay = (): CurrentRun | null => run

export function current(): CurrentRun {
	if (!run) throw new Error('No run is under way.')
	return run
}
