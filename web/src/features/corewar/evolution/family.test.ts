import type { EvolvedWarrior } from '@fairlead/protocol/arena/evolutions'
import { expect, test } from 'vitest'
import { type Branch, familyOf, gainOf, percent, pictureOf } from './family.ts'

/** The generation is that of the parent and one more; ids are their places. */
function tree(...rows: readonly (readonly [parent: number | null, score: number])[]) {
	const warriors: EvolvedWarrior[] = []
	for (const [parent, score] of rows) {
		const before = parent === null ? undefined : warriors[parent]
		const id = warriors.length
		const generation = before ? before.generation + 1 : 0
		const parentScore = before ? before.score : null
		const text = { name: `W g${generation}`, redcode: `dat 0, ${id}\n` }
		warriors.push({ ...text, id, parent, generation, score, parentScore, at: id })
	}
	return warriors
}

/** `[0, [1], 2]`: 2 goes on where 1 branches off from 0. */
const shape = (branch: Branch): unknown[] =>
	branch.flatMap(({ warrior, branches }) => [warrior.id, ...branches.map(shape)])

test('an evolution whose first warrior has not fought yet has no family tree', () => {
	expect(familyOf([])).toBeNull()
})

test('the trunk leads to the best warrior, past its own offspring that are worse; others branch off', () => {
	const family = familyOf(
		tree([null, 50], [0, 55], [0, 52], [1, 54], [2, 60], [4, 58], [4, 59], [1, 56]),
	)
	expect(family?.best.id).toBe(4)
	expect(family && shape(family.trunk)).toEqual([0, [1, [3], 7], 2, 4, [5], 6])
	expect([...(family?.descent ?? [])]).toEqual([0, 2, 4])
})

test('the older of two that score the same is the best, as the agent tells it', () => {
	const family = familyOf(tree([null, 50], [0, 60], [1, 60], [0, 60]))
	expect(family?.best.id).toBe(1)
	expect(family && shape(family.trunk)).toEqual([0, [3], 1, 2])
})

test('every warrior of a tree of a hundred is drawn once, and within the picture', () => {
	let seed = 7
	const dice = (sides: number) => {
		seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
		return seed % sides
	}
	const rows = Array.from({ length: 100 }, (_, id): [number | null, number] => [
		id === 0 ? null : dice(id),
		dice(1_000) / 10,
	])
	const warriors = tree(...rows)
	const family = familyOf(warriors)
	const ids = (family ? shape(family.trunk) : []).flat(100) as number[]
	expect(ids.toSorted((a, b) => a - b)).toEqual(warriors.map(({ id }) => id))
	expect(Math.max(...warriors.map(({ score }) => score))).toBe(family?.best.score)
	for (const { x, y } of pictureOf(warriors).spots) {
		expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
		expect(Math.max(x, y)).toBeLessThanOrEqual(1)
	}
})

test('generations go from left to right and scores from the bottom up, also where all are the same', () => {
	const picture = pictureOf(tree([null, 40], [0, 60], [1, 50]))
	expect(picture.spots.map(({ x, y }) => [x, y])).toEqual([
		[0, 1],
		[0.5, 0],
		[1, 0.5],
	])
	expect(picture).toMatchObject({ generations: [0, 2], scores: [40, 60] })
	expect(pictureOf(tree([null, 40])).spots[0]).toMatchObject({ x: 0, y: 1 })
})

test('scores and gains read as figures', () => {
	const [first, next] = tree([null, 55.555], [0, 58])
	expect(percent(58)).toBe('58.0 %')
	expect(first && gainOf(first)).toBeNull()
	expect(next && gainOf(next)).toBe('+2.4')
})
