/**
 * The kind of thinking that a model accepts. A table, because the API answers 400 to the wrong kind
 * and offers no cheap way to ask first.
 * Source: platform.claude.com/docs/en/build-with-claude/adaptive-thinking.
 */

/** adaptive: the model decides · enabled: with a token budget · none: not offered. */
export type ThinkingMode = 'adaptive' | 'enabled' | 'none'

/** Older models that know only a fixed budget. */
const BUDGET_ONLY = [
	/claude-3-7-sonnet/,
	/claude-(sonnet|opus)-4($|-0|-1|-5|-2025|@)/,
	/claude-haiku-4-5/,
]
/** Models from before extended thinking. */
const NO_THINKING = [/claude-(instant|2)/, /claude-3($|-(5-)?(haiku|sonnet|opus))/]

/** Unlisted models are treated as new ones, unless they are not Claude models. */
export function thinkingModeOf(model: string): ThinkingMode {
	const name = model.toLowerCase()
	if (!name.includes('claude')) return 'none'
	if (NO_THINKING.some((pattern) => pattern.test(name))) return 'none'
	if (BUDGET_ONLY.some((pattern) => pattern.test(name))) return 'enabled'
	return 'adaptive'
}

/** The next mode to try after the API rejected one; `undefined`: none is left. */
export function nextThinkingMode(mode: ThinkingMode): ThinkingMode | undefined {
	switch (mode) {
		case 'adaptive':
			return 'enabled'
		case 'enabled':
			return 'none'
		case 'none':
			return undefined
		default:
			return mode satisfies never
	}
}
