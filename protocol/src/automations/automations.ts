/** Automations: what starts a run without a person at the page. Bodies of `/api/projects/:id/automations`. */
import * as z from 'zod/mini'
import { Budget, ConversationMode, RunState } from '../conversations/runs.ts'
import { Id } from '../http/id.ts'

/**
 * How a webhook's sender proves itself. standard: the signature of Standard Webhooks · github:
 * `X-Hub-Signature-256` · bearer: the secret itself in `Authorization`.
 */
export const WebhookProof = z.enum(['standard', 'github', 'bearer'])
export type WebhookProof = z.infer<typeof WebhookProof>

/**
 * Events of a project that can start an automation. run_failed: a run ended as failed ·
 * editor_connected: a Unity process came that was not there before · share_opened: a browser opened a
 * share link for the first time.
 */
export const ProductEvent = z.enum(['run_failed', 'editor_connected', 'share_opened'])
export type ProductEvent = z.infer<typeof ProductEvent>

/** Five fields (minute, hour, day of the month, month, weekday) and an IANA time zone. */
export const Schedule = z.object({
	cron: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
	timeZone: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
})
export type Schedule = z.infer<typeof Schedule>

/** Two times of a schedule are never closer together. */
export const MIN_SCHEDULE_MINUTES = 5

/** Every automation can also be started by its button; `button`: by nothing else. */
export const AutomationTrigger = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('webhook'), proof: WebhookProof }),
	z.extend(Schedule, { kind: z.literal('schedule') }),
	z.object({ kind: z.literal('event'), event: ProductEvent }),
	z.object({ kind: z.literal('button') }),
])
export type AutomationTrigger = z.infer<typeof AutomationTrigger>

/**
 * The fate of a delivery while the run of an earlier one is active. queue: it waits · replace: the
 * active run is stopped · skip: it begins no run.
 */
export const Concurrency = z.enum(['queue', 'replace', 'skip'])
export type Concurrency = z.infer<typeof Concurrency>

/** The state of a delivery that waits for an editor. */
export const MAX_EDITOR_WAIT_MINUTES = 24 * 60

/**
 * The rule for a delivery while no editor is connected. wait: it begins when one comes, and fails after
 * that many minutes · fail: it fails · skip: it begins no run.
 */
export const WithoutEditor = z.discriminatedUnion('kind', [
	z.object({
		kind: z.literal('wait'),
		minutes: z.int().check(z.minimum(1), z.maximum(MAX_EDITOR_WAIT_MINUTES)),
	}),
	z.object({ kind: z.literal('fail') }),
	z.object({ kind: z.literal('skip') }),
])
export type WithoutEditor = z.infer<typeof WithoutEditor>

/** new: each run has a conversation of its own · same: all runs share one, which the first run makes. */
export const AutomationConversation = z.enum(['new', 'same'])
export type AutomationConversation = z.infer<typeof AutomationConversation>

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
	/** The model of its runs; null: the default. */
	model: z.nullable(z.string().check(z.maxLength(200))),
	/** The budget of each run; null: the project's. */
	budget: z.nullable(Budget),
	concurrency: Concurrency,
	/** null if it needs no editor: its runs begin anyway. */
	withoutEditor: z.nullable(WithoutEditor),
	conversation: AutomationConversation,
} as const

export const Automation = z.object({
	id: Id,
	trigger: AutomationTrigger,
	...options,
	createdBy: z.string(),
	createdAt: z.int(),
	updatedAt: z.int(),
	/** The address to which its deliveries are sent; null without a webhook. */
	url: z.nullable(z.string()),
	/** The next time of a schedule that is switched on, in Unix milliseconds. */
	nextAt: z.nullable(z.int()),
	/** The conversation in which all its runs are; null: none yet, or each has its own. */
	conversationId: z.nullable(Id),
	/** Reports that Fairlead switched off, because nothing arrived; see `reports.ts`. */
	reportsOff: z.int(),
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
	withoutEditor: z._default(options.withoutEditor, null),
	conversation: z._default(options.conversation, 'new'),
})
export type CreateAutomation = z.infer<typeof CreateAutomation>

