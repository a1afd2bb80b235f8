/** One round, to run, to step through and to seek in. */

import { instructionText } from '../assembler/disassemble.ts'
import { BOUNDS, checkCountOf, resolveSettings, type Settings } from '../settings.ts'
import type { Warrior } from '../warrior.ts'
import { type Checkpoint, restore, take } from './checkpoint.ts'
import { Machine } from './machine.ts'
import { type PspaceState, Pspaces } from './pspace.ts'
import { checkSeed, positionsFor } from './random.ts'
import { run } from './run.ts'
import { newTrace, step, type Trace } from './step.ts'
import { Territory } from './territory.ts'
import { warmUp } from './warm-up.ts'

export interface SimulatorOptions {
	readonly settings?: Partial<Settings>
	readonly warriors: readonly Warrior[]
	/** The position of each warrior; without positions `seed` decides. */
	readonly positions?: readonly number[]
	/** The seed, from 1 to MAX_SEED; the same one gives the same positions. */
	readonly seed?: number
	/** The warrior with the first turn; 0 if left out. */
	readonly starter?: number
	/** P-space as earlier rounds left it. */
	readonly pspaces?: PspaceState
	/** Keeps `territory` up to date, which takes several times as long. */
	readonly trace?: boolean
}

export interface Cell {
	readonly word: number
	readonly a: number
	readonly b: number
	/** The instruction in the form of a load file. */
	readonly text: string
}

/** A replay goes back to one of about so many moments, then forward. */
const CHECKPOINTS = 32
/** All checkpoints of a simulator together. */
const CHECKPOINT_BYTES = 64 * 1024 * 1024
/** Four numbers; with the territory 6 bytes more. */
const BYTES_OF_A_CELL = 22
/** A place in a queue. */
const BYTES_OF_A_PROCESS = 4
/** Index and value in a JavaScript array that may have grown beyond what it holds. */
const BYTES_OF_A_PSPACE_CELL = 32

/**
 * Prepares a round.
 * @throws RangeError for settings out of bounds, a warrior that is too long, positions that overlap, a bad seed
 */
export const createSimulator = (options: SimulatorOptions): Simulator => new Simulator(options)

export class Simulator {
	readonly settings: Settings
	readonly warriors: readonly Warrior[]
	readonly positions: readonly number[]
	readonly starter: number
	/** The warrior that touched each cell last; null without `trace`. */
	readonly territory: Territory | null
	readonly #machine: Machine
	readonly #begin: PspaceState
	readonly #trace: Trace = newTrace()
	/** Cycles between two moments that are kept to seek back to. */
	readonly interval: number
	readonly #checkpoints = new Map<number, Checkpoint>()

	constructor({ warriors, starter = 0, trace = false, ...options }: SimulatorOptions) {
		warmUp()
		checkCount(warriors)
		this.settings = resolveSettings({ ...options.settings, warriors: warriors.length })
		this.warriors = warriors
		checkWarriors(warriors, this.settings)
		this.positions =
			options.positions ?? seededPositions(options.seed ?? 1, warriors, this.settings)
		checkPositions(this.positions, warriors.length, this.settings)
		if (!Number.isSafeInteger(starter) || starter < 0 || starter >= warriors.length) {
			throw new RangeError(`The starter must be a warrior from 0 to ${warriors.length - 1}.`)
		}
		this.starter = starter
		const { coreSize, pspaceSize, maxCycles, maxProcesses } = this.settings
		const pspaces = new Pspaces(warriors, pspaceSize, coreSize)
		if (options.pspaces) pspaces.restore(options.pspaces)
		this.#begin = pspaces.save()
		this.#machine = new Machine(this.settings, warriors, pspaces)
		this.territory = trace ? new Territory(coreSize) : null
		const { length } = warriors
		const bytes =
			coreSize * BYTES_OF_A_CELL +
			length * maxProcesses * BYTES_OF_A_PROCESS +
			pspaces.cells.length * BYTES_OF_A_PSPACE_CELL
		const fitting = Math.floor(CHECKPOINT_BYTES / bytes)
		this.interval = Math.ceil(maxCycles / Math.max(1, Math.min(CHECKPOINTS, fitting)))
		this.#rewind()
	}

	/** Cycles done. */
	get cycle(): number {
		return this.#machine.cycle
	}

	get isOver(): boolean {
		return this.#machine.isOver
	}

	/** The warrior that has the next turn. */
	get turn(): number {
		return this.#machine.memory[this.#machine.orderAt + this.#machine.turn] ?? 0
	}

	/** The living warriors, in the order in which they were given. */
	get survivors(): readonly number[] {
		return this.#machine.survivors().flatMap((lives, w) => (lives ? [w] : []))
	}

	/** The dead, first the one that died first. */
	get deaths(): readonly number[] {
		return this.#machine.deaths
	}

	/** The one survivor of a round that is over; null: nobody, or several. */
	get winner(): number | null {
		const [only, second] = this.survivors
		return this.isOver && only !== undefined && second === undefined ? only : null
	}

