import { describe, expect, test } from 'vitest'
import { assemble } from '../assembler/assembler.ts'
import { resolveSettings } from '../settings.ts'
import { STOCK_WARRIORS } from '../stock-warriors.ts'
import { ENGINE_VERSION } from '../version.ts'
import type { Warrior } from '../warrior.ts'
import { arenaScore, battle, createBattle, hillScore } from './battle.ts'
import { positionsFor, seedAfter } from './random.ts'
import { createSimulator } from './simulator.ts'

const settings = { coreSize: 2_000, maxCycles: 4_000, maxProcesses: 200 }

function warriorOf(source: string): Warrior {
	const result = assemble(source, settings)
	if (!result.ok) throw new Error(JSON.stringify(result.errors))
	return result.warrior
}
const stock = (...names: readonly string[]): Warrior[] =>
	names.map((name) => warriorOf(STOCK_WARRIORS.find((one) => one.name === name)?.source ?? ''))

test('the same seed gives the same battle, another one another', () => {
	const options = { settings, warriors: stock('Vampire', 'Dwarf'), rounds: 30, seed: 11 }
	const first = battle(options)
	expect(battle(options)).toEqual(first)
	expect(battle({ ...options, seed: 12 }).rounds).not.toEqual(first.rounds)
	expect(first.engineVersion).toBe(ENGINE_VERSION)
	for (const { wins, losses, ties } of first.standings) expect(wins + losses + ties).toBe(30)
})

test.each([
	['without P-space', stock('Stone', 'Paper', 'Scanner')],
	['with P-space', stock('Chooser', 'Paper', 'Stone')],
])('slices that go through JSON give the whole battle: %s', (_, warriors) => {
	const options = { settings, warriors, rounds: 12, seed: 77 }
	const whole = battle(options)
	let state = JSON.parse(JSON.stringify(createBattle(options).save()))
	for (let slices = 0; ; slices++) {
		const slice = createBattle(options, state)
		if (slice.isOver) {
			expect(slice.result).toEqual(whole)
			expect(slices).toBe(3)
			break
		}
		expect(slice.run(5).length).toBeGreaterThan(0)
		state = JSON.parse(JSON.stringify(slice.save()))
	}
})

test('a state of another battle or engine is refused', () => {
	const options = { settings, warriors: stock('Imp', 'Dwarf'), rounds: 2, seed: 5 }
	const state = createBattle(options).save()
	expect(() => createBattle(options, { ...state, engineVersion: 0 })).toThrow('version 0')
	expect(() => createBattle({ ...options, seed: 6 }, state)).toThrow('another battle')
	expect(() =>
		createBattle({ ...options, warriors: stock('Imp', 'Dwarf', 'Clear') }, state),
	).toThrow('other warriors')
})

describe('a state that does not fit is refused', () => {
	const warriors = stock('Chooser', 'Vampire')
	const options = { settings, warriors, rounds: 6, seed: 31 }
	const before = createBattle(options)
	before.run(4)
	const text = JSON.stringify(before.save())

	test('whichever of its numbers was changed', () => {
		let changed = 0
		for (const { index, 0: digits } of text.matchAll(/(?<=[[:,])\d+(?=[\],}])/g)) {
			changed++
			for (const value of [Number(digits) + 1, -1, 0.5, 2_000]) {
				const other = text.slice(0, index) + value + text.slice(index + digits.length)
				if (other === text) continue
				expect(() => createBattle(options, JSON.parse(other)), other).toThrow(RangeError)
			}
		}
		expect(changed).toBeGreaterThan(20)
	})

	test('by other settings, another start, PIN or instruction', () => {
		const state = JSON.parse(text)
		expect(createBattle(options, state).done).toBe(4)
		const [first, second] = warriors as [Warrior, Warrior]
		const b = first.code.b.map((value, i) => (i === 0 ? (value + 1) % 2_000 : value))
		const others: readonly Warrior[] = [
			{ ...first, code: { ...first.code, b } },
			{ ...first, start: first.start + 1 },
			{ ...first, pin: 9 },
		]
		for (const other of others) {
			expect(() => createBattle({ ...options, warriors: [other, second] }, state)).toThrow(
				'other settings, or of warriors with other code',
			)
		}
		const longer = { ...settings, maxCycles: 4_001 }
		expect(() => createBattle({ ...options, settings: longer }, state)).toThrow('other settings')
	})

	test.each<[string, number[], string]>([
		['an index outside', [500, 1], 'from 0 to 124, not 500'],
		['an index below 0', [-1, 1], 'not -1'],
		['a value outside', [1, 2_000], 'from 0 to 1999, not 2000'],
		['half a cell', [1], 'half a cell'],
	])('P-space with %s', (_, space, message) => {
		const pspaces = { results: [0, 0], spaces: [space, []] }
		expect(() => createSimulator({ settings, warriors, pspaces })).toThrow(RangeError)
		expect(() => createSimulator({ settings, warriors, pspaces })).toThrow(message)
	})
})

