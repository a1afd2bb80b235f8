import { STOCK_WARRIORS } from '@fairlead/corewar/source'
import { expect, test } from 'vitest'
import { fight, prepare } from '../battle/fight.ts'
import { FOREIGN_ENGINE, isSameEngine } from '../battle/setup.ts'
import { arenaSetup, duelSetup } from './stored-battle.ts'

const SOURCES = STOCK_WARRIORS.map(({ name, source }) => ({ name, redcode: source }))
const [first, second] = SOURCES
if (!first || !second) throw new Error('The engine has no stock warriors.')
const CORE = { coreSize: 800, maxCycles: 2_000, maxLength: 100 }

const winners = (setup: Parameters<typeof fight>[0]) =>
	[...fight(setup, 0, () => 0)].flatMap(({ rounds }) => rounds.map(({ winner }) => winner))

test('a stored duel becomes a battle of its settings, seed, rounds and sides', () => {
	const setup = duelSetup({
		engine_version: 1,
		seed: 4_711,
		challenger: first,
		defender: second,
		round_results: Array.from({ length: 12 }, (_, i) => ({
			seed: i + 1,
		})),
		settings: { ...CORE, maxTasks: 64, minSeparation: 100 },
	})
	expect(setup).toMatchObject({
		seed: 4_711,
		rounds: 12,
		settings: { ...CORE, maxProcesses: 64, minDistance: 100 },
		warriors: [first, second].map(({ name, redcode }) => ({ name, source: redcode })),
	})
	expect(winners(setup)).toHaveLength(12)
	expect(prepare(setup).settings.maxProcesses).toBe(64)
})

test('a duel of an arena with another engine is fought by this one, under settings that it takes', () => {
	const setup = duelSetup({
		...{ engine_version: null, seed: null, challenger: first, defender: second },
		round_results: [{ seed: 7 }, { seed: 7 }],
		// ModelWar sends settings in this form.
		settings: {
			...{ coreSize: 25_200, maxCycles: 2_000, maxLength: 5_040 },
			...{ maxTasks: 25_200, minSeparation: 100 },
		},
	})
	expect(setup).toMatchObject({ engineVersion: FOREIGN_ENGINE, seed: 7, rounds: 2 })
	expect(isSameEngine(setup)).toBe(false)
	expect(winners(setup)).toHaveLength(2)
})

test('the warriors of a stored arena stand in their slots, in whatever order they come', () => {
	const warriors = SOURCES.slice(0, 4).map(({ name, redcode }, slot_index) => ({
		slot_index,
		name,
		redcode,
		is_stock_bot: false,
	}))
	const stored = {
		session_id: 1,
		engine_version: 1,
		seed: 9,
		rounds: [],
		warriors: [...warriors].reverse(),
		settings: { ...CORE, maxProcesses: 64, minSeparation: 100, warriors: 4, rounds: 5 },
	}
	const setup = arenaSetup(stored)
	expect(setup.warriors.map(({ name }) => name)).toEqual(warriors.map(({ name }) => name))
	expect(winners(setup)).toEqual(winners(arenaSetup({ ...stored, warriors })))
})
