/** An assembled warrior. */

/** Instructions, field by field; the values are from 0 to coreSize − 1. */
export interface Code {
	/** Opcode, modifier and modes, see `opcodes.ts`. */
	readonly words: Uint16Array
	readonly a: Int32Array
	readonly b: Int32Array
}

export interface Warrior {
	readonly name: string
	readonly author: string
	readonly strategy: string
	/** The core that it was assembled for: negative numbers count from its end. */
	readonly coreSize: number
	readonly code: Code
	/** The instruction to begin with. */
	readonly start: number
	/** Warriors with the same number share their P-space; null: its own. */
	readonly pin: number | null
	readonly labels: ReadonlyMap<string, number>
	/** The source line of each instruction, from 1. */
	readonly lines: Int32Array
}
