/** Money, tokens and days, as the usage page writes them. */
import type { Usage } from '@fairlead/protocol/runs'
import type { Measure } from './range.ts'

const money = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD' })
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 })
const dayFormat = new Intl.DateTimeFormat(undefined, {
	timeZone: 'UTC',
	weekday: 'short',
	month: 'short',
	day: 'numeric',
})
const dayOfYear = new Intl.DateTimeFormat(undefined, {
	timeZone: 'UTC',
	month: 'short',
	day: 'numeric',
})

const CENT = 0.01

export const priceText = (usd: number): string =>
	usd > 0 && usd < CENT ? `< ${money.format(CENT)}` : money.format(usd)

/** "1.2M". */
export const shortCount = (count: number): string => compact.format(count)

export const tokensOf = (usage: Usage): number =>
	usage.inputTokens + usage.outputTokens + usage.cacheReadTokens + usage.cacheWriteTokens

/** "Sun, Nov 22". */
export const dayText = (day: string): string => dayFormat.format(Date.parse(day))
export const shortDay = (day: string): string => dayOfYear.format(Date.parse(day))

export const amountText = (amount: number, measure: Measure): string =>
	measure === 'price' ? priceText(amount) : `${shortCount(amount)} tokens`

/** The day with the most, if any had something: the demo model costs nothing, and a day without cost is no peak. */
export function mostText(highest: number, day: string, measure: Measure): string {
	if (highest > 0) return `Most: ${amountText(highest, measure)}, ${shortDay(day)}`
	return measure === 'price' ? 'No cost' : 'No tokens'
}

/** The parts of a number of tokens, which cost differently. */
export const tokenParts = (usage: Usage): string =>
	[
		`${usage.inputTokens.toLocaleString()} input`,
		`${usage.outputTokens.toLocaleString()} output`,
		`${usage.cacheReadTokens.toLocaleString()} read from the cache`,
		`${usage.cacheWriteTokens.toLocaleString()} written to the cache`,
	].join(', ')
