/**
 * One instruction by the letter of the ICWS'94 draft, with limits of reading and writing, and with an account of
 * what it did. `fast.ts` is the same for many instructions at once.
 */

import { aModeOf, bModeOf, MODE, MODIFIER, modifierOf, OP, opcodeOf } from '../opcodes.ts'
import type { Machine } from './machine.ts'

/** The effect of a step; `step` writes over it, so that nothing is allocated. */
export interface Trace {
	/** The warrior that had the turn. */
	warrior: number
	/** The executed cell. */
	address: number
	/** The cells that were written, the first `writeCount` entries: the ones counted down or up, then the target. */
	readonly writes: Int32Array
	writeCount: number
	/** The process ended. */
	ended: boolean
	/** The warrior has no process left. */
	died: boolean
}

const MAX_WRITES = 4

export const newTrace = (): Trace => ({
	warrior: 0,
	address: 0,
	writes: new Int32Array(MAX_WRITES),
	writeCount: 0,
	ended: false,
	died: false,
})

/** An operand once evaluated. */
interface Operand {
	/** The addresses of reading and of writing; the same without limits. */
	read: number
	write: number
	/** The fields of the instruction at `read`, as they were then. */
	a: number
	b: number
}

/** An instruction with both operands evaluated. */
export interface Evaluated {
	word: number
	/** The address behind it. */
	next: number
	readonly a: Operand
	readonly b: Operand
}

export const newEvaluated = (): Evaluated => ({
	word: 0,
	next: 0,
	a: { read: 0, write: 0, a: 0, b: 0 },
	b: { read: 0, write: 0, a: 0, b: 0 },
})

const current = newEvaluated()
const unseen = newTrace()

/** Gives the warrior whose turn it is one instruction. The round must not be over. */
export function step(machine: Machine, trace: Trace = unseen): void {
	const { memory, headsAt, ringMask } = machine
	const warrior = memory[machine.orderAt + machine.turn] ?? 0
	const head = memory[headsAt + warrior] ?? 0
	const pc = memory[machine.ringsAt + (warrior << machine.ringShift) + head] ?? 0
	memory[headsAt + warrior] = (head + 1) & ringMask
	trace.address = pc
	trace.writeCount = 0

	const word = memory[4 * pc + 2] ?? 0
	current.word = word
	current.next = (pc + 1) % machine.settings.coreSize
	// Both numbers are taken before the A-operand can change them, also for an immediate B-operand, which the
	// draft leaves open.
	const aNumber = memory[4 * pc] ?? 0
	const bNumber = memory[4 * pc + 1] ?? 0
	evaluate(machine, trace, current.a, aModeOf(word), pc, aNumber)
	evaluate(machine, trace, current.b, bModeOf(word), pc, bNumber)
	if (bModeOf(word) === MODE.IMMEDIATE) {
		current.b.a = aNumber
		current.b.b = bNumber
	}
	finish(machine, current, trace)
}

/** The second half of a step: the process was taken from its ring, and the operands were evaluated. */
export function finish(
	machine: Machine,
	{ word, next, a, b }: Evaluated,
	trace: Trace = unseen,
): void {
	const { memory, countsAt } = machine
	const warrior = memory[machine.orderAt + machine.turn] ?? 0
	trace.warrior = warrior
	trace.died = false
	memory[countsAt + warrior] = machine.count(warrior) - 1
	const goesOn = execute(machine, trace, word, warrior, next % machine.settings.coreSize, a, b)
	trace.ended = goesOn < 0
	if (goesOn >= 0) push(machine, warrior, goesOn)
	if (opcodeOf(word) === OP.SPL && machine.count(warrior) < machine.settings.maxProcesses) {
		push(machine, warrior, a.read)
	}

	if (machine.count(warrior) === 0) {
		trace.died = true
		machine.bury(machine.turn)
		if (machine.alive <= machine.floor) return
	} else {
		machine.turn++
	}
	if (machine.turn >= machine.alive) {
		machine.turn = 0
		machine.cycle++
	}
}

