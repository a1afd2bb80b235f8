/** The fields of a budget in dollars as they are typed. Pure. An empty field means no budget. */
import { DollarBudget } from '@fairlead/protocol/models/dollar-budgets'

export interface BudgetTexts {
	readonly usdPerDay: string
	readonly usdPerMonth: string
	readonly unknownStops: boolean
}
export type AmountKey = 'usdPerDay' | 'usdPerMonth'

export const AMOUNTS: readonly { key: AmountKey; label: string }[] = [
	{ key: 'usdPerDay', label: 'US dollars a day' },
	{ key: 'usdPerMonth', label: 'US dollars a month' },
]

export const textsOf = ({ usdPerDay, usdPerMonth, unknownStops }: DollarBudget): BudgetTexts => ({
	usdPerDay: usdPerDay?.toString() ?? '',
	usdPerMonth: usdPerMonth?.toString() ?? '',
	unknownStops,
})

export type Wanted =
	| { readonly ok: true; readonly budget: DollarBudget }
	| { readonly ok: false; readonly issues: Partial<Record<AmountKey, string>> }

const ISSUE = 'Enter an amount from 0.01 to 1,000,000, or nothing for no budget.'

/** Commas that set thousands apart. In "2,50" it is the decimal sign of other countries. */
const THOUSANDS = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/

/** Thousands may be set apart, and a dollar sign may stand before the amount. */
function plain(text: string): string {
	const typed = text.replaceAll(/[\s’'$]/g, '')
	return THOUSANDS.test(typed) ? typed.replaceAll(',', '') : typed.replace(/^(\d*),(\d*)$/, '$1.$2')
}

export function budgetOf(texts: BudgetTexts): Wanted {
	const issues: Partial<Record<AmountKey, string>> = {}
	const amount = (key: AmountKey): number | null => {
		const typed = plain(texts[key])
		if (typed === '') return null
		const read = DollarBudget.shape[key].safeParse(Number(typed))
		if (!read.success) issues[key] = ISSUE
		return read.data ?? null
	}
	const usdPerDay = amount('usdPerDay')
	const usdPerMonth = amount('usdPerMonth')
	if (Object.keys(issues).length > 0) return { ok: false, issues }
	const counts = usdPerDay !== null || usdPerMonth !== null
	return {
		ok: true,
		budget: { usdPerDay, usdPerMonth, unknownStops: counts && texts.unknownStops },
	}
}
