/** The same order gives the same family tree; a warrior really becomes better; luck is not kept. */
import {
	assemble,
	createBattle,
	redcodeOf,
	STOCK_WARRIORS,
	type Warrior,
} from '@fairlead/corewar/source'
import { expect, test } from 'vitest'
import { SETTINGS } from '../rules/settings.ts'
import {
	type Bred,
	type BreedingOrder,
	type BreedingState,
	breed,
	MAX_KEPT,
	NEW_BREEDING,
} from './breed.ts'

/** Short rounds: ties cost a tenth of those of an arena. */
const settings = { ...SETTINGS.arena, maxCycles: 8_000 }
const warriorOf = (source: string): Warrior => {
	const result = assemble(source, settings)
	if (!result.ok) throw new Error(JSON.stringify(result.errors))
	return result.warrior
}
const stock = (...names: readonly string[]): Warrior[] =>
	names.map((name) => warriorOf(STOCK_WARRIORS.find((one) => one.name === name)?.source ?? ''))
/** A weak warrior: it bombs cells next to each other, and dies soon. */
const WEAK = ';name Weak\nbomb dat 0, 0\nstart mov bomb, 5\nadd #1, start\njmp start\nend start\n'
const order = (changes: Partial<BreedingOrder> = {}): BreedingOrder => ({
	settings,
	seed: 7,
	opponents: stock('Imp', 'Dwarf', 'Stone', 'Vampire'),
	maxLength: 20,
	budget: 120_000_000,
	...changes,
})

interface Evolved {
	readonly kept: readonly Bred[]
	readonly state: BreedingState
	readonly slices: number
}

/** Breeds to the end the way its object does: slices hand on nothing but JSON and sources. */
function evolved(order: BreedingOrder, first: string, instructions: number): Evolved {
	const kept: Bred[] = []
	let state = NEW_BREEDING
	for (let slices = 1; ; slices++) {
		const sources = kept.length === 0 ? [first] : kept.map(({ warrior }) => redcodeOf(warrior))
		const slice = breed(order, sources.map(warriorOf), state, instructions)
		kept.push(...slice.kept)
		state = JSON.parse(JSON.stringify(slice.state)) as BreedingState
		if (slice.isOver) return { kept, state, slices }
	}
}

/** Percent of the points in rounds that no evolution has seen. */
function measured(warrior: Warrior, { opponents }: BreedingOrder): number {
	const points = opponents.map((other) => {
		const battle = createBattle({
			warriors: [warrior, other],
			settings: { ...settings, warriors: 2, rounds: 200 },
			seed: 987_654,
		})
		battle.run()
		return battle.result.standings[0]?.points ?? 0
	})
	return points.reduce((all, one) => all + one, 0) / (4 * opponents.length)
}

test('a weak warrior becomes better against stock warriors, also in rounds that it was not bred in', () => {
	const whole = order()
	const { kept, state } = evolved(whole, WEAK, whole.budget)
	expect(state.spent).toBeLessThan(whole.budget + 20_000_000)
	const best = kept.reduce((best, one) => (one.score > best.score ? one : best))
	expect(best.generation).toBeGreaterThan(0)
	expect(best.warrior.name).toBe(`Weak g${best.generation}`)
	const [before, after] = [measured(warriorOf(WEAK), whole), measured(best.warrior, whole)]
	expect(after).toBeGreaterThan(before + 3)
	for (const { parent, parentScore, score, generation, warrior } of kept.slice(1)) {
		const ancestor = kept[parent ?? -1]
		expect(generation).toBe((ancestor?.generation ?? -1) + 1)
		expect(score).toBeGreaterThan(parentScore ?? 100)
		// Luck was not kept.
		const lead = measured(warrior, whole) - measured(ancestor?.warrior ?? warrior, whole)
		expect(lead).toBeGreaterThan(-1)
	}
}, 120_000)

test('the tree is the same in one slice and in many', () => {
	const short = order({ budget: 30_000_000 })
	const [whole, cut] = [evolved(short, WEAK, short.budget), evolved(short, WEAK, 700_000)]
	expect(cut.slices).toBeGreaterThan(20)
	expect(cut.kept.length).toBeGreaterThan(1)
	expect(cut.kept.map(told)).toEqual(whole.kept.map(told))
	expect(cut.state).toEqual(whole.state)
	const other = evolved({ ...short, seed: 8 }, WEAK, short.budget)
	expect(other.kept.map(told)).not.toEqual(whole.kept.map(told))
}, 120_000)

const told = ({ warrior, ...bred }: Bred) => ({ ...bred, source: redcodeOf(warrior) })

test('an evolution ends when its warrior wins every point, and when its tree is full', () => {
	const easy = order({ opponents: [warriorOf('dat 0, 0\n')] })
	const { kept, state } = evolved(easy, 'jmp 0\n', easy.budget)
	expect(kept).toHaveLength(1)
	expect(kept[0]?.score).toBe(100)
	expect(state.tried).toBe(0)
	const full = { ...NEW_BREEDING, kept: MAX_KEPT }
	expect(breed(easy, [warriorOf('jmp 0\n')], full, 1).isOver).toBe(true)
})

test('a warrior that wins every point of its first lap by luck is bred on', () => {
	// Chance decides each round between equals, so one of them often wins all four.
	const [dwarf] = stock('Dwarf')
	const ended = Array.from({ length: 40 }, (_, i) => {
		const equal = order({ opponents: stock('Dwarf'), seed: i + 1 })
		return breed(equal, [dwarf as Warrior], NEW_BREEDING, 3_000_000)
	})
	expect(ended.map(({ isOver }) => isOver)).not.toContain(true)
	const lucky = ended.filter(({ state }) => state.screens[0]?.[0] === 8)
	expect(lucky.length).toBeGreaterThan(0)
}, 120_000)
