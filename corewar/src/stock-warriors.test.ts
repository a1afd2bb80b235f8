/** Each stock warrior does what its strategy says: players and the agent measure their own against them. */
import { describe, expect, test } from 'vitest'
import { assemble } from './assembler/assembler.ts'
import { battle } from './simulator/battle.ts'
import { createSimulator } from './simulator/simulator.ts'
import { STOCK_WARRIORS } from './stock-warriors.ts'
import type { Warrior } from './warrior.ts'

/** The arena's cores: of arenas, and of duels. */
const CORES = [
	{ coreSize: 8_000, maxCycles: 80_000 },
	{ coreSize: 25_200, maxCycles: 252_000 },
]

function warriorOf(source: string, coreSize: number): Warrior {
	const result = assemble(source, { coreSize })
	if (!result.ok) throw new Error(JSON.stringify(result.errors))
	return result.warrior
}
const stock = (name: string, coreSize: number): Warrior =>
	warriorOf(STOCK_WARRIORS.find((one) => one.name === name)?.source ?? '', coreSize)

describe.each(CORES)('on a core of $coreSize cells', (settings) => {
	const { coreSize } = settings
	const sitter = warriorOf('jmp 0', coreSize)

	test.each(STOCK_WARRIORS.map(({ name }) => name))(
		'%s never dies by itself, although nobody attacks',
		(name) => {
			const { standings } = battle({
				settings,
				warriors: [stock(name, coreSize), sitter],
				rounds: 6,
				seed: 5,
			})
			expect(standings[1]?.wins).toBe(0)
		},
	)

	test('Ring keeps its eleven imps running, and they reach every cell', () => {
		const simulator = createSimulator({
			settings,
			warriors: [stock('Ring', coreSize), sitter],
			positions: [0, coreSize / 2],
		})
		for (let step = 0; step < 200; step++) simulator.step()
		expect(simulator.processes(0)).toHaveLength(11)
		while (simulator.step());
		expect(simulator.winner).toBe(0)
	})

	test('Vampire sends what it has bitten into its pit', () => {
		const fang = 7
		const bitten = fang + 8 * 50
		const simulator = createSimulator({
			settings,
			warriors: [stock('Vampire', coreSize), sitter],
			positions: [0, bitten],
		})
		const captured = () => simulator.processes(1).some((address) => address <= 1)
		while (!captured() && simulator.step());
		expect(captured()).toBe(true)
		while (simulator.step());
		expect(simulator.winner).toBe(0)
	})
})
