/** Automations in the words of the page. */
import type {
	AutomationConversation,
	AutomationTrigger,
	Concurrency,
	DeliverySource,
	DeliveryVerdict,
	DeliveryWait,
	ProductEvent,
	WebhookProof,
	WithoutEditor,
} from '@fairlead/protocol/automations/automations'

export const PROOFS: Readonly<Record<WebhookProof, { label: string; hint: string }>> = {
	standard: {
		label: 'Standard Webhooks signature',
		hint: 'For senders that sign as standardwebhooks.com describes, and for your own scripts.',
	},
	github: {
		label: 'GitHub signature',
		hint: 'For webhooks of a GitHub repository or organization.',
	},
	bearer: {
		label: 'Bearer token',
		hint: 'For senders that cannot sign. The secret itself is sent with each delivery.',
	},
}

export const EVENTS: Readonly<Record<ProductEvent, string>> = {
	run_failed: 'A run failed',
	editor_connected: 'An editor connected',
	share_opened: 'A share link was opened',
}

export function triggerWords(trigger: AutomationTrigger): string {
	switch (trigger.kind) {
		case 'webhook':
			return trigger.proof === 'github' ? 'GitHub webhook' : 'Webhook'
		case 'schedule':
			return `Schedule ${trigger.cron} (${trigger.timeZone})`
		case 'event':
			return EVENTS[trigger.event]
		case 'button':
			return 'Button'
		default:
			return trigger satisfies never
	}
}

export const SOURCES: Readonly<Record<DeliverySource, string>> = {
	webhook: 'Webhook',
	schedule: 'Schedule',
	event: 'Event',
	button: 'Button',
	replay: 'Replay',
}

/** If a delivery began a run, the run's state says more. */
export const VERDICTS: Readonly<Record<DeliveryVerdict, string>> = {
	begun: 'Run started',
	condition_not_met: 'Condition not met',
	condition_failed: 'Condition or prompt not valid',
	disabled: 'Switched off',
	busy: 'Skipped: an earlier run was active',
	replaced: 'Replaced by a newer delivery',
	no_editor: 'Skipped: no editor was connected',
	loop: 'Skipped: its own runs led to it',
	too_many: 'Skipped: too many events in an hour',
	not_proven: 'Refused: not proven by the secret',
	unreadable: 'Refused: payload not readable',
	failed: 'No run could start',
}

/** Words for a delivery that is not decided yet. */
export const waitWords = (wait: DeliveryWait | null): string =>
	wait === null ? 'Waiting' : WAITS[wait.for]
const WAITS: Readonly<Record<DeliveryWait['for'], string>> = {
	run: 'Waiting for an earlier run',
	editor: 'Waiting for an editor',
}

export const CONCURRENCY: Readonly<Record<Concurrency, { label: string; hint: string }>> = {
	queue: { label: 'Queue', hint: 'The next deliveries wait, and run in their order.' },
	replace: { label: 'Replace', hint: 'The active run is stopped, and the newest delivery runs.' },
	skip: { label: 'Skip', hint: 'A delivery that comes meanwhile starts no run.' },
}

export const WITHOUT_EDITOR: Readonly<
	Record<'start' | WithoutEditor['kind'], { label: string; hint: string }>
> = {
	start: { label: 'Start anyway', hint: 'The run starts, and waits when it needs an editor.' },
	wait: {
		label: 'Wait',
		hint: 'It starts when an editor connects, and fails after these minutes.',
	},
	fail: { label: 'Fail', hint: 'The delivery fails at once.' },
	skip: { label: 'Skip', hint: 'The delivery starts no run.' },
}

export const CONVERSATIONS: Readonly<
	Record<AutomationConversation, { label: string; hint: string }>
> = {
	new: { label: 'A new one for each run', hint: 'Each run starts without what earlier ones did.' },
	same: { label: 'One for all runs', hint: 'Each run continues from the ones before it.' },
}
