/** The work that a source makes for the assembler, beyond reading it once. */

import { nearestName } from '../assembler/nearest.ts'
import { Misread, type Place } from '../errors.ts'
import { LIMITS } from '../limits.ts'

export class Work {
	/** Tokens that loops, texts and macros wrote, and that names were looked up for. */
	tokens = 0
	/** Steps of the searches for names like one that is not defined. */
	searchSteps = 0
	#searches = 0

	/** No more may be written: what would come is not read. */
	get isSpent(): boolean {
		return this.tokens > LIMITS.expandedTokens
	}

	/** @throws Misread if the source writes more than it may */
	spend(tokens: number, at: Place): void {
		this.tokens += tokens
		if (this.isSpent) {
			throw new Misread(at, 'The source writes too much: its texts or loops are too large.')
		}
	}

	/** @returns the known name most like `name`; null: none is close, or too many were looked for before */
	nearest(name: string, known: Iterable<string>): string | null {
		if (++this.#searches > LIMITS.searches) return null
		const nearest = nearestName(name, known)
		this.searchSteps += nearest.steps
		return nearest.name
	}
}
