/**
 * The fast way to run a round: no limits of reading and writing, nothing told of what happens. `step.ts` says the
 * same one instruction at a time, by the letter of the draft; tests hold the two against each other.
 *
 * One function over one typed array, without calls and allocations: JavaScript engines look up an array again at each
 * instruction that passes a call or another array. What is rare is therefore left to `step.ts`: its operands are
 * evaluated here, and it is finished there. `| 0` says that a number is a small one.
 */

import { OP } from '../opcodes.ts'
import type { Machine } from './machine.ts'
import { type Evaluated, newEvaluated } from './step.ts'

/** Up to MOV, what an instruction does needs nothing from the place its B-operand points to. */
const FIRST_WITH_TARGET = OP.JMZ << 3
const DAT = OP.DAT << 3
const DAT_ENDS = DAT + 8

type Cells = { [index: number]: number }

const left: Evaluated = newEvaluated()

/** Runs until the cycle `last`, or to an instruction for `finish`. @returns that one; it is written over */
export function runFast(machine: Machine, last: number): Evaluated | null {
	const memory = machine.memory as Cells
	const headsAt = machine.headsAt | 0
	const countsAt = machine.countsAt | 0
	const orderAt = machine.orderAt | 0
	const ringsAt = machine.ringsAt | 0
	const ringShift = machine.ringShift | 0
	const ringMask = machine.ringMask | 0
	const alive = machine.alive | 0
	const coreSize = machine.settings.coreSize | 0
	const maxProcesses = machine.settings.maxProcesses | 0
	const end = last | 0
	let cycle = machine.cycle | 0
	let turn = machine.turn | 0

	while (cycle < end) {
		for (; turn < alive; turn = (turn + 1) | 0) {
			const warrior = memory[(orderAt + turn) | 0] as number
			const ring = (ringsAt + (warrior << ringShift)) | 0
			const head = memory[(headsAt + warrior) | 0] as number
			const count = memory[(countsAt + warrior) | 0] as number
			const pc = memory[(ring + head) | 0] as number
			memory[(headsAt + warrior) | 0] = (head + 1) & ringMask
			const word = memory[(pc << 2) | 2] as number

			// The A-operand: its address, and its fields as they are now.
			let aValue = memory[pc << 2] as number
			let bValue = memory[(pc << 2) | 1] as number
			const aNumber = aValue
			const bNumber = bValue
			let aAt = pc
			const aMode = (word >> 3) & 7
			const does = word >> 6
			if (aMode !== 0) {
				aAt = (pc + aValue) | 0
				if (aAt >= coreSize) aAt = (aAt - coreSize) | 0
				if (aMode !== 1) {
					const by = (aAt << 2) | (aMode & 1)
					let offset = memory[by] as number
					if ((aMode & 6) === 4) {
						offset = ((offset === 0 ? coreSize : offset) - 1) | 0
						memory[by] = offset
					}
					aAt = (aAt + offset) | 0
					if (aAt >= coreSize) aAt = (aAt - coreSize) | 0
					aValue = memory[aAt << 2] as number
					bValue = memory[(aAt << 2) | 1] as number
					if (aMode >= 6) {
						offset = (offset + 1) | 0
						memory[by] = offset === coreSize ? 0 : offset
					}
				} else {
					aValue = memory[aAt << 2] as number
					bValue = memory[(aAt << 2) | 1] as number
				}
			}

			// The B-operand, in the same way; most instructions do not read what is there.
			let at = pc
			let aTarget = 0
			let bTarget = 0
			const bMode = word & 7
			if (bMode >= 2) {
				at = (pc + bNumber) | 0
				if (at >= coreSize) at = (at - coreSize) | 0
				const by = (at << 2) | (bMode & 1)
				let offset = memory[by] as number
				if ((bMode & 6) === 4) {
					offset = ((offset === 0 ? coreSize : offset) - 1) | 0
					memory[by] = offset
				}
				at = (at + offset) | 0
				if (at >= coreSize) at = (at - coreSize) | 0
				if (does >= FIRST_WITH_TARGET) {
					aTarget = memory[at << 2] as number
					bTarget = memory[(at << 2) | 1] as number
				}
				if (bMode >= 6) {
					offset = (offset + 1) | 0
					memory[by] = offset === coreSize ? 0 : offset
				}
			} else if (bMode === 1) {
				at = (pc + bNumber) | 0
				if (at >= coreSize) at = (at - coreSize) | 0
				if (does >= FIRST_WITH_TARGET) {
					aTarget = memory[at << 2] as number
					bTarget = memory[(at << 2) | 1] as number
				}
			} else {
				// The instruction as it was fetched, before the A-operand could change it.
				aTarget = aNumber
				bTarget = bNumber
			}

			// Executes it, and finds where the process goes on.
			let next = (pc + 1) | 0
			let sum: number
			// Opcode times 8 plus modifier, as numbers, because only these become one jump.
			switch (does) {
				case 38: // MOV.I
					memory[(at << 2) | 2] = memory[(aAt << 2) | 2] as number
					memory[at << 2] = aValue
					memory[(at << 2) | 1] = bValue
					break
				case 32: // MOV.A
					memory[at << 2] = aValue
					break
				case 33: // MOV.B
					memory[(at << 2) | 1] = bValue
					break
				case 34: // MOV.AB
					memory[(at << 2) | 1] = aValue
					break
				case 35: // MOV.BA
					memory[at << 2] = bValue
					break
				case 36: // MOV.F
					memory[at << 2] = aValue
					memory[(at << 2) | 1] = bValue
					break
				case 37: // MOV.X
					memory[at << 2] = bValue
					memory[(at << 2) | 1] = aValue
					break
				case 64: // ADD.A
					sum = (aTarget + aValue) | 0
					memory[at << 2] = sum >= coreSize ? sum - coreSize : sum
					break
				case 65: // ADD.B
					sum = (bTarget + bValue) | 0
					memory[(at << 2) | 1] = sum >= coreSize ? sum - coreSize : sum
					break
				case 66: // ADD.AB
					sum = (bTarget + aValue) | 0
					memory[(at << 2) | 1] = sum >= coreSize ? sum - coreSize : sum
					break
				case 67: // ADD.BA
					sum = (aTarget + bValue) | 0
					memory[at << 2] = sum >= coreSize ? sum - coreSize : sum
					break
				case 68: // ADD.F
				case 70: // ADD.I
					sum = (aTarget + aValue) | 0
					memory[at << 2] = sum >= coreSize ? sum - coreSize : sum
					sum = (bTarget + bValue) | 0
					memory[(at << 2) | 1] = sum >= coreSize ? sum - coreSize : sum
					break
				case 69: // ADD.X
					sum = (aTarget + bValue) | 0
					memory[at << 2] = sum >= coreSize ? sum - coreSize : sum
					sum = (bTarget + aValue) | 0
					memory[(at << 2) | 1] = sum >= coreSize ? sum - coreSize : sum
					break
				case 72: // SUB.A
					sum = (aTarget - aValue) | 0
					memory[at << 2] = sum < 0 ? sum + coreSize : sum
					break
				case 73: // SUB.B
					sum = (bTarget - bValue) | 0
					memory[(at << 2) | 1] = sum < 0 ? sum + coreSize : sum
					break
				case 74: // SUB.AB
					sum = (bTarget - aValue) | 0
					memory[(at << 2) | 1] = sum < 0 ? sum + coreSize : sum
					break
				case 75: // SUB.BA
					sum = (aTarget - bValue) | 0
					memory[at << 2] = sum < 0 ? sum + coreSize : sum
					break
				case 76: // SUB.F
				case 78: // SUB.I
					sum = (aTarget - aValue) | 0
					memory[at << 2] = sum < 0 ? sum + coreSize : sum
					sum = (bTarget - bValue) | 0
					memory[(at << 2) | 1] = sum < 0 ? sum + coreSize : sum
					break
				case 77: // SUB.X
					sum = (aTarget - bValue) | 0
					memory[at << 2] = sum < 0 ? sum + coreSize : sum
					sum = (bTarget - aValue) | 0
					memory[(at << 2) | 1] = sum < 0 ? sum + coreSize : sum
					break
				case 0: // JMP.A
				case 1: // JMP.B
				case 2: // JMP.AB
				case 3: // JMP.BA
				case 4: // JMP.F
				case 5: // JMP.X
				case 6: // JMP.I
					next = aAt
					break
				case 40: // JMZ.A
				case 43: // JMZ.BA
					if (aTarget === 0) next = aAt
					break
				case 41: // JMZ.B
				case 42: // JMZ.AB
					if (bTarget === 0) next = aAt
					break
				case 44: // JMZ.F
				case 45: // JMZ.X
				case 46: // JMZ.I
					if (aTarget === 0 && bTarget === 0) next = aAt
					break
				case 48: // JMN.A
				case 51: // JMN.BA
					if (aTarget !== 0) next = aAt
					break
				case 49: // JMN.B
				case 50: // JMN.AB
					if (bTarget !== 0) next = aAt
					break
				case 52: // JMN.F
				case 53: // JMN.X
				case 54: // JMN.I
					if (aTarget !== 0 || bTarget !== 0) next = aAt
					break
				case 56: // DJN.A
				case 59: // DJN.BA
					sum = ((memory[at << 2] as number) - 1) | 0
					memory[at << 2] = sum < 0 ? sum + coreSize : sum
					if (aTarget !== 1) next = aAt
					break
				case 57: // DJN.B
				case 58: // DJN.AB
					sum = ((memory[(at << 2) | 1] as number) - 1) | 0
					memory[(at << 2) | 1] = sum < 0 ? sum + coreSize : sum
					if (bTarget !== 1) next = aAt
					break
				case 60: // DJN.F
				case 61: // DJN.X
				case 62: // DJN.I
					sum = ((memory[at << 2] as number) - 1) | 0
					memory[at << 2] = sum < 0 ? sum + coreSize : sum
					sum = ((memory[(at << 2) | 1] as number) - 1) | 0
					memory[(at << 2) | 1] = sum < 0 ? sum + coreSize : sum
					if (aTarget !== 1 || bTarget !== 1) next = aAt
					break
				case 88: // CMP.A
				case 96: // SEQ.A
					if (aValue === aTarget) next = (pc + 2) | 0
					break
				case 89: // CMP.B
				case 97: // SEQ.B
					if (bValue === bTarget) next = (pc + 2) | 0
					break
				case 90: // CMP.AB
				case 98: // SEQ.AB
					if (aValue === bTarget) next = (pc + 2) | 0
					break
				case 91: // CMP.BA
				case 99: // SEQ.BA
					if (bValue === aTarget) next = (pc + 2) | 0
					break
				case 92: // CMP.F
				case 100: // SEQ.F
					if (aValue === aTarget && bValue === bTarget) next = (pc + 2) | 0
					break
				case 93: // CMP.X
				case 101: // SEQ.X
					if (aValue === bTarget && bValue === aTarget) next = (pc + 2) | 0
					break
				case 94: // CMP.I
				case 102: // SEQ.I
					if (
						memory[(aAt << 2) | 2] === memory[(at << 2) | 2] &&
						aValue === aTarget &&
						bValue === bTarget
					) {
						next = (pc + 2) | 0
					}
					break
				case 104: // SNE.A
					if (aValue !== aTarget) next = (pc + 2) | 0
					break
				case 105: // SNE.B
					if (bValue !== bTarget) next = (pc + 2) | 0
					break
				case 106: // SNE.AB
					if (aValue !== bTarget) next = (pc + 2) | 0
					break
				case 107: // SNE.BA
					if (bValue !== aTarget) next = (pc + 2) | 0
					break
				case 108: // SNE.F
					if (aValue !== aTarget || bValue !== bTarget) next = (pc + 2) | 0
					break
				case 109: // SNE.X
					if (aValue !== bTarget || bValue !== aTarget) next = (pc + 2) | 0
					break
				case 110: // SNE.I
					if (
						memory[(aAt << 2) | 2] !== memory[(at << 2) | 2] ||
						aValue !== aTarget ||
						bValue !== bTarget
					) {
						next = (pc + 2) | 0
					}
					break
				case 112: // SLT.A
					if (aValue < aTarget) next = (pc + 2) | 0
					break
				case 113: // SLT.B
					if (bValue < bTarget) next = (pc + 2) | 0
					break
				case 114: // SLT.AB
					if (aValue < bTarget) next = (pc + 2) | 0
					break
				case 115: // SLT.BA
					if (bValue < aTarget) next = (pc + 2) | 0
					break
				case 116: // SLT.F
				case 118: // SLT.I
					if (aValue < aTarget && bValue < bTarget) next = (pc + 2) | 0
					break
				case 117: // SLT.X
					if (aValue < bTarget && bValue < aTarget) next = (pc + 2) | 0
					break
				case 8: // SPL.A
				case 9: // SPL.B
				case 10: // SPL.AB
				case 11: // SPL.BA
				case 12: // SPL.F
				case 13: // SPL.X
				case 14: // SPL.I
					if (count < maxProcesses) {
						if (next === coreSize) next = 0
						memory[ring + ((head + count) & ringMask)] = next
						memory[ring + ((head + count + 1) & ringMask)] = aAt
						memory[countsAt + warrior] = count + 1
						continue
					}
					break
				default:
					// NOP, and for `finish`: multiplication, division, P-space, a warrior's end.
					if (does < DAT) break
					if (does < DAT_ENDS && count > 1) {
						memory[(countsAt + warrior) | 0] = (count - 1) | 0
						continue
					}
					left.a.read = left.a.write = aAt
					left.a.a = aValue
					left.a.b = bValue
					left.b.read = left.b.write = at
					left.b.a = aTarget
					left.b.b = bTarget
					left.word = word
					left.next = next
					machine.cycle = cycle
					machine.turn = turn
					return left
			}
			if (next >= coreSize) next = (next - coreSize) | 0
			memory[(ring + ((head + count) & ringMask)) | 0] = next
		}
		turn = 0
		cycle = (cycle + 1) | 0
	}
	machine.cycle = cycle
	machine.turn = 0
	return null
}
