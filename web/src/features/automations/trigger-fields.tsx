/** What starts a new automation. */
import type { AutomationTrigger, WebhookProof } from '@fairlead/protocol/automations'
import { Choices } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { PROOFS } from './words.ts'

const KINDS: readonly { readonly value: AutomationTrigger['kind']; readonly label: string }[] = [
	{ value: 'webhook', label: 'Webhook' },
	{ value: 'schedule', label: 'Schedule' },
	{ value: 'event', label: 'Event' },
	{ value: 'button', label: 'Button' },
]

const HINTS: Readonly<Record<AutomationTrigger['kind'], string>> = {
	webhook: 'Another program starts it with a signed request. You get its address and a secret.',
	schedule: 'At the times of a schedule, also while nobody is signed in.',
	event: 'When something happens in this project.',
	button: 'A person starts it on this page. The button also starts every other automation.',
}

const FIRST: Readonly<Record<AutomationTrigger['kind'], AutomationTrigger>> = {
	webhook: { kind: 'webhook', proof: 'standard' },
	schedule: {
		kind: 'schedule',
		cron: '30 2 * * *',
		timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
	},
	event: { kind: 'event', event: 'run_failed' },
	button: { kind: 'button' },
}

export function TriggerFields(props: {
	trigger: AutomationTrigger
	onChange: (trigger: AutomationTrigger) => void
}) {
	const { trigger } = props
	return (
		<div className="flex flex-col gap-3">
			<div className="flex flex-col gap-1">
				<p aria-hidden className="text-line font-medium">
					Started by
				</p>
				<div className="flex">
					<Choices
						label="Started by"
						name="trigger"
						value={trigger.kind}
						choices={KINDS}
						onChoose={(kind) => props.onChange(FIRST[kind])}
					/>
				</div>
				<p className="text-cap text-muted">{HINTS[trigger.kind]}</p>
			</div>
			{trigger.kind === 'webhook' && (
				<Field label="How the sender proves itself" hint={PROOFS[trigger.proof].hint}>
					{(tied) => (
						<Select
							{...tied}
							value={trigger.proof}
							onChange={(event) =>
								props.onChange({ kind: 'webhook', proof: event.target.value as WebhookProof })
							}
						>
							{Object.entries(PROOFS).map(([proof, { label }]) => (
								<option key={proof} value={proof}>
									{label}
								</option>
							))}
						</Select>
					)}
				</Field>
			)}
		</div>
	)
}
