import type { DollarBudget } from '@fairlead/protocol/models/dollar-budgets'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextField } from '../../ui/form/form.tsx'
import { AMOUNTS, budgetOf, textsOf } from './budget-fields.ts'

export function BudgetForm(props: {
	label: string
	budget: DollarBudget
	pending: boolean
	error?: ReactNode
	onSave: (budget: DollarBudget) => void
	onCancel: () => void
}) {
	const [texts, setTexts] = useState(() => textsOf(props.budget))
	const wanted = budgetOf(texts)
	return (
		<form
			aria-label={props.label}
			className="mt-3 flex flex-col gap-4 rounded-lg border border-edge bg-surface p-4"
			onSubmit={(event) => {
				event.preventDefault()
				if (wanted.ok) props.onSave(wanted.budget)
			}}
		>
			<div className="grid gap-4 md:grid-cols-2">
				{AMOUNTS.map(({ key, label }, n) => (
					<Field
						key={key}
						label={label}
						hint="By list prices, in UTC. Empty: no budget."
						issue={wanted.ok ? undefined : wanted.issues[key]}
					>
						{(tied) => (
							<TextField
								{...tied}
								autoFocus={n === 0}
								inputMode="decimal"
								className="tabular"
								value={texts[key]}
								onChange={(event) => setTexts({ ...texts, [key]: event.target.value })}
							/>
						)}
					</Field>
				))}
			</div>
			<label className="flex items-start gap-2.5 max-md:min-h-11">
				<input
					type="checkbox"
					className="mt-1 size-4 shrink-0 accent-accent"
					checked={texts.unknownStops}
					onChange={(event) => setTexts({ ...texts, unknownStops: event.target.checked })}
				/>
				<span>
					Refuse models with an unknown price
					<span className="block text-line text-muted">
						Their cost cannot be counted. If this is off, the budget does not limit them.
					</span>
				</span>
			</label>
			<p className="text-line text-muted text-pretty">
				At 80 % one run is told. At the budget, runs stop before their next model call, and no new
				one begins. Runs at the same time may each go over it by one step.
			</p>
			{props.error}
			<div className="flex justify-end gap-3">
				<Button onClick={props.onCancel}>Cancel</Button>
				<Button type="submit" disabled={!wanted.ok || props.pending}>
					Save budget
				</Button>
			</div>
		</form>
	)
}
