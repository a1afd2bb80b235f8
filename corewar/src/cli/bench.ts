/** How fast this computer runs the stock warriors. */
import { assemble } from '../assembler/assembler.ts'
import { resolveSettings } from '../settings.ts'
import { Machine } from '../simulator/machine.ts'
import { run } from '../simulator/run.ts'
import { warmUp } from '../simulator/warm-up.ts'
import { STOCK_WARRIORS } from '../stock-warriors.ts'

const MILLISECONDS = 250

/** Each alone, because then a cycle is one instruction. */
export function* benchLines(milliseconds = MILLISECONDS): Iterable<string> {
	const settings = resolveSettings({ warriors: 1 })
	const width = Math.max(...STOCK_WARRIORS.map(({ name }) => name.length))
	yield `${'Warrior'.padEnd(width)}  million instructions per second\n`
	warmUp()
	for (const { name, source } of STOCK_WARRIORS) {
		const result = assemble(source, settings)
		if (!result.ok) throw new Error(`${name}: ${result.errors[0]?.message}`)
		const machine = new Machine(settings, [result.warrior])
		let instructions = 0
		let elapsed = 0
		while (elapsed < milliseconds) {
			machine.load([0], 0)
			const begin = performance.now()
			run(machine, settings.maxCycles)
			elapsed += performance.now() - begin
			instructions += machine.cycle
		}
		yield `${name.padEnd(width)}  ${(instructions / elapsed / 1_000).toFixed(1).padStart(6)}\n`
	}
}
