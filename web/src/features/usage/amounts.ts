/** Days, and amounts by day, as the usage page writes them. */
import { priceText, shortCount } from '../../parts/amounts.ts'
import type { Measure } from './range.ts'

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
