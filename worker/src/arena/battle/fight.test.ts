import { battle, ENGINE_VERSION } from '@fairlead/corewar/source'
import { expect, test } from 'vitest'
import { SETTINGS } from '../rules/settings.ts'
import { type BattleOrder, fight, ImpossibleBattle, warriorsOf } from './fight.ts'

const DWARF = 'bomb dat #0, #0\nloop add.ab #4, bomb\nmov.i bomb, @bomb\njmp loop\nend loop\n'
const CHOOSER = 'ldp.ab #0, 2\njmz 2, 1\njmp 0\ndat #0, #0\n'
const settings = { ...SETTINGS['1v1'], rounds: 12, maxCycles: 5_000 }
const order: BattleOrder = { settings, seed: 99, warriors: warriorsOf([DWARF, CHOOSER], settings) }
test('a battle in slices, its state sent through JSON, has the rounds of a battle at once', () => {
	const whole = battle(order)
	let slice = fight(order, undefined, 1)
	let slices = 1
	while (!slice.isOver) {
		expect(slice.done).toBe(slices)
		slice = fight(order, JSON.parse(JSON.stringify(slice.state)), 1)
		slices++
	}
	expect(slices).toBe(12)
	expect(slice.rounds).toEqual(whole.rounds)
})

test('a slice ends after the round in which its instructions are used up', () => {
	const { done } = fight(
		{ ...order, warriors: warriorsOf(['jmp 0', 'jmp 0'], settings) },
		undefined,
		25_000,
	)
	// 2 × 5,000 instructions in each round.
	expect(done).toBe(3)
})

test('a state of another engine is dropped: no battle mixes two', () => {
	const { state } = fight(order, undefined, 1)
	expect(fight(order, { ...state, engineVersion: ENGINE_VERSION + 1 }, 1).done).toBe(1)
	expect(() => fight(order, { ...state, seed: 1 }, 1)).toThrow(RangeError)
})

test('a warrior that does not assemble makes the battle impossible; the text has its line, and nothing of its source', () => {
	const broken = () => warriorsOf([DWARF, 'mov 0, 1\njmp nowhere'], settings)
	expect(broken).toThrow(ImpossibleBattle)
	expect(broken).toThrow('The warrior in slot 1 no longer assembles: see its line 2.')
})
