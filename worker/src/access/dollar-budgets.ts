/** The verdict of budgets in dollars on a run, and its words. Pure. */

import type { NoticePart } from '@fairlead/protocol/conversations/stream-parts'
import { BUDGET_WARN_SHARE } from '@fairlead/protocol/models/dollar-budgets'

/** The person whose usage the run is, or its project. */
export type BudgetOf = 'person' | 'project'
export type BudgetWindow = 'day' | 'month'

export interface DollarsSpent {
	/** US dollars by list prices: the calls whose price is known. */
	readonly usd: number
	/** The number of the others. */
	readonly unpricedCalls: number
}

export function dollarsSpent(calls: readonly { readonly costUsd: number | null }[]): DollarsSpent {
	const priced = calls.flatMap(({ costUsd }) => (costUsd === null ? [] : [costUsd]))
	return {
		usd: priced.reduce((sum, usd) => sum + usd, 0),
		unpricedCalls: calls.length - priced.length,
	}
}

/** One budget that counts a run. */
export interface BudgetFigure {
	readonly of: BudgetOf
	readonly window: BudgetWindow
	readonly maxUsd: number
	/** Includes the run's own spending up to the time of the read. */
	readonly spentUsd: number
	/** Unix ms: from then on, nothing of it is spent. */
	readonly endsAt: number
	/** This run is the one that is warned. */
	readonly warns: boolean
}

export interface BudgetFigures {
	readonly figures: readonly BudgetFigure[]
	/** Those with a budget in dollars that refuse a model whose price is not known. */
	readonly unknownStops: readonly BudgetOf[]
}

export const NO_BUDGETS: BudgetFigures = { figures: [], unknownStops: [] }

/** Why a run may not go on, or not begin. */
export type BudgetStop =
	| {
			readonly code: 'budget_exceeded'
			readonly of: BudgetOf
			readonly window: BudgetWindow
			readonly endsAt: number
	  }
	| { readonly code: 'budget_no_price'; readonly of: BudgetOf; readonly model: string }

export interface BudgetRun {
	readonly model: { readonly name: string; readonly hasPrice: boolean }
	/** Dollars that it has spent since the figures were read. */
	readonly moreUsd: number
	readonly now: number
}

const spentOf = ({ spentUsd, endsAt }: BudgetFigure, { moreUsd, now }: BudgetRun): number =>
	(now < endsAt ? spentUsd : 0) + moreUsd

/** Returns null if nothing stops it. */
export function budgetStop(
	{ figures, unknownStops }: BudgetFigures,
	run: BudgetRun,
): BudgetStop | null {
	const [of] = unknownStops
	if (of && !run.model.hasPrice) return { code: 'budget_no_price', of, model: run.model.name }
	const [last] = figures
		.filter((figure) => spentOf(figure, run) >= figure.maxUsd)
		// The one that begins anew last: waiting for another would not help.
		.toSorted((a, b) => b.endsAt - a.endsAt)
	return last
		? { code: 'budget_exceeded', of: last.of, window: last.window, endsAt: last.endsAt }
		: null
}

/** Whether this much of a budget is to be warned about. */
export const isNear = (spentUsd: number, maxUsd: number): boolean =>
	spentUsd >= maxUsd * BUDGET_WARN_SHARE

const WINDOWS: Readonly<Record<BudgetWindow, string>> = { day: 'today', month: 'this month' }

/** Those who read it: the person whose run it is, or everyone who reads the conversation, also on a shared page. */
type Readers = 'themselves' | 'everyone'

/** Others read a conversation too: no notice names an amount. */
function whose(of: BudgetOf, readers: Readers, what: string): string {
	if (of === 'project') return `the project’s ${what}`
	return readers === 'themselves'
		? `your ${what}`
		: `the ${what} of the person who started this run`
}

export function stopTitle(stop: BudgetStop, readers: Readers = 'themselves'): string {
	switch (stop.code) {
		case 'budget_exceeded':
			return `The runs have spent ${whose(stop.of, readers, `budget for ${WINDOWS[stop.window]}`)}.`
		case 'budget_no_price':
			return `The price of the model "${stop.model}" is not known, and ${whose(stop.of, readers, 'budget')} refuses what it cannot count.`
		default:
			return stop satisfies never
	}
}

/** The next thing to do. */
export function stopAdvice(stop: BudgetStop, readers: Readers = 'themselves'): string {
	const owner = stop.of === 'person' ? 'They' : 'An owner'
	const own = stop.of === 'person' && readers === 'themselves'
	const raise = own ? 'Raise it under Usage' : `${owner} can raise it under Usage`
	switch (stop.code) {
		case 'budget_exceeded':
			return `${raise}, or wait: it begins anew on ${dateText(stop.endsAt)} UTC.`
		case 'budget_no_price':
			return own
				? 'Choose another model, or allow unknown prices in your budget under Usage.'
				: `Choose another model. ${owner} can allow unknown prices in the budget under Usage.`
		default:
			return stop satisfies never
	}
}

export const stopNotice = (stop: BudgetStop): NoticePart => ({
	level: 'warning',
	code: stop.code,
	text: stopTitle(stop, 'everyone'),
	hint: `${stopAdvice(stop, 'everyone')} After that, the agent can continue.`,
})

export const nearNotice = ({ of, window }: BudgetFigure): NoticePart => ({
	level: 'warning',
	code: 'budget_near',
	text: `The runs have spent ${BUDGET_WARN_SHARE * 100} % of ${whose(of, 'everyone', `budget for ${WINDOWS[window]}`)}.`,
	hint: `When it is spent, runs stop before their next model call. ${
		of === 'person' ? 'They can raise it under Usage.' : 'An owner can raise it under Usage.'
	}`,
})

const dateText = (at: number): string => new Date(at).toISOString().replace('T', ' ').slice(0, 16)
