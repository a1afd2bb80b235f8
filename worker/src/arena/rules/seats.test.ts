import { assemble } from '@fairlead/corewar/source'
import { expect, test } from 'vitest'
import { type Candidate, STOCK_BOTS, takeSeats } from './seats.ts'
import { SETTINGS } from './settings.ts'

const human = (playerId: number, redcode = 'mov 0, 1'): Candidate => ({
	playerId,
	name: `Human ${playerId}`,
	warriorName: 'Imp',
	model: null,
	redcode,
})
const names = (seats: readonly { name: string }[]) => seats.map(({ name }) => name)

test('a lone starter meets the five bots, nine of them in a cycle with names of their own', () => {
	const { seats } = takeSeats(human(1), [])
	expect(names(seats)).toEqual([
		'Human 1',
		'Dwarf',
		'Stone',
		'Paper',
		'Scanner',
		'Clear',
		'Dwarf 2',
		'Stone 2',
		'Paper 2',
		'Scanner 2',
	])
	expect(seats.slice(1).every(({ playerId }) => playerId === null)).toBe(true)
})

test('up to nine join in their order; more wait for the next arena', () => {
	const many = Array.from({ length: 12 }, (_, i) => human(i + 2))
	const { seats } = takeSeats(human(1), many)
	expect(seats.map(({ playerId }) => playerId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test('a warrior that does not assemble is left out with its line, and its seat goes to the next one', () => {
	const broken = human(2, 'mov 0, 1\njmp nowhere')
	const long = human(3, 'nop 0\n'.repeat(101))
	const { seats, leftOut } = takeSeats(human(1), [broken, long, human(4)])
	expect(seats.slice(0, 2).map(({ playerId }) => playerId)).toEqual([1, 4])
	expect(leftOut.map(({ playerId }) => playerId)).toEqual([2, 3])
	// Nothing of the source: it would stay when its author has left.
	expect(leftOut[0]?.reason).toBe('Line 2 no longer assembles.')
})

test('each stock bot assembles under the settings of both ladders', () => {
	for (const { source } of STOCK_BOTS) {
		for (const settings of Object.values(SETTINGS)) expect(assemble(source, settings).ok).toBe(true)
	}
})
