/** Reports: what an automation tells others about its runs. Bodies of `/api/projects/:id/automations/:id/reports`. */
import * as z from 'zod/mini'
import { Id } from '../http/id.ts'

/** The most reports of one automation. */
export const MAX_REPORTS = 10

/**
 * The reported outcomes. begun: a run has begun · completed, failed, cancelled: it has ended · skipped: a delivery
 * began no run, by a rule of the automation · refused: it could not begin one; something must be mended.
 */
export const ReportOutcome = z.enum([
	'begun',
	'completed',
	'failed',
	'cancelled',
	'skipped',
	'refused',
])
export type ReportOutcome = z.infer<typeof ReportOutcome>

const path = z.string().check(z.trim(), z.minLength(1), z.maxLength(200))
const title = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))

/**
 * A report's form on GitHub. status: a commit status · check: a check run, for which GitHub wants the token of
 * a GitHub App · comment: on an issue or a pull request · issue: a new one. `sha` and `issue` are paths into the
 * payload of the delivery, as in templates; an issue can also be a number.
 */
export const GitHubReport = z.discriminatedUnion('as', [
	z.object({ as: z.literal('status'), sha: path, context: title }),
	z.object({ as: z.literal('check'), sha: path, name: title }),
	z.object({ as: z.literal('comment'), issue: z.union([z.int().check(z.positive()), path]) }),
	z.object({ as: z.literal('issue'), title }),
])
export type GitHubReport = z.infer<typeof GitHubReport>

const address = z.url().check(z.maxLength(2_000))

/** The target of a report, without its secret. */
export const ReportTarget = z.discriminatedUnion('kind', [
	/** Signed as Standard Webhooks says, with a secret of its own. */
	z.object({ kind: z.literal('webhook'), url: address }),
	/** An incoming webhook of Slack, or of a service that takes the same JSON. Its address is its secret. */
	z.object({ kind: z.literal('slack') }),
	z.object({
		kind: z.literal('github'),
		/** The API's address; on GitHub Enterprise Server `https://github.example/api/v3`. */
		api: z._default(address, 'https://api.github.com'),
		/** `owner/name` */
		repository: z
			.string()
			.check(z.regex(/^[A-Za-z0-9_.-]{1,100}\/[A-Za-z0-9_.-]{1,100}$/, 'Write it as owner/name.')),
		make: GitHubReport,
	}),
	/** A mail to the address of a member, as long as they are one. */
	z.object({ kind: z.literal('mail'), userId: Id }),
])
export type ReportTarget = z.infer<typeof ReportTarget>

/** of `slack`: the incoming webhook's address · of `github`: the token · otherwise null. */
const given = z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(2_000)))
const options = {
	outcomes: z.array(ReportOutcome).check(z.minLength(1), z.maxLength(20)),
	enabled: z.boolean(),
} as const

/** Why Fairlead switched a report off. */
export const ReportOff = z.object({ at: z.int(), reason: z.string() })
export type ReportOff = z.infer<typeof ReportOff>

export const Report = z.object({
	id: Id,
	target: ReportTarget,
	/** The target in words: a host, a repository, or a member's name. */
	to: z.string(),
	...options,
	/** null if it works, or a person switched it off. Switching it on again clears it. */
	off: z.nullable(ReportOff),
	createdAt: z.int(),
	updatedAt: z.int(),
})
export type Report = z.infer<typeof Report>
export const ReportList = z.object({ reports: z.array(Report) })
export type ReportList = z.infer<typeof ReportList>

export const CreateReport = z.object({
	target: ReportTarget,
	secret: z._default(given, null),
	outcomes: z._default(options.outcomes, ['completed', 'failed', 'refused']),
	enabled: z._default(options.enabled, true),
})
export type CreateReport = z.infer<typeof CreateReport>

/** `target`: of the same kind. Without `secret`, the one that is kept stays. */
export const UpdateReport = z.partial(z.object({ target: ReportTarget, secret: given, ...options }))
export type UpdateReport = z.infer<typeof UpdateReport>

/** `secret`: what a webhook's messages are signed with, shown this once; null for other kinds. */
export const CreatedReport = z.extend(Report, { secret: z.nullable(z.string()) })
export type CreatedReport = z.infer<typeof CreatedReport>

/**
 * The outcome of an attempt. delivered · retried: it is sent again later · refused: not sent again, since the receiver
 * does not take it · given_up: not sent again, after a day of attempts.
 */
export const AttemptVerdict = z.enum(['delivered', 'retried', 'refused', 'given_up'])
export type AttemptVerdict = z.infer<typeof AttemptVerdict>

/** One attempt to send a message. */
export const ReportAttempt = z.object({
	/** The same for every attempt to send this message; receivers get it, and can ignore a second one. */
	messageId: Id,
	/** The delivery whose outcome is told; null for a test. */
	deliveryId: z.nullable(Id),
	/** The outcome that is told; null for a test. */
	outcome: z.nullable(ReportOutcome),
	at: z.int(),
	/** Milliseconds until the answer, or until it was given up. */
	ms: z.int(),
	/** The HTTP status; null: there was no answer, or it was a mail. */
	status: z.nullable(z.int()),
	verdict: AttemptVerdict,
	error: z.nullable(z.string()),
	/** When it is sent again; null: it is not. */
	nextAt: z.nullable(z.int()),
})
export type ReportAttempt = z.infer<typeof ReportAttempt>

/** `attempts`: newest first, the last 50. `waiting`: messages that are not delivered yet. */
export const ReportAttemptList = z.object({ attempts: z.array(ReportAttempt), waiting: z.int() })
export type ReportAttemptList = z.infer<typeof ReportAttemptList>
