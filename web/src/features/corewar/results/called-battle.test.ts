import {
	assemble,
	createBattle,
	ENGINE_VERSION,
	type Simulator,
	STOCK_WARRIORS,
} from '@fairlead/corewar/source'
import { expect, test } from 'vitest'
import type { BattleSetup } from '../battle/setup.ts'
import { calledBattle } from './called-battle.ts'

const IMP = ';name Mine\nmov 0, 1\n'
const stock = (name: string) => STOCK_WARRIORS.find((one) => one.name === name)?.source
const simulated = { rounds: 7, seed: 5, engine_version: 3 }

test('a battle of a simulation is fought again: sources, settings, seed, rounds and engine', () => {
	const input = { warriors: [IMP, ' stock:dwarf '], rounds: 100, seed: 5 }
	const called = calledBattle(input, simulated, ['Mine', 'Dwarf'])
	expect(called).toEqual({
		setup: {
			engineVersion: 3,
			settings: expect.objectContaining({ coreSize: 25_200, maxCycles: 252_000 }),
			// It ended early.
			...{ rounds: 7, seed: 5 },
			warriors: [
				{ name: 'Mine', source: IMP },
				{ name: 'Dwarf', source: stock('Dwarf') },
			],
		},
		round: 0,
	})
})

test('the settings are those of arenas for more than two, or where the call says so', () => {
	const coreOf = (input: object) => calledBattle(input, {}, [])?.setup.settings.coreSize
	expect(coreOf({ warriors: [IMP, IMP, IMP] })).toBe(8_000)
	expect(coreOf({ warriors: [IMP, IMP], mode: 'arena' })).toBe(8_000)
	expect(coreOf({ warriors: [IMP, IMP], mode: '1v1' })).toBe(25_200)
})

test('the round that was followed is the one that is opened, and ends as the call told', () => {
	const input = { warriors: ['stock:Stone', 'stock:Paper'], mode: 'arena', round: 4, seed: 9 }
	const called = calledBattle(input, {}, ['Stone', 'Paper'])
	expect(called).toMatchObject({ round: 3, setup: { rounds: 4, seed: 9 } })
	expect(called?.setup.engineVersion).toBe(ENGINE_VERSION)
	const positions = (round: Simulator) => [...round.positions]
	const battle = (setup: BattleSetup) =>
		createBattle({
			warriors: setup.warriors.map(({ source }) => {
				const made = assemble(source, setup.settings)
				if (!made.ok) throw new Error('It does not assemble.')
				return made.warrior
			}),
			settings: { ...setup.settings, warriors: 2, rounds: setup.rounds },
			seed: setup.seed,
		})
	if (!called) throw new Error('It is known.')
	// Round 4 begins where it did in a battle of a hundred.
	const longer = { ...called.setup, rounds: 100 }
	expect(positions(battle(called.setup).replay(3))).toEqual(positions(battle(longer).replay(3)))
})

test('a stock warrior that is gone, and what a client of any kind sent, are no battle', () => {
	expect(calledBattle({ warriors: ['stock:Gone', IMP] }, {}, [])).toBeNull()
	expect(calledBattle({ warriors: [1, IMP] }, {}, [])).toBeNull()
})