function push(machine: Machine, warrior: number, address: number): void {
	const { memory, headsAt, countsAt, ringMask } = machine
	const count = machine.count(warrior)
	const ring = machine.ringsAt + (warrior << machine.ringShift)
	memory[ring + (((memory[headsAt + warrior] ?? 0) + count) & ringMask)] = address
	memory[countsAt + warrior] = count + 1
}

/** The draft's Fold: the distance that `offset` means within `limit`. */
function fold(offset: number, limit: number, coreSize: number): number {
	const within = offset % limit
	return within > limit / 2 ? within + coreSize - limit : within
}

function write(machine: Machine, trace: Trace, at: number, isB: number, value: number): void {
	machine.memory[4 * at + isB] = value
	note(trace, at)
}

function note(trace: Trace, at: number): void {
	// Nobody reads it, and `finish` alone does not empty it: it would grow with each instruction, and be searched.
	if (trace === unseen) return
	for (let i = 0; i < trace.writeCount; i++) {
		if (trace.writes[i] === at) return
	}
	trace.writes[trace.writeCount++] = at
}

function evaluate(
	machine: Machine,
	trace: Trace,
	operand: Operand,
	mode: number,
	pc: number,
	offset: number,
): void {
	const { memory } = machine
	const { coreSize, readLimit, writeLimit } = machine.settings
	let read = 0
	let written = 0
	let after = -1
	if (mode !== MODE.IMMEDIATE) {
		read = fold(offset, readLimit, coreSize)
		written = fold(offset, writeLimit, coreSize)
	}
	const isB = mode & 1
	if (mode > MODE.DIRECT) {
		const changed = (pc + written) % coreSize
		if (mode >= 6) after = changed
		else if (mode >= 4) {
			write(
				machine,
				trace,
				changed,
				isB,
				((memory[4 * changed + isB] ?? 0) + coreSize - 1) % coreSize,
			)
		}
		read = fold(read + (memory[4 * ((pc + read) % coreSize) + isB] ?? 0), readLimit, coreSize)
		written = fold(written + (memory[4 * changed + isB] ?? 0), writeLimit, coreSize)
	}
	operand.read = (pc + read) % coreSize
	operand.write = (pc + written) % coreSize
	operand.a = memory[4 * operand.read] ?? 0
	operand.b = memory[4 * operand.read + 1] ?? 0
	if (after >= 0) {
		write(machine, trace, after, isB, ((memory[4 * after + isB] ?? 0) + 1) % coreSize)
	}
}

/** The fields of A (0 or 1) that each modifier pairs with fields of B, once or twice. */
type Pairs = readonly (readonly [from: number, to: number])[]
const PAIRS: readonly Pairs[] = (() => {
	const pairs: Pairs[] = []
	pairs[MODIFIER.A] = [[0, 0]]
	pairs[MODIFIER.B] = [[1, 1]]
	pairs[MODIFIER.AB] = [[0, 1]]
	pairs[MODIFIER.BA] = [[1, 0]]
	pairs[MODIFIER.F] = [
		[0, 0],
		[1, 1],
	]
	pairs[MODIFIER.X] = [
		[0, 1],
		[1, 0],
	]
	pairs[MODIFIER.I] = [
		[0, 0],
		[1, 1],
	]
	return pairs
})()

const field = (operand: Operand, isB: number): number => (isB === 0 ? operand.a : operand.b)

