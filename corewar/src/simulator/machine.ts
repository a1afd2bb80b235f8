/** The state of one round: the core, and whose processes wait where. */
import { EMPTY_WORD } from '../opcodes.ts'
import type { Settings } from '../settings.ts'
import type { Warrior } from '../warrior.ts'
import { Pspaces } from './pspace.ts'

export class Machine {
	readonly settings: Settings
	readonly warriors: readonly Warrior[]
	/**
	 * Everything that instructions read and write, in one array, because that is much faster than several:
	 * four entries for each cell of the core (A-field, B-field, word, one unused), then by warrior the index of the
	 * next process in its ring and how many there are, the living in the order of their turns, and the rings.
	 */
	readonly memory: Int32Array
	readonly headsAt: number
	readonly countsAt: number
	readonly orderAt: number
	/** Ring w begins at `ringsAt + (w << ringShift)`. */
	readonly ringsAt: number
	readonly ringShift: number
	readonly ringMask: number
	/** How many live: the first entries of the order. */
	alive = 0
	/** The number of living warriors that ends the round: one, or none if there is but one warrior. */
	readonly floor: number
	/** Cycles done. */
	cycle = 0
	/** Index in `order` of the warrior that is next; not 0 inside a cycle. */
	turn = 0
	/** The warriors that died, in that order. */
	readonly deaths: number[] = []
	readonly pspaces: Pspaces

	constructor(settings: Settings, warriors: readonly Warrior[], pspaces?: Pspaces) {
		const { coreSize, maxProcesses, pspaceSize } = settings
		this.settings = settings
		this.warriors = warriors
		const { length } = warriors
		this.headsAt = 4 * coreSize
		this.countsAt = this.headsAt + length
		this.orderAt = this.countsAt + length
		this.ringsAt = this.orderAt + length
		this.ringShift = Math.ceil(Math.log2(maxProcesses))
		this.ringMask = 2 ** this.ringShift - 1
		this.memory = new Int32Array(this.ringsAt + length * 2 ** this.ringShift)
		this.floor = warriors.length > 1 ? 1 : 0
		this.pspaces = pspaces ?? new Pspaces(warriors, pspaceSize, coreSize)
	}

	get isOver(): boolean {
		return this.alive <= this.floor || this.cycle >= this.settings.maxCycles
	}

	/** Begins a round: an empty core with the warriors at their positions; `starter` has the first turn. */
	load(positions: ArrayLike<number>, starter: number): void {
		const { memory } = this
		const { coreSize } = this.settings
		memory[0] = memory[1] = memory[3] = 0
		memory[2] = EMPTY_WORD
		// The cleared part doubles: copying is much faster than writing cell by cell.
		for (let filled = 4; filled < 4 * coreSize; filled *= 2) {
			memory.copyWithin(filled, 0, Math.min(filled, 4 * coreSize - filled))
		}
		this.cycle = 0
		this.turn = 0
		this.deaths.length = 0
		const { length } = this.warriors
		this.alive = length
		for (const [w, { code, start }] of this.warriors.entries()) {
			const position = positions[w] ?? 0
			for (let i = 0; i < code.words.length; i++) {
				const at = 4 * ((position + i) % coreSize)
				memory[at] = code.a[i] ?? 0
				memory[at + 1] = code.b[i] ?? 0
				memory[at + 2] = code.words[i] ?? 0
			}
			memory[this.headsAt + w] = 0
			memory[this.countsAt + w] = 1
			memory[this.ringsAt + (w << this.ringShift)] = (position + start) % coreSize
			memory[this.orderAt + w] = (starter + w) % length
		}
	}

	/** How many processes a warrior has. */
	count(warrior: number): number {
		return this.memory[this.countsAt + warrior] ?? 0
	}

	/** Removes the warrior whose turn is at `index` of the order. */
	bury(index: number): void {
		const at = this.orderAt + index
		this.deaths.push(this.memory[at] ?? 0)
		this.memory.copyWithin(at, at + 1, this.orderAt + this.alive)
		this.alive--
	}

	/** @returns whether each warrior lives */
	survivors(): boolean[] {
		return this.warriors.map((_, w) => this.count(w) > 0)
	}

	/** The addresses of a warrior's processes, the next one first. */
	processes(warrior: number): Int32Array {
		const head = this.memory[this.headsAt + warrior] ?? 0
		const ring = this.ringsAt + (warrior << this.ringShift)
		return Int32Array.from(
			{ length: this.count(warrior) },
			(_, i) => this.memory[ring + ((head + i) & this.ringMask)] ?? 0,
		)
	}
}
