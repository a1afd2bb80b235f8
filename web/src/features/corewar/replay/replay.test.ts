/** A replay shows the battle as it was fought. */
import { STOCK_WARRIORS } from '@fairlead/corewar/source'
import { expect, test } from 'vitest'
import { volume } from '../../../../../test/volume.ts'
import { fight, Refused } from '../battle/fight.ts'
import type { BattleSetup } from '../battle/setup.ts'
import { EMPTY, warriorOf } from './palette.ts'
import { Replay } from './replay.ts'

const BATTLES = volume(1_000)
/** One round and a half of each, twice, beside other work. */
const PATIENCE_MS = 180_000

const setupOf = (seed: number, over: Partial<BattleSetup> = {}): BattleSetup => {
	const first = seed % STOCK_WARRIORS.length
	const second = Math.floor(seed / 9) % STOCK_WARRIORS.length
	const warriors = [first, second, ...(seed % 3 === 0 ? [(first + 1) % 9] : [])]
	return {
		engineVersion: 1,
		settings: {
			coreSize: 800,
			maxCycles: 600,
			maxProcesses: 40,
			maxLength: 25,
			minDistance: 25,
		},
		rounds: 1 + (seed % 2),
		seed,
		warriors: warriors
			.map((one) => ({ ...STOCK_WARRIORS[one]! }))
			.map(({ name, source }) => ({ name, source })),
		...over,
	}
}
const resultsOf = (setup: BattleSetup) =>
	[...fight(setup, 0, () => 0)].flatMap(({ rounds }) => rounds)

test(
	`the winner of each replayed round is that of the table, over ${BATTLES} battles`,
	() => {
		let decided = 0
		for (let seed = 1; seed <= BATTLES; seed++) {
			const setup = setupOf(seed)
			for (const { round, winner, survivors, cycles } of resultsOf(setup)) {
				const replay = new Replay(setup, round)
				replay.move({ kind: 'cycle', cycle: replay.opened.end })
				expect(replay.opened).toMatchObject({ winner, survivors, cycles })
				expect(replay.frame.isOver).toBe(true)
				const left = setup.warriors.flatMap((_, w) => (replay.frame.deaths.includes(w) ? [] : [w]))
				expect(left).toEqual(survivors)
				if (winner !== null) decided++
			}
		}
		expect(decided).toBeGreaterThan(0.3 * BATTLES)
	},
	PATIENCE_MS,
)

test('seeking back and forward shows the same picture as playing on', () => {
	const setup = setupOf(4, { rounds: 1 })
	const played = new Replay(setup, 0)
	const sought = new Replay(setup, 0)
	for (const cycle of [500, 3, 250, 251, 0, 600]) {
		sought.move({ kind: 'cycle', cycle })
		played.move({ kind: 'cycle', cycle: 0 })
		played.move({ kind: 'on', cycles: cycle })
		expect(sought.frame).toEqual(played.frame)
	}
})

test('a step executes one instruction, and the next frame says where', () => {
	const replay = new Replay(setupOf(1), 0)
	const { looks, turn } = replay.frame
	replay.move({ kind: 'step' })
	const { executed, turn: next } = replay.frame
	expect(executed).not.toBeNull()
	expect(warriorOf(looks[executed!]!)).toBe(turn)
	expect(next).not.toBe(turn)
	expect(replay.cell(executed!)).toMatchObject({ owner: turn, touched: 1, isExecuted: true })
})

test('the frame has a colour for each of 25,200 cells, the last among them', () => {
	const settings = {
		coreSize: 25_200,
		maxCycles: 30_000,
		maxProcesses: 800,
		maxLength: 100,
		minDistance: 100,
	}
	const [imp] = STOCK_WARRIORS
	const warriors = [imp!, imp!].map(({ name, source }) => ({ name, source }))
	const replay = new Replay(setupOf(1, { settings, warriors }), 0)
	replay.move({ kind: 'cycle', cycle: 30_000 })
	const { looks, owned } = replay.frame
	expect(looks).toHaveLength(25_200)
	expect(looks[25_199]).not.toBe(EMPTY)
	expect(looks.filter((look) => look !== EMPTY)).toHaveLength(owned[0]! + owned[1]!)
})

test('a battle that cannot be fought is refused in a sentence', () => {
	const bad = setupOf(1, {
		warriors: [
			{ name: 'A', source: 'mov' },
			{ name: 'B', source: 'x y z' },
		],
	})
	expect(() => new Replay(bad, 0)).toThrow(Refused)
	expect(() => new Replay(setupOf(1), 99)).toThrow(/rounds 0 to/)
	const settings = { ...setupOf(1).settings, minDistance: 800 }
	expect(() => new Replay({ ...setupOf(1), settings }, 0)).toThrow(Refused)
})
