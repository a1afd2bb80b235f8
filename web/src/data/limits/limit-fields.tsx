/** The limits of a run, as they are typed. An empty field means the default. */
import type { Budget } from '@fairlead/protocol/conversations/runs'
import { Field } from '../../ui/form/field.tsx'
import { TextField } from '../../ui/form/form.tsx'
import { type BudgetTexts, LIMITS, type Wanted } from './limits.ts'

export function LimitFields(props: {
	texts: BudgetTexts
	wanted: Wanted
	/** The limits that apply where a field is empty. */
	fallback: Budget
	onChange: (texts: BudgetTexts) => void
}) {
	const { texts, wanted } = props
	return (
		<div className="grid gap-4 md:grid-cols-3">
			{LIMITS.map(({ key, label, hint }) => (
				<Field
					key={key}
					label={label}
					hint={hint}
					issue={wanted.ok ? undefined : wanted.issues[key]}
				>
					{(tied) => (
						<TextField
							{...tied}
							inputMode="decimal"
							className="tabular"
							placeholder={props.fallback[key]?.toLocaleString()}
							value={texts[key]}
							onChange={(event) => props.onChange({ ...texts, [key]: event.target.value })}
						/>
					)}
				</Field>
			))}
		</div>
	)
}
