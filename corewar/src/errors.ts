/** Errors of a source: each has its place, and says what to do. */

export interface Problem {
	/** Both from 1. */
	readonly line: number
	readonly column: number
	readonly message: string
	readonly hint?: string
}

/** A place in the source, both from 1. */
export interface Place {
	readonly line: number
	readonly column: number
}

/** One that takes a search is a function, called only if the problem is reported. */
export type Hint = string | (() => string)

/** More do not help a reader. */
const MAX_PROBLEMS = 100
/** A loop may repeat one problem; each time costs something. */
const MAX_REPEATED = 2_000

/** Collects problems; a line that a loop repeats is reported once. */
export class Problems {
	readonly list: Problem[] = []
	readonly #seen = new Set<string>()
	#added = 0

	/** It is time to stop. */
	get isFull(): boolean {
		return this.list.length >= MAX_PROBLEMS || this.#added >= MAX_REPEATED
	}

	add(at: Place, message: string, hint?: Hint): void {
		const key = `${at.line}:${at.column}:${message}`
		if (this.isFull) return
		this.#added++
		if (this.#seen.has(key)) return
		this.#seen.add(key)
		const { line, column } = at
		const advice = typeof hint === 'function' ? hint() : hint
		this.list.push({ line, column, message, ...(advice === undefined ? {} : { hint: advice }) })
	}
}

/** An expression that cannot be evaluated; caught inside the assembler. */
export class Misread extends Error {
	readonly at: Place
	readonly hint: Hint | undefined

	constructor(at: Place, message: string, hint?: Hint) {
		super(message)
		this.at = at
		this.hint = hint
	}
}