test('a battle of very many rounds is saved and goes on', () => {
	const small = { coreSize: 8, maxLength: 1, maxCycles: 1, maxProcesses: 1, pspaceSize: 1 }
	const dead = assemble('dat 0', small)
	if (!dead.ok) throw new Error('A DAT assembles.')
	const options = {
		settings: small,
		warriors: [dead.warrior, dead.warrior],
		rounds: 150_001,
		seed: 1,
	}
	const first = createBattle(options)
	first.run(150_000)
	const next = createBattle(options, first.save())
	expect(next.run(5)).toHaveLength(1)
	expect(next.isOver).toBe(true)
})

describe('a round is replayed as it was', () => {
	test.each([
		['without P-space', stock('Vampire', 'Dwarf'), false],
		['with P-space', stock('Chooser', 'Vampire', 'Paper'), true],
	])('%s', (_, warriors, remembers) => {
		const whole = createBattle({ settings, warriors, rounds: 10, seed: 4_242 })
		expect(whole.remembers).toBe(remembers)
		whole.run()
		for (const { round, winner, survivors, cycles } of whole.result.rounds) {
			const replay = whole.replay(round, { trace: true })
			replay.run()
			expect([replay.winner, replay.survivors, replay.cycle]).toEqual([winner, survivors, cycles])
		}
		expect(() => whole.replay(10)).toThrow('rounds 0 to 9')
	})

	test('a later round does not need the ones before', () => {
		const long = createBattle({
			settings,
			warriors: stock('Vampire', 'Dwarf'),
			rounds: 900_000,
			seed: 1,
		})
		const replay = long.replay(899_999)
		expect(replay.positions).toEqual(long.setup(899_999).positions)
		expect(long.done).toBe(0)
	})
})

test('the starter changes every round', () => {
	const three = createBattle({ settings, warriors: stock('Imp', 'Imp', 'Imp'), rounds: 4, seed: 9 })
	expect([0, 1, 2, 3].map((round) => three.setup(round).starter)).toEqual([0, 1, 2, 0])
})

describe('P-space lasts for the battle', () => {
	/** Counts its rounds in cell 5, and dies. */
	const counter = 'ldp.ab #5, #0\nadd.ab #1, -1\nstp.b -2, #5\ndat 0'
	/** Stores the result of its last round in cell 7, and lives. */
	const result = 'ldp.ab #0, #0\nstp.b -1, #7\njmp 0'

	test('cells stay, and cell 0 tells the survivors of the last round', () => {
		const whole = createBattle({
			settings,
			warriors: [warriorOf(counter), warriorOf(result)],
			rounds: 3,
			seed: 1,
		})
		whole.run(1)
		expect(whole.save().pspaces).toEqual({
			results: [0, 1],
			spaces: [
				[5, 1],
				[7, 1_999],
			],
		})
		whole.run()
		expect(whole.save().pspaces).toEqual({
			results: [0, 1],
			spaces: [
				[5, 3],
				[7, 1],
			],
		})
	})

	test('warriors with the same PIN share it, but for cell 0', () => {
		const shared = createBattle({
			settings,
			warriors: [
				warriorOf(`pin 7\n${counter}`),
				warriorOf(`pin 7\n${result}`),
				warriorOf('pin 8\njmp 0'),
			],
			rounds: 2,
			seed: 1,
		})
		shared.run()
		expect(shared.save().pspaces).toEqual({ results: [0, 2, 2], spaces: [[5, 2, 7, 2], []] })
	})
})

test('points are shared by the survivors', () => {
	expect([1, 2, 3].map((survivors) => arenaScore(10, survivors))).toEqual([90, 45, 30])
	expect([1, 2].map((survivors) => hillScore(2, survivors))).toEqual([3, 1])
	const tied = battle({
		settings,
		warriors: stock('Imp', 'Imp'),
		rounds: 2,
		seed: 3,
		score: hillScore,
	})
	expect(tied.standings).toEqual([
		{ wins: 0, losses: 0, ties: 2, points: 2 },
		{ wins: 0, losses: 0, ties: 2, points: 2 },
	])
})

test('seeds can be reached without the ones between, and positions keep their distance', () => {
	let seed = 123
	for (let i = 0; i < 50; i++) {
		expect(seedAfter(123, i)).toBe(seed)
		const positions = positionsFor(seed, 10, resolveSettings({ coreSize: 1_100 }))
		const sorted = [...positions].sort((a, b) => a - b)
		for (const [n, one] of sorted.entries()) {
			expect((sorted[n + 1] ?? 1_100) - one).toBeGreaterThanOrEqual(100)
		}
		expect(positions[0]).toBe(0)
		seed = (seed * 16_807) % 2_147_483_647
	}
})

test('an instruction that is finished outside of the fast loop costs the same in every round', () => {
	// Its time once grew with the square of all that the process had executed: minutes for these rounds.
	const reader = warriorOf('ldp.b #0, 100\nadd #1, -1\njmp -2\n')
	const result = battle({
		warriors: [reader, reader],
		settings: { ...settings, maxCycles: 80_000 },
		rounds: 20,
		seed: 1,
	})
	expect(result.rounds).toHaveLength(20)
})
