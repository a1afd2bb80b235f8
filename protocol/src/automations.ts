/** Automations: what starts a run without a person at the page. Bodies of `/api/projects/:id/automations`. */
import * as z from 'zod/mini'
import { Id } from './http.ts'
import { Budget, ConversationMode, RunState } from './runs.ts'

/**
 * How a webhook's sender proves itself. standard: the signature of Standard Webhooks · github:
 * `X-Hub-Signature-256` · bearer: the secret itself in `Authorization`.
 */
export const WebhookProof = z.enum(['standard', 'github', 'bearer'])
export type WebhookProof = z.infer<typeof WebhookProof>

/** Every automation can also be started by its button; `button`: by nothing else. */
export const AutomationTrigger = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('webhook'), proof: WebhookProof }),
	z.object({ kind: z.literal('button') }),
])
export type AutomationTrigger = z.infer<typeof AutomationTrigger>

/**
 * The fate of a delivery while the run of an earlier one is active. queue: it waits · replace: the
 * active run is stopped · skip: it begins no run.
 */
export const Concurrency = z.enum(['queue', 'replace', 'skip'])
export type Concurrency = z.infer<typeof Concurrency>

export const MAX_CONDITION_CHARS = 1_000
export const MAX_TEMPLATE_CHARS = 20_000

const options = {
	name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
	enabled: z.boolean(),
	/** An expression over the payload, see `docs/automations.md`; null: every delivery begins a run. */
	condition: z.nullable(z.string().check(z.trim(), z.maxLength(MAX_CONDITION_CHARS))),
	/** The prompt, with `{{ path }}` for values of the payload. */
	template: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_TEMPLATE_CHARS)),
	mode: ConversationMode,
	/** Null: the default. */
	model: z.nullable(z.string().check(z.maxLength(200))),
	/** Null: the project's. */
	budget: z.nullable(Budget),
	concurrency: Concurrency,
} as const

export const Automation = z.object({
	id: Id,
	trigger: AutomationTrigger,
	...options,
	createdBy: z.string(),
	createdAt: z.int(),
	updatedAt: z.int(),
	/** Where its deliveries go; null without a webhook. */
	url: z.nullable(z.string()),
})
export type Automation = z.infer<typeof Automation>

export const CreateAutomation = z.object({
	trigger: AutomationTrigger,
	name: options.name,
	template: options.template,
	enabled: z._default(options.enabled, true),
	condition: z._default(options.condition, null),
	mode: z._default(options.mode, 'auto'),
	model: z._default(options.model, null),
	budget: z._default(options.budget, null),
	concurrency: z._default(options.concurrency, 'queue'),
})
export type CreateAutomation = z.infer<typeof CreateAutomation>

/** The trigger stays: its secret belongs to it. */
export const UpdateAutomation = z.partial(z.object(options))
export type UpdateAutomation = z.infer<typeof UpdateAutomation>

/** `secret` is shown this once; null without a webhook. */
export const CreatedAutomation = z.extend(Automation, { secret: z.nullable(z.string()) })
export type CreatedAutomation = z.infer<typeof CreatedAutomation>
export const NewSecret = z.object({ secret: z.string() })
export type NewSecret = z.infer<typeof NewSecret>

export const DeliverySource = z.enum(['webhook', 'button', 'replay'])
export type DeliverySource = z.infer<typeof DeliverySource>

/** A delivery's outcome. */
export const DeliveryVerdict = z.enum([
	'begun',
	'condition_not_met',
	/** The condition or the template is not valid. */
	'condition_failed',
	'disabled',
	/** An earlier run was active, and the automation skips. */
	'busy',
	/** A newer delivery took its place before it began. */
	'replaced',
	/** No run could begin; `error` says why. */
	'failed',
])
export type DeliveryVerdict = z.infer<typeof DeliveryVerdict>

export const DeliveryHeaders = z.record(z.string(), z.string())
export type DeliveryHeaders = z.infer<typeof DeliveryHeaders>

export const Delivery = z.object({
	id: Id,
	/** A delivery with the same value is the same one, sent again: the sender's id, or GitHub's signature. */
	deliveryId: z.string(),
	source: DeliverySource,
	replayOf: z.nullable(Id),
	/** Id of the person who pressed the button, or replayed it. */
	askedBy: z.nullable(z.string()),
	receivedAt: z.int(),
	address: z.string(),
	payloadBytes: z.int(),
	/** Null: it waits for the run of an earlier one. */
	verdict: z.nullable(DeliveryVerdict),
	error: z.nullable(z.string()),
	conversationId: z.nullable(Id),
	run: z.nullable(z.object({ id: Id, state: RunState })),
})
export type Delivery = z.infer<typeof Delivery>
/** The newest 100. */
export const DeliveryList = z.object({ deliveries: z.array(Delivery) })
export type DeliveryList = z.infer<typeof DeliveryList>
/** With what came: the headers that matter, and at most 64 KB of the payload. */
export const DeliveryDetail = z.extend(Delivery, { headers: DeliveryHeaders, payload: z.string() })
export type DeliveryDetail = z.infer<typeof DeliveryDetail>

export const ListedAutomation = z.extend(Automation, {
	/** The newest one that is in the log; null: none yet. */
	lastDelivery: z.nullable(
		z.pick(Delivery, { id: true, receivedAt: true, verdict: true, run: true }),
	),
})
export type ListedAutomation = z.infer<typeof ListedAutomation>
export const AutomationList = z.object({ automations: z.array(ListedAutomation) })
export type AutomationList = z.infer<typeof AutomationList>

export const Accepted = z.object({ deliveryId: Id })
export type Accepted = z.infer<typeof Accepted>

export const TestAutomation = z.object({
	/** A sample of what a sender would send. */
	payload: z._default(z.unknown(), {}),
	/** Stands for the header `X-GitHub-Event`. */
	event: z._default(z.nullable(z.string().check(z.maxLength(100))), null),
	/** Also hand it in as a delivery, by the button. */
	run: z._default(z.boolean(), false),
	/** Tried in the place of what is saved; a run begins only with what is saved. */
	draft: z.optional(z.object({ condition: options.condition, template: options.template })),
})
export type TestAutomation = z.infer<typeof TestAutomation>

export const AutomationTested = z.object({
	/** Whether the condition lets the sample through. */
	met: z.boolean(),
	/** The message that the model would get; null if the condition is not met. */
	prompt: z.nullable(z.string()),
	/** Null: it was only tried out. */
	deliveryId: z.nullable(Id),
})
export type AutomationTested = z.infer<typeof AutomationTested>
