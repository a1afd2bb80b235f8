/** The trigger of an automation. Its kind, and how a webhook proves itself, are chosen once. */
import type { AutomationTrigger } from '@fairlead/protocol/automations/automations'
import { Choices } from '../../ui/form/choices.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import type { FieldIssues } from './draft.ts'
import { ScheduleFields } from './schedule-fields.tsx'
import { EVENTS, PROOFS } from './words.ts'

type Kind = AutomationTrigger['kind']

const KINDS: readonly { readonly value: Kind; readonly label: string }[] = [
	{ value: 'webhook', label: 'Webhook' },
	{ value: 'schedule', label: 'Schedule' },
	{ value: 'event', label: 'Event' },
	{ value: 'button', label: 'Button' },
]

const HINTS: Readonly<Record<Kind, string>> = {
	webhook: 'Another program starts it with a signed request. You get its address and a secret.',
	schedule: 'At the times of a schedule, also while nobody is signed in.',
	event: 'When something happens in this project.',
	button: 'A person starts it on this page. The button also starts every other automation.',
}

function firstOf(kind: Kind): AutomationTrigger {
	switch (kind) {
		case 'webhook':
			return { kind, proof: 'standard' }
		case 'schedule': {
			const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
			return { kind, cron: '30 2 * * *', timeZone }
		}
		case 'event':
			return { kind, event: 'run_failed' }
		case 'button':
			return { kind }
		default:
			return kind satisfies never
	}
}

interface Props {
	readonly projectId: string
	readonly trigger: AutomationTrigger
	readonly issues: FieldIssues
	readonly onChange: (trigger: AutomationTrigger) => void
}

/** The trigger of a new automation. */
export function TriggerFields(props: Props) {
	const { trigger, onChange } = props
	return (
		<div className="flex flex-col gap-4">
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
						onChoose={(kind) => onChange(firstOf(kind))}
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
								onChange({ ...trigger, proof: event.target.value as typeof trigger.proof })
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
			<ChangingFields {...props} />
		</div>
	)
}

/** The part of a trigger that can be changed later. */
export function ChangingFields({ projectId, trigger, issues, onChange }: Props) {
	if (trigger.kind === 'schedule') {
		return (
			<ScheduleFields
				projectId={projectId}
				schedule={trigger}
				issues={issues}
				onChange={({ cron, timeZone }) => onChange({ kind: 'schedule', cron, timeZone })}
			/>
		)
	}
	if (trigger.kind !== 'event') return null
	return (
		<Field label="Event">
			{(tied) => (
				<Select
					{...tied}
					value={trigger.event}
					onChange={(event) =>
						onChange({ ...trigger, event: event.target.value as typeof trigger.event })
					}
				>
					{Object.entries(EVENTS).map(([value, label]) => (
						<option key={value} value={value}>
							{label}
						</option>
					))}
				</Select>
			)}
		</Field>
	)
}
