/** The rounds of a battle as pMARS places them. */

import type { Settings } from '../settings.ts'
import { Machine } from '../simulator/machine.ts'
import { Pspaces } from '../simulator/pspace.ts'
import { MAX_SEED, nextSeed, positionsFor } from '../simulator/random.ts'
import { run } from '../simulator/run.ts'
import { warmUp } from '../simulator/warm-up.ts'
import type { Warrior } from '../warrior.ts'
import { checksum } from './checksum.ts'
import type { Fight, Placement } from './options.ts'

/** Rounds of each warrior, by the number of survivors that it was one of; at 0 those that it lost. */
export type Tally = readonly number[][]

interface Setup {
	readonly positions: readonly number[]
	readonly starter: number
}

export function fight(options: Fight, warriors: readonly Warrior[]): Tally {
	const { settings, rounds } = options
	const { length } = warriors
	const tally = warriors.map(() => new Array<number>(length + 1).fill(0))
	// Nobody can beat a single warrior, whatever it does: pMARS counts every round as won.
	if (length === 1) return [[0, rounds]]
	warmUp()
	const pspaces = new Pspaces(warriors, settings.pspaceSize, settings.coreSize)
	const machine = new Machine(settings, warriors, pspaces)
	const setups = setupsOf(options, firstSeed(options.placement, settings, warriors), length)
	for (const { positions, starter } of setups) {
		machine.load(positions, starter)
		run(machine, settings.maxCycles)
		const alive = machine.survivors()
		pspaces.endRound(alive)
		const survivors = alive.filter(Boolean).length
		for (const [w, lives] of alive.entries()) {
			const row = tally[w] as number[]
			const at = lives ? survivors : 0
			row[at] = (row[at] ?? 0) + 1
		}
	}
	return tally
}

/** Zero is a seed in pMARS too: `-F` with the distance itself places every round there. */
function firstSeed(
	placement: Placement,
	{ minDistance }: Settings,
	warriors: readonly Warrior[],
): number {
	if (placement.kind === 'from') return placement.position - minDistance
	if (placement.kind === 'fixed') return nextSeed(checksum(warriors))
	return 1 + Math.floor(Math.random() * MAX_SEED)
}

function* setupsOf(options: Fight, first: number, warriors: number): Iterable<Setup> {
	const { rounds, settings } = options
	let seed = first
	if (!options.permutes) {
		for (let round = 0; round < rounds; round++) {
			yield { positions: positionsFor(seed, warriors, settings), starter: round % warriors }
			seed = nextSeed(seed)
		}
		return
	}
	const { coreSize, minDistance } = settings
	const order = Array.from({ length: 2 * (coreSize - 2 * minDistance + 1) }, (_, i) => i)
	for (let round = 0; round < rounds; round++) {
		const at = round % order.length
		// The next one by dice of those that are left.
		const other = at + (seed % (order.length - at))
		seed = nextSeed(seed)
		const one = order[other] ?? 0
		order[other] = order[at] ?? 0
		order[at] = one
		yield { positions: [0, minDistance + (one >> 1)], starter: one & 1 }
	}
}
