import { expect, test } from 'vitest'
import { MODES, MODIFIERS, OPCODES, packWord } from '../opcodes.ts'
import { resolveSettings, type Settings } from '../settings.ts'
import type { Warrior } from '../warrior.ts'
import { runFast } from './fast.ts'
import { Machine } from './machine.ts'
import { run } from './run.ts'
import { step } from './step.ts'

/** 1,500 machines take 17 to 28 s beside other suites. */
const MANY_MS = 180_000

/** Numbers that are the same in every run of the tests. */
function dice(seed: number): (below: number) => number {
	let state = seed
	return (below) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
		return Math.floor((state / 2 ** 32) * below)
	}
}

function randomWarrior(roll: (below: number) => number, length: number, coreSize: number): Warrior {
	const code = {
		words: new Uint16Array(length),
		a: new Int32Array(length),
		b: new Int32Array(length),
	}
	for (let i = 0; i < length; i++) {
		code.words[i] = packWord(
			roll(OPCODES.length),
			roll(MODIFIERS.length),
			roll(8),
			roll(MODES.length),
		)
		code.a[i] = roll(2) === 0 ? roll(coreSize) : (roll(9) + coreSize - 4) % coreSize
		code.b[i] = roll(2) === 0 ? roll(coreSize) : (roll(9) + coreSize - 4) % coreSize
	}
	const pin = roll(3) === 0 ? 1 : null
	const names = { name: '', author: '', strategy: '', coreSize }
	return {
		...names,
		code,
		start: roll(length),
		pin,
		labels: new Map(),
		lines: new Int32Array(length),
	}
}

const machineOf = (settings: Settings, warriors: readonly Warrior[]): Machine => {
	const machine = new Machine(settings, warriors)
	machine.load(
		warriors.map((_, w) => Math.floor((settings.coreSize / warriors.length) * w)),
		1 % warriors.length,
	)
	return machine
}

const stateOf = (machine: Machine) => ({
	cells: machine.memory.slice(0, machine.headsAt),
	processes: machine.warriors.map((_, w) => machine.processes(w)),
	deaths: [...machine.deaths],
	pspaces: machine.pspaces.save(),
	cycle: machine.cycle,
	turn: machine.turn,
	alive: machine.alive,
})

test(
	'many cycles at once do what one instruction after another does, for every kind of instruction',
	() => {
		for (let seed = 1; seed <= 1_500; seed++) {
			const roll = dice(seed)
			const coreSize = 20 + roll(400)
			const length = 1 + roll(Math.min(12, coreSize >> 2))
			const settings = resolveSettings({
				coreSize,
				maxLength: length,
				maxProcesses: 1 + roll(40),
				maxCycles: 400,
				pspaceSize: 1 + roll(coreSize),
			})
			const warriors = Array.from({ length: 1 + roll(4) }, () =>
				randomWarrior(roll, length, coreSize),
			)
			const slow = machineOf(settings, warriors)
			const fast = machineOf(settings, warriors)
			while (!slow.isOver) step(slow)
			while (!fast.isOver) run(fast, 1 + roll(100))
			expect(stateOf(fast), `seed ${seed}`).toEqual(stateOf(slow))
		}
	},
	MANY_MS,
)

test.each([2, 3])('many cycles do the same in a core of %d cells', (coreSize) => {
	for (let seed = 1; seed <= 500; seed++) {
		const roll = dice(seed)
		const settings = resolveSettings({
			coreSize,
			maxLength: 1,
			maxProcesses: 1 + roll(5),
			maxCycles: 60,
		})
		const warriors = Array.from({ length: 1 + roll(2) }, () => randomWarrior(roll, 1, coreSize))
		for (const { code } of warriors) {
			for (const field of [code.a, code.b]) field[0] = roll(coreSize)
		}
		const slow = machineOf(settings, warriors)
		const fast = machineOf(settings, warriors)
		// Every cell has an instruction.
		const words = Array.from({ length: coreSize }, () =>
			packWord(roll(19), roll(7), roll(8), roll(8)),
		)
		for (const machine of [slow, fast]) {
			for (const [i, word] of words.entries()) machine.memory[4 * i + 2] = word
		}
		while (!slow.isOver) step(slow)
		while (!fast.isOver) run(fast, 7)
		expect(stateOf(fast), `seed ${seed}`).toEqual(stateOf(slow))
	}
})

test('a round goes on from the middle of a cycle', () => {
	const roll = dice(7)
	const settings = resolveSettings({ coreSize: 300, maxLength: 10, maxCycles: 90 })
	const warriors = Array.from({ length: 3 }, () => randomWarrior(roll, 10, 300))
	const whole = machineOf(settings, warriors)
	const parted = machineOf(settings, warriors)
	run(whole, 90)
	step(parted)
	run(parted, 90)
	expect(stateOf(parted)).toEqual(stateOf(whole))
})

test('limits of reading and writing keep an instruction near', () => {
	const word = packWord(OPCODES.indexOf('MOV'), MODIFIERS.indexOf('I'), 1, 1)
	const warrior = (a: number, b: number): Warrior => ({
		...randomWarrior(dice(1), 1, 100),
		code: { words: Uint16Array.of(word), a: Int32Array.of(a), b: Int32Array.of(b) },
		start: 0,
	})
	const limits = { coreSize: 100, maxLength: 1, maxCycles: 1, readLimit: 20, writeLimit: 10 }
	const machine = machineOf(resolveSettings(limits), [warrior(15, 7)])
	machine.memory[4 * 95] = 42
	run(machine, 1)
	// 15 is 5 cells back for reading, 7 is 3 cells back for writing.
	expect(machine.memory[4 * 97]).toBe(42)
	expect(machine.memory[4 * 7]).toBe(0)
})

test('the fast way leaves only whole cycles behind, and allocates no process it may not', () => {
	const spl = packWord(OPCODES.indexOf('SPL'), 1, 0, 0)
	const warrior: Warrior = {
		...randomWarrior(dice(1), 1, 50),
		code: {
			words: new Uint16Array(50).fill(spl),
			a: new Int32Array(50),
			b: new Int32Array(50),
		},
		start: 0,
	}
	const machine = machineOf(
		resolveSettings({ coreSize: 50, maxLength: 50, maxProcesses: 5, maxCycles: 9 }),
		[warrior],
	)
	expect(runFast(machine, 9)).toBeNull()
	expect([machine.cycle, machine.turn, machine.count(0)]).toEqual([9, 0, 5])
})

test('an immediate B-operand is the instruction as it was fetched, whatever its A-operand did to it', () => {
	const jmn = packWord(OPCODES.indexOf('JMN'), MODIFIERS.indexOf('BA'), MODES.indexOf('{'), 0)
	const warrior: Warrior = {
		...randomWarrior(dice(1), 1, 50),
		code: { words: Uint16Array.of(jmn), a: Int32Array.of(0), b: Int32Array.of(2) },
		start: 0,
	}
	for (const go of [step, (machine: Machine) => run(machine, 1)]) {
		const machine = machineOf(resolveSettings({ coreSize: 50, maxLength: 1 }), [warrior])
		go(machine)
		// The A-field was 0 when the instruction was fetched, so it does not jump.
		expect([machine.memory[0], ...machine.processes(0)]).toEqual([49, 1])
	}
})
