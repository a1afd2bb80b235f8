/** The warrior that wrote or executed each cell last: what a picture of the core shows. */
import type { Machine } from './machine.ts'
import type { Trace } from './step.ts'

/** Stands in `owners` for a cell that nobody touched. */
export const NOBODY = 255

export class Territory {
	/** The warrior that wrote or executed a cell last; NOBODY: none yet. */
	readonly owners: Uint8Array
	/** The cycle of that, from 1; 0: not touched yet. */
	readonly touched: Int32Array
	/** 1: the last touch executed the cell; 0: it wrote it. */
	readonly executed: Uint8Array

	constructor(coreSize: number) {
		this.owners = new Uint8Array(coreSize).fill(NOBODY)
		this.touched = new Int32Array(coreSize)
		this.executed = new Uint8Array(coreSize)
	}

	/** The beginning of a round: each warrior owns its instructions. */
	begin({ warriors, settings }: Machine, positions: readonly number[]): void {
		this.owners.fill(NOBODY)
		this.touched.fill(0)
		this.executed.fill(0)
		for (const [w, { code }] of warriors.entries()) {
			for (let i = 0; i < code.words.length; i++) {
				this.owners[((positions[w] ?? 0) + i) % settings.coreSize] = w
			}
		}
	}

	add(trace: Trace, cycle: number): void {
		this.#touch(trace.address, trace.warrior, cycle, 1)
		for (let i = 0; i < trace.writeCount; i++) {
			this.#touch(trace.writes[i] ?? 0, trace.warrior, cycle, 0)
		}
	}

	#touch(cell: number, warrior: number, cycle: number, executed: number): void {
		this.owners[cell] = warrior
		this.touched[cell] = cycle + 1
		this.executed[cell] = executed
	}

	copy(): Territory {
		const copy = new Territory(this.owners.length)
		copy.set(this)
		return copy
	}

	set(other: Territory): void {
		this.owners.set(other.owners)
		this.touched.set(other.touched)
		this.executed.set(other.executed)
	}
}
