/** Bodies of `/api/operator`: the operator's view of people and projects, and decisions about them. */
import * as z from 'zod/mini'
import { Id } from '../http/id.ts'
import { LimitName, PlanName } from './quotas.ts'
import { Me } from './session.ts'

const Allowed = {
	/** null: the installation's plan. */
	plan: z.nullable(PlanName),
	/** Limits that replace the plan's; null: without limit. */
	limits: z.partialRecord(LimitName, z.nullable(z.int())),
	suspended: z.nullable(z.object({ since: z.int(), reason: z.string() })),
	/** The sums of the last 30 days. */
	lately: z.object({ runs: z.int(), tokens: z.int(), costUsd: z.number() }),
}
export const OperatorPerson = z.object({
	id: Id,
	name: z.string(),
	email: z.nullable(z.string()),
	standing: Me.shape.role,
	createdAt: z.int(),
	projects: z.int(),
	...Allowed,
})
export type OperatorPerson = z.infer<typeof OperatorPerson>
export const OperatorPeople = z.object({
	/** Newest first. */
	people: z.array(OperatorPerson),
	nextCursor: z.nullable(z.string()),
})
export type OperatorPeople = z.infer<typeof OperatorPeople>

export const OperatorProject = z.object({
	id: Id,
	name: z.string(),
	createdAt: z.int(),
	members: z.int(),
	/** Ids of the owners. */
	owners: z.array(z.string()),
	conversations: z.int(),
	...Allowed,
})
export type OperatorProject = z.infer<typeof OperatorProject>
export const OperatorProjects = z.object({
	/** Newest first. */
	projects: z.array(OperatorProject),
	nextCursor: z.nullable(z.string()),
})
export type OperatorProjects = z.infer<typeof OperatorProjects>

export const OperatorListQuery = z.object({
	/** A part of the name or the mail address, or a whole id. */
	search: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
	suspended: z.optional(z.enum(['true', 'false'])),
	/** The `nextCursor` of the page before. */
	cursor: z.optional(Id),
	limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
})

export const Suspend = z.object({
	/** The person, or the project's members, read it. */
	reason: z.string().check(z.trim(), z.minLength(1, 'Give a reason.'), z.maxLength(300)),
})
export const Suspended = z.object({
	/** Runs that were active. */
	stoppedRuns: z.int(),
})
export type Suspended = z.infer<typeof Suspended>

const MAX_LIMIT = 1_000_000_000_000
export const SetQuota = z
	.object({
		/** null: the installation's plan. */
		plan: z.optional(z.nullable(PlanName)),
		/** Limits to set; the others stay. null: without limit; `plan`: the plan's. */
		limits: z.optional(
			z.partialRecord(
				LimitName,
				z.union([z.null(), z.literal('plan'), z.int().check(z.minimum(0), z.maximum(MAX_LIMIT))]),
			),
		),
	})
	.check(
		z.refine(
			({ plan, limits }) => plan !== undefined || Object.keys(limits ?? {}).length > 0,
			'Specify what to set: "plan" or "limits".',
		),
	)
export type SetQuota = z.infer<typeof SetQuota>
export const Allowance = z.object({ plan: Allowed.plan, limits: Allowed.limits })
export type Allowance = z.infer<typeof Allowance>

export const ResealQuery = z.object({
	/** The `nextCursor` of the batch before. */
	cursor: z.optional(z.string().check(z.regex(/^\d{1,2}\.\d{1,15}$/))),
})

/** Secrets that were encrypted anew under the current SECRETS_KEY. */
export const ResealedBatch = z.object({
	resealed: z.int(),
	/** Secrets that neither the current key nor the previous one opens; they stay as they are. */
	locked: z.array(
		z.object({
			table: z.string(),
			/** The row's id; for a model key, the person and the provider. */
			id: z.string(),
		}),
	),
	/** null after the last batch. */
	nextCursor: z.nullable(z.string()),
})
export type ResealedBatch = z.infer<typeof ResealedBatch>

/** A player of the Core War arena is out of sight. */
export const RemovedArenaPlayer = z.object({
	id: z.int(),
	/** False: battles still hold what is no longer shown. Repeat the request. */
	isCleared: z.boolean(),
})
export type RemovedArenaPlayer = z.infer<typeof RemovedArenaPlayer>
