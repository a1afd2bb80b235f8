/** One line of the grammar: a pattern and what its groups mean. */
import type { Intent } from './types.ts'

export interface Rule {
	readonly pattern: RegExp
	/** `undefined`: the rule does not apply after all; the next one is tried. */
	readonly build: (groups: readonly string[]) => Intent | undefined
}

/** Patterns ignore case and must match the whole clause. */
export const rule = (pattern: string, build: Rule['build']): Rule => ({
	pattern: new RegExp(`^(?:${pattern})$`, 'i'),
	build,
})

/** The result of the first rule that applies. Unmatched groups are empty strings. */
export function firstMatch(rules: readonly Rule[], clause: string): Intent | undefined {
	for (const { pattern, build } of rules) {
		const match = pattern.exec(clause)
		if (!match) continue
		const intent = build(match.slice(1).map((group) => group ?? ''))
		if (intent) return intent
	}
	return undefined
}
