/** Plans: what a person and a project may use. Pure. `docs/operating.md` has the table for operators. */
import { type LimitName, PlanName } from '@fairlead/protocol/people/quotas'
import type { Allowance, Standing } from './actor.ts'
import { TRIAL_RUNS } from './trial.ts'

/** A limit that is missing does not exist. */
export type Limits = Readonly<Partial<Record<LimitName, number>>>
export type LimitOf = 'person' | 'project'

export const PLANS: Readonly<Record<PlanName, Readonly<Record<LimitOf, Limits>>>> = {
	unlimited: { person: {}, project: {} },
	free: {
		person: {
			runs_per_day: 30,
			runs_per_month: 300,
			model_tokens_per_month: 20_000_000,
			server_key_usd_per_day: 2,
			server_key_usd_per_month: 20,
			projects: 3,
			api_tokens: 5,
		},
		project: {
			runs_per_day: 50,
			runs_per_month: 500,
			model_tokens_per_month: 30_000_000,
			storage_mb: 250,
			viewers: 20,
			relays: 3,
		},
	},
	team: {
		person: {
			runs_per_day: 500,
			runs_per_month: 5_000,
			model_tokens_per_month: 500_000_000,
			server_key_usd_per_day: 50,
			server_key_usd_per_month: 500,
			projects: 30,
			api_tokens: 30,
		},
		project: {
			runs_per_day: 1_000,
			runs_per_month: 10_000,
			model_tokens_per_month: 1_000_000_000,
			storage_mb: 5_000,
			viewers: 200,
			relays: 30,
		},
	},
	// A trial has one project, in which nobody else works.
	trial: { person: { runs: TRIAL_RUNS }, project: {} },
}

/** The plan of those for whom the operator has set none. @throws if the variable names no plan */
export function defaultPlan(variable: string | undefined): PlanName {
	if (variable === undefined || variable === '') return 'unlimited'
	const parsed = PlanName.safeParse(variable)
	if (parsed.success) return parsed.data
	throw new Error(`PLAN is "${variable}". Set it to one of: ${PlanName.options.join(', ')}.`)
}

export function planOfPerson(
	standing: Standing,
	allowance: Allowance | null | undefined,
	installed: PlanName,
): PlanName {
	if (standing === 'trial') return 'trial'
	return allowance?.plan ?? (standing === 'owner' ? 'unlimited' : installed)
}

/** The plan's limits, with those that the operator set instead. */
export function limitsOf(
	of: LimitOf,
	plan: PlanName,
	allowance: Allowance | null | undefined,
): Limits {
	const all = Object.entries({ ...PLANS[plan][of], ...allowance?.limits })
	return Object.fromEntries(all.filter(([, max]) => max !== null)) as Limits
}

const day = (now: number): string => new Date(now).toISOString().slice(0, 10)
const month = (now: number): string => day(now).slice(0, 7)

/** Limits that are counted, by the period in which they count; `all`: never anew. */
export interface Counted {
	readonly period: string
	readonly runs: number | null
	readonly tokens: number | null
}

/** The counters that these limits need; none for a plan without limits. */
export function countersOf(limits: Limits, now: number): Counted[] {
	const { runs_per_day, runs_per_month, runs, model_tokens_per_month } = limits
	const counted = (period: string, runs?: number, tokens?: number): Counted[] =>
		runs === undefined && tokens === undefined
			? []
			: [{ period, runs: runs ?? null, tokens: tokens ?? null }]
	return [
		...counted(day(now), runs_per_day),
		...counted(month(now), runs_per_month, model_tokens_per_month),
		...counted('all', runs),
	]
}

export const SERVER_KEY_LIMITS = [
	'server_key_usd_per_day',
	'server_key_usd_per_month',
	'server_key_tokens_per_day',
	'server_key_tokens_per_month',
] as const satisfies readonly LimitName[]

/** The sum that holds this limit at a moment. */
export function serverKeyPeriod(
	limit: (typeof SERVER_KEY_LIMITS)[number],
	now: number,
): { readonly period: string; readonly what: 'usd' | 'tokens' } {
	switch (limit) {
		case 'server_key_usd_per_day':
			return { period: day(now), what: 'usd' }
		case 'server_key_usd_per_month':
			return { period: month(now), what: 'usd' }
		case 'server_key_tokens_per_day':
			return { period: day(now), what: 'tokens' }
		case 'server_key_tokens_per_month':
			return { period: month(now), what: 'tokens' }
		default:
			return limit satisfies never
	}
}

/** When a period ends, in Unix milliseconds; null: never. Days and months are those of UTC. */
export function endOf(period: string): number | null {
	if (period === 'all') return null
	const [year = 0, monthOfYear = 1, dayOfMonth] = period.split('-').map(Number)
	return dayOfMonth === undefined
		? Date.UTC(year, monthOfYear, 1)
		: Date.UTC(year, monthOfYear - 1, dayOfMonth + 1)
}

export interface Period {
	/** The period's name, as {@link periodsOf} lists it. */
	readonly name: string
	/** Unix milliseconds. */
	readonly from: number
	readonly endsAt: number
}

/** The day and the month of a moment, in UTC. */
export function monthAndDay(now: number): Readonly<Record<'day' | 'month', Period>> {
	const period = (name: string): Period => ({
		name,
		from: Date.parse(name),
		endsAt: endOf(name) ?? Infinity,
	})
	return { day: period(day(now)), month: period(month(now)) }
}

/** The limit that a counter holds. */
export function limitNameOf(period: string, what: 'runs' | 'tokens'): LimitName {
	if (what === 'tokens') return 'model_tokens_per_month'
	return period === 'all' ? 'runs' : period.length === 7 ? 'runs_per_month' : 'runs_per_day'
}

/** The periods of a moment, whether or not a limit counts them. */
export const periodsOf = (now: number): readonly string[] => [day(now), month(now), 'all']
