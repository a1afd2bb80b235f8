/** Our engine in this process. */
import { assemble, battle, type Warrior } from '../../corewar/src/index.ts'
import { type Engine, resultOf } from './engine.ts'

export function warriorOf(source: string): Warrior {
	const result = assemble(source)
	if (!result.ok) throw new Error(result.errors[0]?.message)
	return result.warrior
}

export const inNode: Engine = {
	fight: async (sources, rounds, seed) =>
		resultOf(battle({ warriors: sources.map(warriorOf), rounds, seed }).standings),
	stop: async () => undefined,
}
