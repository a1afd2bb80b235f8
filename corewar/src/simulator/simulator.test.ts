import { describe, expect, test } from 'vitest'
import { assemble } from '../assembler/assembler.ts'
import type { Settings } from '../settings.ts'
import { STOCK_WARRIORS } from '../stock-warriors.ts'
import type { Warrior } from '../warrior.ts'
import { createBattle } from './battle.ts'
import { createSimulator, type Simulator } from './simulator.ts'
import { NOBODY } from './territory.ts'

function warriorOf(source: string, settings: Partial<Settings> = {}): Warrior {
	const result = assemble(source, settings)
	if (!result.ok) throw new Error(JSON.stringify(result.errors))
	return result.warrior
}

const stock = (name: string, settings: Partial<Settings> = {}): Warrior =>
	warriorOf(STOCK_WARRIORS.find((one) => one.name === name)?.source ?? '', settings)

const look = (simulator: Simulator) => ({
	cycle: simulator.cycle,
	survivors: simulator.survivors,
	deaths: [...simulator.deaths],
	processes: simulator.warriors.map((_, w) => simulator.processes(w)),
	cells: Array.from({ length: simulator.settings.coreSize }, (_, i) => simulator.cell(i)),
	owners: simulator.territory && [...simulator.territory.owners],
	touched: simulator.territory && [...simulator.territory.touched],
})

test('a step tells what was executed and written', () => {
	const simulator = createSimulator({
		warriors: [warriorOf('mov 0, }1\nadd.ab #1, @-1'), warriorOf('dat 0')],
		positions: [10, 4_000],
		trace: true,
	})
	expect(simulator.turn).toBe(0)
	const first = simulator.step()
	expect(first).toMatchObject({ warrior: 0, address: 10, writeCount: 2, ended: false })
	// The counted cell, then the target: 11 plus its A-field.
	expect([...(first?.writes.subarray(0, 2) ?? [])]).toEqual([11, 12])
	expect(simulator.cell(12).text).toBe('MOV.I  $     0, }     1')
	expect(simulator.territory?.owners.slice(9, 14)).toEqual(Uint8Array.of(NOBODY, 0, 0, 0, NOBODY))
	expect(simulator.step()).toMatchObject({ warrior: 1, address: 4_000, ended: true, died: true })
	expect(simulator.isOver).toBe(true)
	expect(simulator.winner).toBe(0)
	expect(simulator.step()).toBeNull()
})

describe.each([false, true])('seeking, with trace: %s', (trace) => {
	const settings = { coreSize: 900, maxCycles: 3_000, maxProcesses: 64 }
	const options = {
		settings,
		warriors: ['Paper', 'Stone', 'Dwarf'].map((name) => stock(name, settings)),
		seed: 99,
		trace,
	}

	test('a cycle looks the same from wherever one comes', () => {
		const cycles = [1_500, 30, 2_999, 0, 1_501, 94, 93, 2_000]
		const moving = createSimulator(options)
		for (const cycle of cycles) {
			const fresh = createSimulator(options)
			fresh.run(cycle)
			moving.seek(cycle)
			expect(look(moving)).toEqual(look(fresh))
		}
	})

	test('a seek from the middle of a cycle, or beyond the end, looks the same', () => {
		const moving = createSimulator(options)
		moving.run(40)
		moving.step()
		moving.seek(40)
		const fresh = createSimulator(options)
		fresh.run(40)
		expect(look(moving)).toEqual(look(fresh))
		moving.seek(1_000_000)
		fresh.run()
		expect(look(moving)).toEqual(look(fresh))
		expect(moving.isOver).toBe(true)
	})
})

test('P-space is as it was at the beginning after seeking back', () => {
	const counting = warriorOf('ldp.ab #3, #0\nadd.ab #1, -1\nstp.b -2, #3\njmp -3')
	const simulator = createSimulator({ warriors: [counting, stock('Imp')], seed: 5 })
	simulator.run(400)
	const { spaces } = simulator.pspaces
	expect(spaces[0]).toEqual([3, 100])
	simulator.seek(4)
	expect(simulator.pspaces.spaces[0]).toEqual([3, 1])
	simulator.seek(400)
	expect(simulator.pspaces.spaces).toEqual(spaces)
})

