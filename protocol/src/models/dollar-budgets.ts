/** Budgets in US dollars: what the runs of a person, or of a project, may cost in a day and in a month. Bodies of `/api`. */
import * as z from 'zod/mini'
import { Id } from '../http/id.ts'

const Usd = z.number().check(z.minimum(0.01), z.maximum(1_000_000))

/** The limits count list prices, and days and months of UTC; null means no limit. */
export const DollarBudget = z.object({
	usdPerDay: z.nullable(Usd),
	usdPerMonth: z.nullable(Usd),
	/** Whether a model whose price is not known is refused: what it costs cannot be counted. */
	unknownStops: z.boolean(),
})
export type DollarBudget = z.infer<typeof DollarBudget>

export const NO_DOLLAR_BUDGET = {
	usdPerDay: null,
	usdPerMonth: null,
	unknownStops: false,
} as const satisfies DollarBudget

/** From this share of a budget on, one run is told, and the page says so. */
export const BUDGET_WARN_SHARE = 0.8

const Spent = z.object({
	/** Runs that have ended in this time, and those under way as far as known. */
	spentUsd: z.number(),
	/** Model calls in it whose price was not known: they are not in `spentUsd`. */
	unpricedCalls: z.int(),
	/** The time at which it begins anew, in Unix milliseconds. */
	endsAt: z.int(),
})
export const BudgetStanding = z.object({
	budget: DollarBudget,
	/** Counted also without a budget. */
	day: Spent,
	month: Spent,
})
export type BudgetStanding = z.infer<typeof BudgetStanding>

/** Query of `GET /api/usage/budgets`. */
export const BudgetsQuery = z.object({ project: z.optional(Id) })
export const Budgets = z.object({
	/** Your budget, for all your runs in every project. */
	person: BudgetStanding,
	/** The budget of the project that was asked for, if you own it. */
	project: z.nullable(BudgetStanding),
})
export type Budgets = z.infer<typeof Budgets>
