/** Money and tokens in words. */
import type { Usage } from '@fairlead/protocol/conversations/runs'

const money = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD' })
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 })

const CENT = 0.01

export const priceText = (usd: number): string =>
	usd > 0 && usd < CENT ? `< ${money.format(CENT)}` : money.format(usd)

/** A price that may be unknown: of so many runs, so many without one. */
export function sumText(sum: { runs: number; unpricedRuns: number; costUsd: number }): string {
	if (sum.unpricedRuns > 0 && sum.unpricedRuns === sum.runs) return 'unknown'
	return `${priceText(sum.costUsd)}${sum.unpricedRuns > 0 ? ' + unknown' : ''}`
}

/** "1.2M". */
export const shortCount = (count: number): string => compact.format(count)

export const tokensOf = (usage: Usage): number =>
	usage.inputTokens + usage.outputTokens + usage.cacheReadTokens + usage.cacheWriteTokens

/** "12,345 tokens"; "about" if a part of them is estimated. */
export const tokensText = (usage: Usage): string =>
	`${usage.estimatedTokens ? 'about ' : ''}${tokensOf(usage).toLocaleString()} tokens`

/** The parts of a number of tokens, which cost differently. */
export function tokenParts(usage: Usage): string {
	const { cacheReadTokens, cacheWriteTokens, reasoningTokens, estimatedTokens } = usage
	const reasoning = reasoningTokens ? ` (${reasoningTokens.toLocaleString()} reasoning)` : ''
	return [
		`${usage.inputTokens.toLocaleString()} input`,
		`${usage.outputTokens.toLocaleString()} output${reasoning}`,
		...(cacheReadTokens ? [`${cacheReadTokens.toLocaleString()} read from the cache`] : []),
		...(cacheWriteTokens ? [`${cacheWriteTokens.toLocaleString()} written to the cache`] : []),
		...(estimatedTokens ? [`${estimatedTokens.toLocaleString()} of these estimated`] : []),
	].join(', ')
}