/** A schedule's times can be changed, and which event it is; the kind of trigger and a webhook's proof stay. */
export const UpdateAutomation = z.partial(z.object({ ...options, trigger: AutomationTrigger }))
export type UpdateAutomation = z.infer<typeof UpdateAutomation>

/** `secret` is shown this once; null without a webhook. */
export const CreatedAutomation = z.extend(Automation, { secret: z.nullable(z.string()) })
export type CreatedAutomation = z.infer<typeof CreatedAutomation>
export const NewSecret = z.object({ secret: z.string() })
export type NewSecret = z.infer<typeof NewSecret>

/** The next five times of a schedule, in Unix milliseconds. */
export const ScheduleTimes = z.object({ times: z.array(z.int()) })
export type ScheduleTimes = z.infer<typeof ScheduleTimes>

export const DeliverySource = z.enum(['webhook', 'schedule', 'event', 'button', 'replay'])
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
	/** No editor was connected, and the automation skips. */
	'no_editor',
	/** An event that the automation's own run caused, or the last of too long a chain of automations. */
	'loop',
	/** More events in an hour than an automation takes. */
	'too_many',
	/** It was refused: its sender did not prove to have the secret. One such line stands for an hour. */
	'not_proven',
	/** It was refused: its payload cannot be read, such as JSON that is broken. One such line stands for an hour. */
	'unreadable',
	/** No run could begin; `error` says why. */
	'failed',
])
export type DeliveryVerdict = z.infer<typeof DeliveryVerdict>

export const DeliveryHeaders = z.record(z.string(), z.string())
export type DeliveryHeaders = z.infer<typeof DeliveryHeaders>

/** The reason why a delivery waits: an earlier run has not ended, or there is no editor. */
export const DeliveryWait = z.object({
	for: z.enum(['run', 'editor']),
	/** When it no longer waits, in Unix milliseconds; null: it waits as long as it takes. */
	until: z.nullable(z.int()),
})
export type DeliveryWait = z.infer<typeof DeliveryWait>

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
	/** The time of the schedule that the delivery is for. It begins later than that if the server was down. */
	scheduledAt: z.nullable(z.int()),
	/** Earlier times of the schedule that this one stands for. */
	missed: z.int(),
	/** The number of automations in a row that led to the event. */
	depth: z.int(),
	/** null if it waits for nothing, or has only just come. */
	waitsFor: z.nullable(DeliveryWait),
	/** null while it waits. */
	verdict: z.nullable(DeliveryVerdict),
	error: z.nullable(z.string()),
	conversationId: z.nullable(Id),
	run: z.nullable(z.object({ id: Id, state: RunState })),
})
export type Delivery = z.infer<typeof Delivery>
/** The newest 100. */
export const DeliveryList = z.object({ deliveries: z.array(Delivery) })
export type DeliveryList = z.infer<typeof DeliveryList>
/** A delivery with its content: the headers that matter, and at most 64 KB of the payload. */
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
	/** True: the sample is also handed in as a delivery, like a press of the button. */
	run: z._default(z.boolean(), false),
	/** A condition and template to try in place of the saved ones; a run begins only with the saved ones. */
	draft: z.optional(z.object({ condition: options.condition, template: options.template })),
})
export type TestAutomation = z.infer<typeof TestAutomation>

export const AutomationTested = z.object({
	/** Whether the condition lets the sample through. */
	met: z.boolean(),
	/** The message that the model would get; null if the condition is not met. */
	prompt: z.nullable(z.string()),
	/** The delivery's id; null if it was only tried out. */
	deliveryId: z.nullable(Id),
})
export type AutomationTested = z.infer<typeof AutomationTested>
