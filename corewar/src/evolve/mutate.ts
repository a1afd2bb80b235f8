/** Random changes to an assembled warrior, for breeding. Pure: the same parent and seed give the same offspring. */
import {
	aModeOf,
	bModeOf,
	defaultModifier,
	MODE,
	MODES,
	MODIFIERS,
	modifierOf,
	OP,
	OPCODES,
	opcodeOf,
	packWord,
} from '../opcodes.ts'
import { checkSeed, nextSeed } from '../simulator/random.ts'
import type { Code, Warrior } from '../warrior.ts'

interface Instruction {
	readonly word: number
	readonly a: number
	readonly b: number
}

type Roll = (below: number) => number

/** One change, and another one in a third of the offspring: most single changes are harmful already. */
const ANOTHER_IN = 3
/** An operand moves by so little at most where it moves a little. */
const SMALL_STEP = 4

/**
 * @param maxLength instructions that the offspring may have; at least those of the parent
 * @returns a warrior that differs from its parent in its code; name, author and the rest are the parent's
 * @throws RangeError for a seed that is not one, or a parent that is longer than `maxLength`
 */
export function mutate(parent: Warrior, seed: number, maxLength: number): Warrior {
	checkSeed(seed)
	const before = instructionsOf(parent.code)
	if (before.length > maxLength) {
		throw new RangeError(
			`${parent.name} has ${before.length} instructions, more than ${maxLength}.`,
		)
	}
	const roll = rolling(seed)
	const draft = new Draft(before, parent.start, parent.coreSize)
	do draft.change(roll, maxLength)
	while (roll(ANOTHER_IN) === 0 || draft.equals(before, parent.start))
	return {
		...parent,
		code: draft.code,
		start: draft.start,
		labels: new Map(),
		lines: new Int32Array(draft.length),
	}
}

function rolling(seed: number): Roll {
	// The first numbers of neighbouring seeds are alike.
	let state = nextSeed(nextSeed(seed))
	return (below) => {
		state = nextSeed(state)
		return state % below
	}
}

const instructionsOf = ({ words, a, b }: Code): Instruction[] =>
	[...words].map((word, i) => ({ word, a: a[i] ?? 0, b: b[i] ?? 0 }))

class Draft {
	#list: Instruction[]
	#start: number
	readonly #coreSize: number

	constructor(list: readonly Instruction[], start: number, coreSize: number) {
		this.#list = [...list]
		// A parent may start outside of its instructions; its offspring never does.
		this.#start = start < list.length ? start : 0
		this.#coreSize = coreSize
	}

	get start(): number {
		return this.#start
	}

	get length(): number {
		return this.#list.length
	}

	get code(): Code {
		return {
			words: Uint16Array.from(this.#list, ({ word }) => word),
			a: Int32Array.from(this.#list, ({ a }) => a),
			b: Int32Array.from(this.#list, ({ b }) => b),
		}
	}

	equals(other: readonly Instruction[], start: number): boolean {
		return (
			this.#start === start &&
			this.#list.length === other.length &&
			this.#list.every(({ word, a, b }, i) => {
				const one = other[i]
				return one?.word === word && one.a === a && one.b === b
			})
		)
	}

	change(roll: Roll, maxLength: number): void {
		const { length } = this.#list
		const at = roll(length)
		const here = this.#at(at)
		switch (roll(12)) {
			case 0:
				if (length < maxLength) this.#insert(roll(length + 1), this.#anything(roll))
				break
			case 1:
				if (length < maxLength) this.#insert(roll(length + 1), here)
				break
			case 2:
				if (length > 1) this.#delete(at)
				break
			case 3:
				this.#swap(at, roll(length))
				break
			case 4:
				this.#start = roll(4) === 0 ? at : this.#start
				break
			case 5:
				this.#put(at, this.#withOpcode(here, roll))
				break
			case 6:
				this.#put(at, withModifier(here, roll(MODIFIERS.length)))
				break
			case 7:
				this.#put(at, withMode(here, roll(2) === 0, roll(MODES.length)))
				break
			default:
				this.#put(at, this.#withOperand(here, at, roll))
		}
	}

	#at(index: number): Instruction {
		const found = this.#list[index]
		if (!found) throw new RangeError(`There is no instruction ${index}.`)
		return found
	}

