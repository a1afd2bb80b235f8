/** Automations in the words of the page. */
import type {
	AutomationTrigger,
	Concurrency,
	DeliverySource,
	DeliveryVerdict,
	WebhookProof,
} from '@fairlead/protocol/automations'

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

export function triggerWords(trigger: AutomationTrigger): string {
	switch (trigger.kind) {
		case 'webhook':
			return trigger.proof === 'github' ? 'GitHub webhook' : 'Webhook'
		case 'button':
			return 'Button'
		default:
			return trigger satisfies never
	}
}

export const SOURCES: Readonly<Record<DeliverySource, string>> = {
	webhook: 'Webhook',
	button: 'Button',
	replay: 'Replay',
}

/** Of a delivery that began a run, the run's own state says more. */
export const VERDICTS: Readonly<Record<DeliveryVerdict, string>> = {
	begun: 'Run started',
	condition_not_met: 'Condition not met',
	condition_failed: 'Condition or prompt not valid',
	disabled: 'Switched off',
	busy: 'Skipped: an earlier run was active',
	replaced: 'Replaced by a newer delivery',
	failed: 'No run could start',
}
export const WAITING = 'Waiting for an earlier run'

export const CONCURRENCY: Readonly<Record<Concurrency, { label: string; hint: string }>> = {
	queue: { label: 'Queue', hint: 'The next deliveries wait, and run in their order.' },
	replace: { label: 'Replace', hint: 'The active run is stopped, and the newest delivery runs.' },
	skip: { label: 'Skip', hint: 'A delivery that comes meanwhile starts no run.' },
}
