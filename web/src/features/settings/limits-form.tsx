/** The limits after which a run stops and offers to continue: of a project, or of one conversation. */
import type { Budget } from '@fairlead/protocol/conversations/runs'
import { type ReactNode, useState } from 'react'
import { LimitFields } from '../../data/limits/limit-fields.tsx'
import { type BudgetTexts, budgetOf, type LimitKey, textsOf } from '../../data/limits/limits.ts'
import { Button } from '../../ui/button.tsx'

export function LimitsForm(props: {
	budget: Budget | undefined
	/** The limits that apply where a field is empty. */
	fallback: Budget
	pending: boolean
	/** The last save went well, and nothing was typed since. */
	saved: boolean
	error?: ReactNode
	/** null: all defaults. */
	onSave: (budget: Budget | null) => void
}) {
	const before = textsOf(props.budget)
	const [texts, setTexts] = useState<BudgetTexts>(before)
	const wanted = budgetOf(texts)
	const changed = (Object.keys(texts) as LimitKey[]).some((key) => texts[key] !== before[key])
	return (
		<form
			className="flex flex-col gap-4 p-4"
			onSubmit={(event) => {
				event.preventDefault()
				if (!wanted.ok) return
				// Shows the numbers that are saved: "1,000" becomes "1000".
				setTexts(textsOf(wanted.budget ?? undefined))
				props.onSave(wanted.budget)
			}}
		>
			<LimitFields texts={texts} wanted={wanted} fallback={props.fallback} onChange={setTexts} />
			{props.error}
			<div className="flex items-center justify-end gap-3">
				<p role="status" className="text-line text-muted">
					{props.saved && !changed ? 'Saved' : ''}
				</p>
				<Button type="submit" disabled={!wanted.ok || !changed || props.pending}>
					Save limits
				</Button>
			</div>
		</form>
	)
}