/** @returns where the process goes on; −1: nowhere */
function execute(
	machine: Machine,
	trace: Trace,
	word: number,
	warrior: number,
	next: number,
	a: Operand,
	b: Operand,
): number {
	const { coreSize } = machine.settings
	const opcode = opcodeOf(word)
	const modifier = modifierOf(word)
	const pairs = PAIRS[modifier] ?? []
	const skip = (next + 1) % coreSize
	switch (opcode) {
		case OP.MOV:
			if (modifier === MODIFIER.I)
				machine.memory[4 * b.write + 2] = machine.memory[4 * a.read + 2] ?? 0
			for (const [from, to] of pairs) write(machine, trace, b.write, to, field(a, from))
			return next
		case OP.ADD:
		case OP.SUB:
		case OP.MUL:
		case OP.DIV:
		case OP.MOD:
			return calculate(machine, trace, opcode, pairs, next, a, b)
		case OP.JMP:
			return a.read
		case OP.JMZ:
			return pairs.every(([, to]) => field(b, to) === 0) ? a.read : next
		case OP.JMN:
			return pairs.some(([, to]) => field(b, to) !== 0) ? a.read : next
		case OP.DJN: {
			for (const [, to] of pairs) {
				const value = machine.memory[4 * b.write + to] ?? 0
				write(machine, trace, b.write, to, (value + coreSize - 1) % coreSize)
			}
			return pairs.some(([, to]) => field(b, to) !== 1) ? a.read : next
		}
		case OP.CMP:
		case OP.SEQ:
			return isEqual(machine, modifier, pairs, a, b) ? skip : next
		case OP.SNE:
			return isEqual(machine, modifier, pairs, a, b) ? next : skip
		case OP.SLT:
			return pairs.every(([from, to]) => field(a, from) < field(b, to)) ? skip : next
		case OP.LDP:
		case OP.STP:
			transfer(machine, trace, opcode, modifier, warrior, a, b)
			return next
		case OP.DAT:
			return -1
		default:
			return next
	}
}

function isEqual(
	machine: Machine,
	modifier: number,
	pairs: Pairs,
	a: Operand,
	b: Operand,
): boolean {
	if (modifier === MODIFIER.I && machine.memory[4 * a.read + 2] !== machine.memory[4 * b.read + 2])
		return false
	return pairs.every(([from, to]) => field(a, from) === field(b, to))
}

/** Division by zero ends the process; a field that can be divided is divided all the same. */
function calculate(
	machine: Machine,
	trace: Trace,
	opcode: number,
	pairs: Pairs,
	next: number,
	a: Operand,
	b: Operand,
): number {
	const { coreSize } = machine.settings
	let goesOn = next
	for (const [from, to] of pairs) {
		const value = field(a, from)
		const target = field(b, to)
		if (opcode === OP.ADD) write(machine, trace, b.write, to, (target + value) % coreSize)
		else if (opcode === OP.SUB)
			write(machine, trace, b.write, to, (target - value + coreSize) % coreSize)
		else if (opcode === OP.MUL) write(machine, trace, b.write, to, (target * value) % coreSize)
		else if (value === 0) goesOn = -1
		else if (opcode === OP.DIV) write(machine, trace, b.write, to, Math.trunc(target / value))
		else write(machine, trace, b.write, to, target % value)
	}
	return goesOn
}

/** LDP and STP. P-space has single numbers: F, X and I act like B. */
function transfer(
	machine: Machine,
	trace: Trace,
	opcode: number,
	modifier: number,
	warrior: number,
	a: Operand,
	b: Operand,
): void {
	const { results, cells, bases, size } = machine.pspaces
	const from = modifier === MODIFIER.A || modifier === MODIFIER.AB ? 0 : 1
	const to = modifier === MODIFIER.A || modifier === MODIFIER.BA ? 0 : 1
	const value = field(a, from)
	if (opcode === OP.LDP) {
		const index = value % size
		const cell = (bases[warrior] ?? 0) + index
		write(machine, trace, b.write, to, (index === 0 ? results[warrior] : cells[cell]) ?? 0)
		return
	}
	const index = field(b, to) % size
	if (index === 0) results[warrior] = value
	else cells[(bases[warrior] ?? 0) + index] = value
}