test('36 warriors fight in one core, the starter first', () => {
	const warriors = Array.from({ length: 36 }, () => stock('Imp'))
	const simulator = createSimulator({ warriors, seed: 3, starter: 35, settings: { maxCycles: 50 } })
	expect(simulator.turn).toBe(35)
	simulator.run()
	expect(simulator.survivors).toHaveLength(36)
	const sorted = [...simulator.positions].sort((a, b) => a - b)
	expect(
		Math.min(...sorted.slice(1).map((one, i) => one - (sorted[i] ?? 0))),
	).toBeGreaterThanOrEqual(100)
})

describe('what cannot be is refused by name', () => {
	const imp = stock('Imp')
	test.each<[string, Parameters<typeof createSimulator>[0], string]>([
		['no warriors', { warriors: [] }, 'A round has 1 to 36 warriors, not 0.'],
		['a core of nothing', { warriors: [imp], settings: { coreSize: 0 } }, 'coreSize must be'],
		['half a cycle', { warriors: [imp], settings: { maxCycles: 0.5 } }, 'maxCycles must be'],
		['a seed of 0', { warriors: [imp, imp], seed: 0 }, 'A seed must be'],
		['overlapping warriors', { warriors: [imp, imp], positions: [0, 7_950] }, 'two are 50 apart'],
		['too few positions', { warriors: [imp, imp], positions: [0] }, '2 warriors need 2 positions'],
		['a position outside', { warriors: [imp, imp], positions: [0, 8_000] }, 'A position must be'],
		['a starter outside', { warriors: [imp, imp], starter: 2 }, 'The starter must be'],
		[
			'no room',
			{ warriors: Array(36).fill(imp), settings: { minDistance: 300 } },
			'need a core of 10800',
		],
		[
			'a long warrior',
			{ warriors: [stock('Vampire'), imp], settings: { maxLength: 5 } },
			'Vampire has',
		],
	])('%s', (_, options, message) => {
		expect(() => createSimulator(options)).toThrow(RangeError)
		expect(() => createSimulator(options)).toThrow(message)
	})

	test.each([0.5, -1, Number.NaN, Number.POSITIVE_INFINITY])('%d cycles or rounds', (count) => {
		const simulator = createSimulator({ warriors: [imp] })
		expect(() => simulator.run(count)).toThrow(RangeError)
		expect(() => simulator.seek(count)).toThrow(RangeError)
		expect(() => createBattle({ warriors: [imp], seed: 1 }).run(count)).toThrow(RangeError)
		expect(simulator.cycle).toBe(0)
	})

	test('more P-space than a small server has', () => {
		const coreSize = 1_000_000
		const large = stock('Imp', { coreSize })
		const settings = { coreSize, pspaceSize: coreSize }
		const options = { warriors: Array<Warrior>(36).fill(large), settings }
		expect(() => createSimulator(options)).toThrow('pspaceSize must be a whole number from 1 to')
		expect(() => createSimulator({ warriors: [imp], settings: { coreSize: 1 } })).toThrow(
			'coreSize must be a whole number from 2',
		)
	})

	test('a cell outside of the core', () => {
		expect(() => createSimulator({ warriors: [imp] }).cell(8_000)).toThrow(RangeError)
	})
})

test('fewer moments are kept when queues or P-space are large', () => {
	const interval = (some: Partial<Settings>, count: number): number => {
		const settings = { coreSize: 8_000, maxCycles: 3_200, ...some }
		const warriors = Array<Warrior>(count).fill(stock('Imp', settings))
		return createSimulator({ warriors, settings }).interval
	}
	expect(interval({}, 2)).toBe(100)
	// Queues of 36 × 100,000 × 4 bytes: four of them fit.
	expect(interval({ maxProcesses: 100_000 }, 36)).toBe(800)
	// 36 × 8,000 cells of P-space.
	expect(interval({ pspaceSize: 8_000, maxProcesses: 1 }, 36)).toBeGreaterThan(400)
})
