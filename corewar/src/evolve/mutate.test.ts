import { expect, test } from 'vitest'
import { assemble } from '../assembler/assembler.ts'
import { disassemble } from '../assembler/disassemble.ts'
import { battle } from '../simulator/battle.ts'
import { MAX_SEED, nextSeed } from '../simulator/random.ts'
import { STOCK_WARRIORS } from '../stock-warriors.ts'
import type { Warrior } from '../warrior.ts'
import { mutate } from './mutate.ts'
import { generationOf, nameOfGeneration, redcodeOf } from './redcode.ts'

const SETTINGS = { coreSize: 8_000, maxLength: 30, maxCycles: 2_000 }
/** Lineages of so many generations, from each stock warrior: mutations pile up, as they do in breeding. */
const GENERATIONS = 500

const assembled = (source: string): Warrior => {
	const result = assemble(source, SETTINGS)
	if (!result.ok) throw new Error(`${JSON.stringify(result.errors[0])} in\n${source}`)
	return result.warrior
}
const stock = (name: string): Warrior =>
	assembled(STOCK_WARRIORS.find((one) => one.name === name)?.source ?? '')

function* lineage(
	first: Warrior,
	seed: number,
	maxLength = SETTINGS.maxLength,
): Generator<Warrior> {
	let warrior = first
	for (let i = 0, at = seed; i < GENERATIONS; i++, at = nextSeed(at)) {
		warrior = mutate(warrior, at, maxLength)
		yield warrior
	}
}

test.each(STOCK_WARRIORS.map(({ name }) => name))(
	'%s still assembles to the same code after hundreds of mutations, within its limits',
	(name) => {
		for (const child of lineage(stock(name), 7)) {
			const { length } = child.code.words
			expect(length).toBeGreaterThanOrEqual(1)
			expect(length).toBeLessThanOrEqual(SETTINGS.maxLength)
			expect(child.start).toBeLessThan(length)
			const again = assembled(redcodeOf(child))
			expect(again.code).toEqual(child.code)
			expect(again.start).toBe(child.start)
		}
	},
)

test('offspring of any kind can fight', () => {
	const imp = stock('Imp')
	for (const name of ['Stone', 'Chooser', 'Imp']) {
		for (const child of lineage(stock(name), 99)) {
			battle({ warriors: [child, imp], settings: { ...SETTINGS, maxCycles: 50 }, seed: 1 })
		}
	}
})

test('the same seed gives the same lineage, and another seed another one', () => {
	const texts = (seed: number) => [...lineage(stock('Dwarf'), seed)].map((one) => redcodeOf(one))
	expect(texts(3)).toEqual(texts(3))
	expect(texts(4)).not.toEqual(texts(3))
})

test('a child always differs from its parent, at either end of the seeds and with one instruction', () => {
	const imp = stock('Imp')
	for (const seed of [1, 2, 3, MAX_SEED - 1, MAX_SEED]) {
		const child = mutate(imp, seed, 1)
		expect(child.code.words).toHaveLength(1)
		expect(disassemble(child, 8_000)).not.toBe(disassemble(imp, 8_000))
	}
})

test('instructions that are moved still point to each other', () => {
	const parent = assembled('jmp last\nlast mov 0, 1\n')
	let inserted = 0
	for (let seed = 1; seed <= 2_000; seed++) {
		const { code } = mutate(parent, seed, 3)
		// One more between the two, and nothing else.
		if (code.words.length !== 3 || code.words[2] !== parent.code.words[1]) continue
		if (code.words[0] !== parent.code.words[0] || code.b[2] !== 1 || code.a[2] !== 0) continue
		if (code.a[0] === 2) inserted++
	}
	expect(inserted).toBeGreaterThan(20)
})

test('all kinds of change happen', () => {
	const parent = stock('Stone')
	const lengths = new Set<number>()
	let [moved, sameLength] = [0, 0]
	for (let seed = 1; seed <= 500; seed++) {
		const child = mutate(parent, seed, 30)
		lengths.add(child.code.words.length - parent.code.words.length)
		if (child.start !== parent.start) moved++
		if (child.code.words.length === parent.code.words.length) sameLength++
	}
	expect([...lengths]).toEqual(expect.arrayContaining([-1, 0, 1]))
	expect(moved).toBeGreaterThan(0)
	expect(sameLength).toBeGreaterThan(250)
})

test('a warrior is written with its name, author and PIN', () => {
	const first = assembled(';name My warrior\n;author Ada Lovelace\nmov 0, 1\nPIN 12\n')
	const second = { ...mutate(first, 5, 30), name: nameOfGeneration(first, generationOf(first) + 1) }
	const again = assembled(redcodeOf(second))
	expect(again).toMatchObject({ name: 'My warrior g1', author: 'Ada Lovelace', pin: 12 })
	expect(generationOf(again)).toBe(1)
	expect(nameOfGeneration(again, 2)).toBe('My warrior g2')
	const long = { ...first, name: 'x'.repeat(200) }
	expect(nameOfGeneration(long, 1_000)).toHaveLength(200)
	expect(generationOf({ name: nameOfGeneration(long, 1_000) })).toBe(1_000)
})

test('a parent that is too long and a seed that is not one are refused', () => {
	expect(() => mutate(stock('Stone'), 1, 3)).toThrow('more than 3')
	expect(() => mutate(stock('Stone'), 0, 30)).toThrow(RangeError)
})
