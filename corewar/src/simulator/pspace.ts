/** P-space: what a warrior keeps from one round to the next. */
import type { Warrior } from '../warrior.ts'

/** P-space as JSON. */
export interface PspaceState {
	/** Cell 0 of each warrior: the survivors of its last round, 0 if it lost, coreSize − 1 before the first one. */
	readonly results: readonly number[]
	/** The cells that are not 0, as index and value by turns, of each P-space. */
	readonly spaces: readonly (readonly number[])[]
}

export class Pspaces {
	readonly size: number
	/** Cell 0 of each warrior; it is never shared. */
	readonly results: Int32Array
	/** All spaces, one behind the other. */
	readonly cells: Int32Array
	/** The index in `cells` at which the space of each warrior begins. */
	readonly bases: Int32Array
	readonly #spaces: number

	readonly #coreSize: number

	constructor(warriors: readonly Warrior[], size: number, coreSize: number) {
		this.size = size
		this.#coreSize = coreSize
		this.results = new Int32Array(warriors.length).fill(coreSize - 1)
		this.bases = new Int32Array(warriors.length)
		const shared = new Map<number, number>()
		let spaces = 0
		for (const [w, { pin }] of warriors.entries()) {
			const known = pin === null ? undefined : shared.get(pin)
			const space = known ?? spaces++
			if (pin !== null) shared.set(pin, space)
			this.bases[w] = space * size
		}
		this.#spaces = spaces
		this.cells = new Int32Array(spaces * size)
	}

	/** Writes cell 0 after a round. @param alive which warriors survived */
	endRound(alive: readonly boolean[]): void {
		const survivors = alive.filter(Boolean).length
		for (const [w, lives] of alive.entries()) this.results[w] = lives ? survivors : 0
	}

	save(): PspaceState {
		const spaces = Array.from({ length: this.#spaces }, (_, space) => {
			const used: number[] = []
			for (let i = 0; i < this.size; i++) {
				const value = this.cells[space * this.size + i] ?? 0
				if (value !== 0) used.push(i, value)
			}
			return used
		})
		return { results: [...this.results], spaces }
	}

	/** @throws RangeError if the state is not one of these warriors; nothing is changed then */
	restore({ results, spaces }: PspaceState): void {
		if (results.length !== this.results.length || spaces.length !== this.#spaces) {
			throw new RangeError('The state is one of other warriors.')
		}
		for (const value of results) this.#check(value, this.#coreSize)
		for (const used of spaces) {
			if (used.length % 2 !== 0) throw new RangeError('The state has half a cell of P-space.')
			for (const [i, value] of used.entries()) {
				this.#check(value, i % 2 === 0 ? this.size : this.#coreSize)
			}
		}
		this.results.set(results)
		this.cells.fill(0)
		for (const [space, used] of spaces.entries()) {
			for (let i = 0; i + 1 < used.length; i += 2) {
				this.cells[space * this.size + (used[i] ?? 0)] = used[i + 1] ?? 0
			}
		}
	}

	#check(value: number, below: number): void {
		if (Number.isSafeInteger(value) && value >= 0 && value < below) return
		throw new RangeError(
			`A number of the P-space's state must be whole, from 0 to ${below - 1}, not ${value}.`,
		)
	}
}