	/** P-space as the round leaves it, with its result once it is over. */
	get pspaces(): PspaceState {
		const { pspaces } = this.#machine
		if (!this.isOver) return pspaces.save()
		const ended = new Pspaces(this.warriors, pspaces.size, this.settings.coreSize)
		ended.restore(pspaces.save())
		ended.endRound(this.#machine.survivors())
		return ended.save()
	}

	/**
	 * Executes one instruction.
	 * @returns what it did, in an object that the next step writes over; null if the round is over
	 */
	step(): Trace | null {
		if (this.isOver) return null
		const { cycle } = this.#machine
		step(this.#machine, this.#trace)
		this.territory?.add(this.#trace, cycle)
		if (this.#machine.turn === 0) this.#keep()
		return this.#trace
	}

	/**
	 * Runs so many cycles, or to the end. A cycle that was begun with `step` is ended first, and counts.
	 * @throws RangeError for what is no whole number from 0 on
	 */
	run(cycles: number = this.settings.maxCycles): void {
		checkCountOf('cycles', cycles)
		const end = Math.min(this.settings.maxCycles, this.cycle + cycles)
		while (this.#machine.turn !== 0 && !this.isOver && this.cycle < end) this.step()
		while (!this.isOver && this.cycle < end) {
			const stop = Math.min(end, (Math.floor(this.cycle / this.interval) + 1) * this.interval)
			if (this.territory === null) run(this.#machine, stop - this.cycle)
			else while (!this.isOver && this.cycle < stop) this.step()
			this.#keep()
		}
	}

	/**
	 * Goes to the beginning of a cycle, back or forward; a round that ends before stands at its end.
	 * @throws RangeError for what is no whole number from 0 on
	 */
	seek(cycle: number): void {
		checkCountOf('cycle', cycle)
		const target = Math.min(this.settings.maxCycles, cycle)
		const isBehind = target < this.cycle || (target === this.cycle && this.#machine.turn !== 0)
		let best: Checkpoint | null = null
		for (const one of this.#checkpoints.values()) {
			if (one.cycle <= target && (best === null || one.cycle > best.cycle)) best = one
		}
		if (best !== null && (isBehind || best.cycle > this.cycle)) {
			restore(this.#machine, this.territory, best)
		} else if (isBehind) this.#rewind()
		this.run(Math.max(0, target - this.cycle))
	}

	/** @throws RangeError for an address outside of the core */
	cell(address: number): Cell {
		const { coreSize } = this.settings
		if (!Number.isSafeInteger(address) || address < 0 || address >= coreSize) {
			throw new RangeError(`The core has the addresses 0 to ${coreSize - 1}, not ${address}.`)
		}
		const [a = 0, b = 0, word = 0] = this.#machine.memory.subarray(4 * address, 4 * address + 3)
		return { word, a, b, text: instructionText(word, a, b, coreSize) }
	}

	/** The addresses of a warrior's processes, the next one first. */
	processes(warrior: number): Int32Array {
		return this.#machine.processes(warrior)
	}

	#rewind(): void {
		this.#machine.pspaces.restore(this.#begin)
		this.#machine.load(this.positions, this.starter)
		this.territory?.begin(this.#machine, this.positions)
	}

	#keep(): void {
		const { cycle, turn } = this.#machine
		if (turn !== 0 || cycle % this.interval !== 0 || this.#checkpoints.has(cycle) || this.isOver)
			return
		this.#checkpoints.set(cycle, take(this.#machine, this.territory))
	}
}

/** @throws RangeError */
export function checkCount(warriors: readonly Warrior[]): void {
	if (warriors.length < 1 || warriors.length > BOUNDS.warriors) {
		throw new RangeError(`A round has 1 to ${BOUNDS.warriors} warriors, not ${warriors.length}.`)
	}
}

/** @throws RangeError */
export function checkWarriors(warriors: readonly Warrior[], settings: Settings): void {
	for (const { name, code, coreSize } of warriors) {
		if (coreSize !== settings.coreSize) {
			throw new RangeError(
				`${name} was assembled for a core of ${coreSize} cells, not ${settings.coreSize}: assemble it again.`,
			)
		}
		if (code.words.length > settings.maxLength) {
			throw new RangeError(
				`${name} has ${code.words.length} instructions; these settings allow ${settings.maxLength}.`,
			)
		}
	}
}

function seededPositions(seed: number, warriors: readonly Warrior[], settings: Settings): number[] {
	checkSeed(seed)
	return positionsFor(seed, warriors.length, settings)
}

function checkPositions(
	positions: readonly number[],
	warriors: number,
	{ coreSize, minDistance }: Settings,
): void {
	if (positions.length !== warriors) {
		throw new RangeError(
			`${warriors} warriors need ${warriors} positions, not ${positions.length}.`,
		)
	}
	for (const position of positions) {
		if (Number.isSafeInteger(position) && position >= 0 && position < coreSize) continue
		throw new RangeError(
			`A position must be a whole number from 0 to ${coreSize - 1}, not ${position}.`,
		)
	}
	const sorted = [...positions].sort((a, b) => a - b)
	for (const [i, position] of sorted.entries()) {
		const before = i === 0 ? (sorted.at(-1) ?? 0) - coreSize : (sorted[i - 1] ?? 0)
		if (warriors === 1 || position - before >= minDistance) continue
		throw new RangeError(
			`Warriors must begin ${minDistance} cells apart; two are ${position - before} apart.`,
		)
	}
}
