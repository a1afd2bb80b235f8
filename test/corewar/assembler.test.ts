import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assemble, type Settings, STOCK_WARRIORS } from '../../corewar/src/index.ts'
import { volume } from '../volume.ts'
import { Dice } from './dice.ts'
import { listed, Oracle, pmarsOrThrow } from './oracle.ts'
import { hostileSource, plainWarrior, richSource } from './sources.ts'

/** pMARS takes 36 at once. */
const BATCH = 30
const BATCHES = 40
const HOSTILE = volume(10_000)

let oracle: Oracle
beforeAll(async () => {
	oracle = await Oracle.open()
})
afterAll(() => oracle.close())

function ours(source: string, settings: Partial<Settings> = {}): readonly string[] {
	const result = assemble(source, settings)
	if (!result.ok) throw new Error(`${JSON.stringify(result.errors)}\n${source}`)
	return listed(result.warrior)
}

describe('the load file is the one that pMARS writes', () => {
	test('of its example warriors', async (context) => {
		const { examples } = await pmarsOrThrow()
		if (examples === null) return context.skip('FAIRLEAD_PMARS names a program without examples')
		const names = (await readdir(examples)).filter((name) => name.endsWith('.red')).sort()
		expect(names.length).toBeGreaterThanOrEqual(5)
		for (const name of names) {
			const source = await readFile(join(examples, name), 'utf8')
			// One of them asks for more than one round, and a round of one cycle is soon over.
			const [theirs] = await oracle.assemble([source], ['-r', '20', '-c', '1'])
			expect(ours(source, { rounds: 20, maxCycles: 1, warriors: 1 }), name).toEqual(theirs)
		}
	})

	test('of the stock warriors', async () => {
		const sources = STOCK_WARRIORS.map(({ source }) => source)
		expect(sources.map((source) => ours(source))).toEqual(
			await oracle.assemble(sources, ['-r', '0']),
		)
	})

	test.each([
		['plain instructions', (dice: Dice) => plainWarrior(dice, 1 + dice.roll(40), 8_000)],
		['labels, texts, loops and expressions', richSource],
	])('of generated sources: %s', async (_, make) => {
		const dice = new Dice(20_261_125)
		for (let batch = 0; batch < BATCHES; batch++) {
			const sources = dice.times(BATCH, () => make(dice))
			const theirs = await oracle.assemble(sources, ['-r', '0', '-l', '200', '-d', '200'])
			expect(theirs).toHaveLength(BATCH)
			for (const [i, source] of sources.entries()) {
				const settings = { maxLength: 200, minDistance: 200, warriors: BATCH }
				expect(ours(source, settings), source).toEqual(theirs[i])
			}
		}
	})
})

test(`${HOSTILE.toLocaleString('en-US')} hostile sources end: with an error that has a place, or with a warrior within bounds`, () => {
	const dice = new Dice(66)
	let refused = 0
	for (let i = 0; i < HOSTILE; i++) {
		const result = assemble(hostileSource(dice))
		if (result.ok) {
			expect(result.warrior.lines.length).toBeLessThanOrEqual(100)
			continue
		}
		refused++
		expect(result.errors.length).toBeGreaterThan(0)
		expect(result.errors.length).toBeLessThanOrEqual(100)
		expect(result.errors.every(({ line, column }) => line > 0 && column > 0)).toBe(true)
	}
	expect(refused).toBeGreaterThan(HOSTILE / 2)
})