	#put(index: number, instruction: Instruction): void {
		this.#list[index] = instruction
	}

	#insert(index: number, instruction: Instruction): void {
		this.#move((i) => (i < index ? i : i + 1))
		this.#list.splice(index, 0, instruction)
	}

	/** Removes an instruction; arguments that pointed to it point to the one after it. */
	#delete(index: number): void {
		this.#move((i) => (i <= index ? i : i - 1))
		this.#list.splice(index, 1)
		if (this.#start >= this.#list.length) this.#start = this.#list.length - 1
	}

	#swap(one: number, other: number): void {
		this.#move((i) => (i === one ? other : i === other ? one : i))
		const kept = this.#at(one)
		this.#put(one, this.#at(other))
		this.#put(other, kept)
	}

	/** Keeps instructions pointing to each other when they move: otherwise nearly every insertion would be deadly. */
	#move(to: (index: number) => number): void {
		const { length } = this.#list
		this.#list = this.#list.map(({ word, a, b }, at) => {
			const linked = (mode: number, value: number): number => {
				const target = at + this.#signed(value)
				if (mode === MODE.IMMEDIATE || target < 0 || target >= length) return value
				return this.#fold(to(target) - to(at))
			}
			return { word, a: linked(aModeOf(word), a), b: linked(bModeOf(word), b) }
		})
		this.#start = to(this.#start)
	}

	#anything(roll: Roll): Instruction {
		const opcode = roll(OPCODES.length)
		const [aMode, bMode] = [roll(MODES.length), roll(MODES.length)]
		const word = packWord(opcode, defaultModifier(opcode, aMode, bMode), aMode, bMode)
		return { word, a: this.#address(roll), b: this.#address(roll) }
	}

	#withOpcode({ word, a, b }: Instruction, roll: Roll): Instruction {
		const [aMode, bMode] = [aModeOf(word), bModeOf(word)]
		// MOV, SPL and DJN make up most of what warriors do.
		const usual = [OP.MOV, OP.SPL, OP.DJN, OP.ADD] as const
		const opcode = roll(2) === 0 ? (usual[roll(usual.length)] ?? OP.MOV) : roll(OPCODES.length)
		return { word: packWord(opcode, defaultModifier(opcode, aMode, bMode), aMode, bMode), a, b }
	}

	#withOperand({ word, a, b }: Instruction, at: number, roll: Roll): Instruction {
		const isA = roll(2) === 0
		const before = isA ? a : b
		const value = this.#fold(this.#operand(before, at, roll))
		return isA ? { word, a: value, b } : { word, a, b: value }
	}

	#operand(before: number, at: number, roll: Roll): number {
		switch (roll(6)) {
			case 0:
				return this.#address(roll)
			case 1:
				return -before
			case 2:
				// The distance that another operand has: bombers and their bombs share a step.
				return roll(2) === 0 ? this.#at(roll(this.length)).a : this.#at(roll(this.length)).b
			case 3:
				// Another instruction of the warrior.
				return roll(this.length) - at
			default:
				return before + (1 + roll(SMALL_STEP)) * (roll(2) === 0 ? 1 : -1)
		}
	}

	/** An address near the instruction, or anywhere. */
	#address(roll: Roll): number {
		const near = 2 * this.length + 1
		return this.#fold(roll(2) === 0 ? roll(near) - this.length : roll(this.#coreSize))
	}

	#signed(value: number): number {
		return value > this.#coreSize / 2 ? value - this.#coreSize : value
	}

	#fold(value: number): number {
		return ((value % this.#coreSize) + this.#coreSize) % this.#coreSize
	}
}

const withModifier = ({ word, a, b }: Instruction, modifier: number): Instruction => ({
	word: packWord(opcodeOf(word), modifier, aModeOf(word), bModeOf(word)),
	a,
	b,
})

const withMode = ({ word, a, b }: Instruction, isA: boolean, mode: number): Instruction => ({
	word: packWord(
		opcodeOf(word),
		modifierOf(word),
		isA ? mode : aModeOf(word),
		isA ? bModeOf(word) : mode,
	),
	a,
	b,
})
