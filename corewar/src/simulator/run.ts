/** Many cycles of a round. */

import { checkCountOf } from '../settings.ts'
import { runFast } from './fast.ts'
import type { Machine } from './machine.ts'
import { finish, step } from './step.ts'

/** Runs up to `cycles` cycles, or until the round is over. It may begin and never ends inside a cycle. */
export function run(machine: Machine, cycles: number): void {
	checkCountOf('cycles', cycles)
	const { coreSize, readLimit, writeLimit, maxCycles } = machine.settings
	const last = Math.min(maxCycles, machine.cycle + cycles)
	const isLimited = readLimit < coreSize || writeLimit < coreSize
	while (machine.cycle < last && machine.alive > machine.floor) {
		if (isLimited) {
			step(machine)
			continue
		}
		const left = runFast(machine, last)
		if (left !== null) finish(machine, left)
	}
}
