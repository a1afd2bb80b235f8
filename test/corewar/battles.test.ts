import { availableParallelism } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assemble, battle, resolveSettings, type Warrior } from '../../corewar/src/index.ts'
import { volume } from '../volume.ts'
import { Dice } from './dice.ts'
import { Oracle } from './oracle.ts'
import { plainWarrior } from './sources.ts'

const PAIRS = volume(10_000)
const CORES = [60, 100, 128, 257, 500, 800, 1_000, 8_000, 8_192, 25_200]

let oracle: Oracle
beforeAll(async () => {
	oracle = await Oracle.open()
})
afterAll(() => oracle.close())

function warriorOf(source: string, settings: Parameters<typeof assemble>[1]): Warrior {
	const result = assemble(source, settings)
	if (!result.ok) throw new Error(`${JSON.stringify(result.errors)}\n${source}`)
	return result.warrior
}

/** Rounds by their end: the first won, the second won, neither. */
type Seen = [number, number, number]

/** One fight of several rounds, with settings by dice; the number of a pair says everything about it. */
async function compare(pair: number, seen: Seen): Promise<void> {
	const dice = new Dice(pair * 7_919 + 1)
	const coreSize = dice.pick(CORES)
	const maxLength = 1 + dice.roll(Math.min(25, coreSize >> 2))
	const minDistance = maxLength + dice.roll((coreSize >> 1) - maxLength)
	const settings = resolveSettings({
		coreSize,
		maxLength,
		minDistance,
		maxCycles: 1 + dice.roll(3_000),
		maxProcesses: dice.pick([1, 2, 7, 64, 1_000]),
		rounds: 1 + dice.roll(5),
		...(dice.roll(2) === 0 ? { pspaceSize: 1 + dice.roll(coreSize) } : {}),
	})
	const source = (): string => plainWarrior(dice, 1 + dice.roll(maxLength), coreSize)
	const sources = [source(), source()] as const
	// The position of the second warrior in the first round; its later ones follow from it.
	const seed = 1 + dice.roll(Math.max(1, coreSize - 2 * minDistance))
	const theirs = await oracle.fight(sources, settings, minDistance + seed, `pair-${pair % 16}`)
	const warriors = sources.map((one) => warriorOf(one, settings))
	const { standings } = battle({ settings, warriors, rounds: settings.rounds, seed })
	const [first, second] = standings
	expect([first?.wins, second?.wins, first?.ties], `pair ${pair}`).toEqual(theirs)
	for (const n of [0, 1, 2] as const) seen[n] += theirs[n]
}

test(`${PAIRS.toLocaleString('en-US')} pairs by dice end as they do in pMARS, whatever the settings`, async () => {
	const seen: Seen = [0, 0, 0]
	let next = 0
	const work = async (): Promise<void> => {
		while (next < PAIRS) await compare(next++, seen)
	}
	// All of them end before the files go away, also if one fails.
	const ended = await Promise.allSettled(Array.from({ length: availableParallelism() + 1 }, work))
	for (const one of ended) if (one.status === 'rejected') throw one.reason
	// Fights that all end alike would compare nothing.
	for (const count of seen) expect(count).toBeGreaterThan(PAIRS / 50)
})
