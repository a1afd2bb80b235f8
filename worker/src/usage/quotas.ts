/** Limits of people and projects, and their use. The only place that decides whether a limit is reached. */
import type { PlanName, Quota } from '@fairlead/protocol/people/quotas'
import type { Actor, Allowance } from '../access/actor.ts'
import {
	countersOf,
	defaultPlan,
	endOf,
	type LimitOf,
	type Limits,
	limitNameOf,
	limitsOf,
	planOfPerson,
} from '../access/plans.ts'
import type { Database } from '../db/client.ts'
import type { Env } from '../env.ts'
import { type Charge, charge, readUse, refund, storedBytes } from './store/quota-use.ts'

const MB = 1_000_000

/** A limit that is reached, and whose it is. */
export type Reached = Quota & { readonly of: LimitOf }

export const planOf = (env: Env, actor: Actor): PlanName =>
	'standing' in actor
		? planOfPerson(actor.standing, actor.allowance, defaultPlan(env.PLAN))
		: 'unlimited'

/** The limits of the person behind the actor; none without a person. */
export const personLimits = (env: Env, actor: Actor): Limits =>
	'standing' in actor ? limitsOf('person', planOf(env, actor), actor.allowance) : {}

export const projectPlan = (env: Env, allowance: Allowance | null): PlanName =>
	allowance?.plan ?? defaultPlan(env.PLAN)

export const projectLimits = (env: Env, allowance: Allowance | null): Limits =>
	limitsOf('project', projectPlan(env, allowance), allowance)

/** The charges of one run. */
export interface RunCharge {
	readonly charges: readonly (Charge & { readonly of: LimitOf })[]
}

/**
 * Counts a run before it begins, so that of runs that begin at the same moment no more begin than may. Without
 * limits, it reads and writes nothing.
 *
 * @returns the limit that is reached; or what was counted, for {@link giveBack} if the run does not begin
 */
export async function chargeRun(
	env: Env,
	db: Database,
	actor: Actor,
	project: { readonly id: string; readonly allowance: Allowance | null },
	now: number,
): Promise<RunCharge | { readonly reached: Reached }> {
	const ofProject = projectLimits(env, project.allowance)
	const charges = [
		...('userId' in actor
			? countersOf(personLimits(env, actor), now).map((one) => ({
					...one,
					of: 'person' as const,
					subject: actor.userId,
				}))
			: []),
		...countersOf(ofProject, now).map((one) => ({
			...one,
			of: 'project' as const,
			subject: project.id,
		})),
	]
	const full = await storageReached(db, project.id, ofProject)
	if (full) return { reached: full }
	if (await charge(db, charges, now)) return { charges }
	return { reached: await reachedOf(db, charges) }
}

export const giveBack = (db: Database, { charges }: RunCharge): Promise<void> => refund(db, charges)

/** Returns null if there is room. For what stores without a run. */
export const storageFull = (
	env: Env,
	db: Database,
	project: { readonly id: string; readonly allowance: Allowance | null },
): Promise<Reached | null> => storageReached(db, project.id, projectLimits(env, project.allowance))

async function storageReached(
	db: Database,
	projectId: string,
	{ storage_mb: max }: Limits,
): Promise<Reached | null> {
	if (max === undefined) return null
	const used = (await storedBytes(db, projectId)) / MB
	if (used < max) return null
	return { of: 'project', limit: 'storage_mb', used: Math.round(used), max, resetsAt: null }
}

/** Which of them is used up. */
async function reachedOf(db: Database, charges: RunCharge['charges']): Promise<Reached> {
	const use = await readUse(db, [...new Set(charges.map(({ subject }) => subject))])
	const all = charges.flatMap(({ of, subject, period, runs, tokens }) => {
		const at = use.find((one) => one.subject === subject && one.period === period)
		return (['runs', 'tokens'] as const).flatMap((what) => {
			const max = what === 'runs' ? runs : tokens
			const used = at?.[what] ?? 0
			if (max === null || used < max) return []
			return [{ of, limit: limitNameOf(period, what), used, max, resetsAt: endOf(period) }]
		})
	})
	// The one that resets last: waiting for another would not help.
	const [reached] = all.sort((a, b) => (b.resetsAt ?? Infinity) - (a.resetsAt ?? Infinity))
	if (reached) return reached
	// Another request has given one back since.
	const [first] = charges
	if (!first) throw new Error('A charge without limits is never refused.')
	const max = first.runs ?? first.tokens ?? 0
	const limit = limitNameOf(first.period, first.runs === null ? 'tokens' : 'runs')
	return { of: first.of, limit, used: max, max, resetsAt: endOf(first.period) }
}

/** Every limit, with what is used of it. `held`: how many there are of what does not begin anew; missing: not counted. */
export async function quotasOf(
	db: Database,
	subject: string,
	limits: Limits,
	held: Readonly<Partial<Record<keyof Limits, number>>>,
	now: number,
): Promise<Quota[]> {
	const use = await readUse(db, [subject])
	const counted = countersOf(limits, now).flatMap(({ period, runs, tokens }): Quota[] => {
		const at = use.find((one) => one.period === period)
		return (['runs', 'tokens'] as const).flatMap((what) => {
			const max = what === 'runs' ? runs : tokens
			if (max === null) return []
			return [
				{ limit: limitNameOf(period, what), used: at?.[what] ?? 0, max, resetsAt: endOf(period) },
			]
		})
	})
	const others = (['projects', 'api_tokens', 'storage_mb', 'viewers', 'relays'] as const).flatMap(
		(limit): Quota[] => {
			const max = limits[limit]
			return max === undefined ? [] : [{ limit, used: held[limit] ?? null, max, resetsAt: null }]
		},
	)
	return [...counted, ...others]
}
