/** The fields of a run's limits as they are typed. Pure. An empty field means the default. */
import { Budget } from '@fairlead/protocol/conversations/runs'

export type LimitKey = keyof Required<Budget>
export type BudgetTexts = Readonly<Record<LimitKey, string>>

export const LIMITS: readonly { key: LimitKey; label: string; hint: string }[] = [
	{ key: 'steps', label: 'Model calls', hint: 'Calls to the model in one run, from 1 to 500.' },
	{ key: 'tokens', label: 'Tokens', hint: 'Input and output combined, at least 1,000.' },
	{
		key: 'costUsd',
		label: 'Cost in US dollars',
		hint: 'By list prices or the payer’s own values. Has no effect if the model’s price is unknown.',
	},
]

export const textsOf = (budget: Budget | undefined): BudgetTexts => ({
	steps: budget?.steps?.toString() ?? '',
	tokens: budget?.tokens?.toString() ?? '',
	costUsd: budget?.costUsd?.toString() ?? '',
})

export type Wanted =
	/** null: all defaults. */
	| { readonly ok: true; readonly budget: Budget | null }
	| { readonly ok: false; readonly issues: Partial<Record<LimitKey, string>> }

/** Thousands may be set apart by commas, spaces or apostrophes. */
const numberOf = (typed: string): number => Number(typed.replaceAll(/[\s,’']/g, ''))

export function budgetOf(texts: BudgetTexts): Wanted {
	const budget: Budget = {}
	const issues: Partial<Record<LimitKey, string>> = {}
	for (const { key, hint } of LIMITS) {
		if (texts[key].trim() === '') continue
		const value = numberOf(texts[key])
		if (Budget.shape[key].safeParse(value).success) budget[key] = value
		else issues[key] = `This value is not valid. ${hint}`
	}
	if (Object.keys(issues).length > 0) return { ok: false, issues }
	return { ok: true, budget: Object.keys(budget).length === 0 ? null : budget }
}
