/**
 * Compilers of JavaScript guess from what a function has done so far, and begin again when it does something new.
 * An opcode that first appears in the middle of a battle would cost more than the whole round. So every kind of
 * instruction is executed a few times before the first battle, which takes about two milliseconds.
 */

import { MODES, MODIFIERS, OPCODES, packWord } from '../opcodes.ts'
import { resolveSettings } from '../settings.ts'
import type { Warrior } from '../warrior.ts'
import { Machine } from './machine.ts'
import { run } from './run.ts'

const KINDS = OPCODES.length * MODIFIERS.length
/** Each kind with as many pairs of modes. */
const VARIANTS = 8
const CYCLES = 12_000

let isWarm = false

/** Does its work once per program. */
export function warmUp(): void {
	if (isWarm) return
	isWarm = true
	const coreSize = KINDS * VARIANTS
	const maxProcesses = coreSize
	const settings = resolveSettings({ coreSize, maxProcesses, maxLength: 1, maxCycles: CYCLES })
	const machine = new Machine(settings, [idle, idle])
	machine.load([0, 0], 0)
	const { memory } = machine
	for (let cell = 0; cell < coreSize; cell++) {
		const kind = Math.floor(cell / VARIANTS)
		const aMode = cell % MODES.length
		const bMode = (cell * 3 + kind) % MODES.length
		const opcode = Math.floor(kind / MODIFIERS.length)
		memory[4 * cell] = (cell * 7) % 23
		memory[4 * cell + 1] = (cell * 5) % 19
		memory[4 * cell + 2] = packWord(opcode, kind % MODIFIERS.length, aMode, bMode)
		// Both warriors have a process at every cell.
		for (const w of [0, 1]) memory[machine.ringsAt + (w << machine.ringShift) + cell] = cell
	}
	for (const w of [0, 1]) memory[machine.countsAt + w] = coreSize
	run(machine, CYCLES)
}

const idle: Warrior = {
	name: '',
	author: '',
	strategy: '',
	coreSize: KINDS * VARIANTS,
	code: { words: new Uint16Array(1), a: new Int32Array(1), b: new Int32Array(1) },
	start: 0,
	pin: null,
	labels: new Map(),
	lines: new Int32Array(1),
}
