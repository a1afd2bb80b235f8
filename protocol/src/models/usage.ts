/** Usage of runs: tokens and list prices, as `/api/usage` sends them. */
import * as z from 'zod/mini'
import { Usage } from '../conversations/runs.ts'
import { Id } from '../http/id.ts'
import { Author } from '../people/author.ts'
import { PlanName, Quota } from '../people/quotas.ts'

/** One request to a model, as it is billed. */
export const ModelCall = z.object({
	/**
	 * title: made after the run has ended, by a model of its own; the run's sums then grow by it · sub_agent: any call of
	 * a run that this one started.
	 */
	purpose: z.enum(['answer', 'summary', 'title', 'sub_agent']),
	/** The call of a sub_agent: `<id of the call that started it>/<number of its model call>`. */
	agent: z.optional(z.nullable(z.string())),
	/** failed: the provider's answer broke off; the request may have been made again. */
	outcome: z.enum(['finished', 'failed', 'stopped']),
	model: z.string(),
	usage: Usage,
	/** US dollars by list prices; null: the model's price is not known. */
	costUsd: z.nullable(z.number()),
	/** The owner of the key that paid; null: nobody is billed, or it was not recorded. */
	paidBy: z.nullable(z.enum(['person', 'server'])),
	/** When it ended. */
	at: z.int(),
})
export type ModelCall = z.infer<typeof ModelCall>

export const RunUsage = z.object({
	runId: z.string(),
	projectId: z.string(),
	model: z.string(),
	usage: Usage,
	/** null if the model's price is not known. */
	costUsd: z.nullable(z.number()),
	finishedAt: z.int(),
})
export type RunUsage = z.infer<typeof RunUsage>
export const UsageSummary = z.object({
	totals: Usage,
	runs: z.int(),
	/** US dollars by list prices, for runs whose price is known. */
	costUsd: z.number(),
	/** Runs of a model whose price is not known. */
	unpricedRuns: z.int(),
	/** The newest runs first. */
	recent: z.array(RunUsage),
})
export type UsageSummary = z.infer<typeof UsageSummary>

const Used = z.object({
	runs: z.int(),
	/** Runs of a model whose price is not known. */
	unpricedRuns: z.int(),
	/** US dollars by list prices, of the runs whose price is known. */
	costUsd: z.number(),
	usage: Usage,
})
/** Query of `GET /api/conversations/:id/usage`. */
export const ConversationUsageQuery = z.object({
	/** Asks for this run only. */
	run: z.optional(Id),
})
export const ConversationUsage = z.object({
	/** All ended runs of the conversation. */
	total: Used,
	/** The newest 100 first, or the one that was asked for. */
	runs: z.array(
		z.extend(RunUsage, {
			/** The model calls in order; `usage` is their sum. null: the run is from before they were kept. */
			calls: z.nullable(z.array(ModelCall)),
		}),
	),
	/** True if there are more runs than listed; `total` counts all. */
	more: z.boolean(),
})
export type ConversationUsage = z.infer<typeof ConversationUsage>

/** A day of UTC: `2026-11-22`. */
const Day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
/** Query of `GET /api/usage/days`. */
export const UsageByDayQuery = z.object({
	/** Default: all of your projects. */
	project: z.optional(Id),
	/** A person's id. Only owners of a project see usage of anybody but themselves. */
	person: z.optional(Id),
	model: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
	/** Today included. */
	days: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(92)), 30),
})
export const UsageByDay = z.object({
	from: Day,
	to: Day,
	/** Days with usage, oldest first. */
	days: z.array(z.extend(Used, { day: Day })),
	/** One row per day, project, author and model; the newest day first, then by price. */
	rows: z.array(
		z.extend(Used, {
			day: Day,
			projectId: z.string(),
			by: z.object({
				kind: Author.shape.kind,
				/** null if no person caused it. */
				userId: z.nullable(z.string()),
				/** null if no person caused it, or they are gone. */
				name: z.nullable(z.string()),
			}),
			model: z.string(),
		}),
	),
	/** True if there are more rows than listed; `days` counts all. */
	more: z.boolean(),
})
export type UsageByDay = z.infer<typeof UsageByDay>

/** Query of `GET /api/usage/limits`. */
export const UsageLimitsQuery = z.object({ project: z.optional(Id) })
const Limited = z.object({
	plan: PlanName,
	/** Empty: a plan without limits. */
	quotas: z.array(Quota),
})
export const UsageLimits = z.object({
	/** Your own limits. */
	person: Limited,
	/** The limits of the project that was asked for. */
	project: z.nullable(Limited),
})
export type UsageLimits = z.infer<typeof UsageLimits>
