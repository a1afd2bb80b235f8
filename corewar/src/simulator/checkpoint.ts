/** A moment of a round to come back to. */
import type { Machine } from './machine.ts'
import type { PspaceState } from './pspace.ts'
import type { Territory } from './territory.ts'

export interface Checkpoint {
	readonly cycle: number
	readonly alive: number
	readonly deaths: readonly number[]
	/** Cells, and the order of turns. */
	readonly cells: Int32Array
	readonly order: Int32Array
	readonly processes: readonly Int32Array[]
	readonly pspaces: PspaceState
	readonly territory: Territory | null
}

/** @param machine stands between two cycles */
export function take(machine: Machine, territory: Territory | null): Checkpoint {
	const { memory, headsAt, orderAt, ringsAt } = machine
	return {
		cycle: machine.cycle,
		alive: machine.alive,
		deaths: [...machine.deaths],
		cells: memory.slice(0, headsAt),
		order: memory.slice(orderAt, ringsAt),
		processes: machine.warriors.map((_, w) => machine.processes(w)),
		pspaces: machine.pspaces.save(),
		territory: territory === null ? null : territory.copy(),
	}
}

export function restore(
	machine: Machine,
	territory: Territory | null,
	checkpoint: Checkpoint,
): void {
	const { memory, headsAt, countsAt, orderAt, ringsAt, ringShift } = machine
	machine.cycle = checkpoint.cycle
	machine.turn = 0
	machine.alive = checkpoint.alive
	machine.deaths.length = 0
	machine.deaths.push(...checkpoint.deaths)
	memory.set(checkpoint.cells)
	memory.set(checkpoint.order, orderAt)
	for (const [w, processes] of checkpoint.processes.entries()) {
		memory[headsAt + w] = 0
		memory[countsAt + w] = processes.length
		memory.set(processes, ringsAt + (w << ringShift))
	}
	machine.pspaces.restore(checkpoint.pspaces)
	if (territory !== null && checkpoint.territory !== null) territory.set(checkpoint.territory)
}
