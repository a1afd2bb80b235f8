/** The limits after which a run stops and offers to continue. */
import { type Project, Project as ProjectSchema } from '@fairlead/protocol/http'
import { type Budget, DEFAULT_BUDGET } from '@fairlead/protocol/runs'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { projectQuery } from '../../data/api/queries.ts'
import { type BudgetTexts, budgetOf, LIMITS, textsOf } from '../../data/limits.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/form.tsx'

export default function LimitsDialog(props: { projectId: string; onClose: () => void }) {
	const project = useQuery(projectQuery(props.projectId))
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && props.onClose()}
			title="Run limits"
			description="A run that reaches a limit stops with a notice. “Continue” starts another run with the full limits. These limits apply to every run in this project."
		>
			{project.isPending && <Skeleton rows={3} className="mt-4" />}
			{project.error && <ErrorNote error={project.error} className="mt-4" />}
			{project.data && <Form project={project.data} onClose={props.onClose} />}
		</Dialog>
	)
}

function Form(props: { project: Project; onClose: () => void }) {
	const { id, budget } = props.project
	const client = useQueryClient()
	const [texts, setTexts] = useState<BudgetTexts>(() => textsOf(budget))
	const wanted = budgetOf(texts)
	const save = useMutation({
		mutationFn: (body: { budget: Budget | null }) =>
			api(ProjectSchema, `/api/projects/${id}`, { method: 'PATCH', body }),
		onSuccess: (saved) => {
			client.setQueryData(projectQuery(id).queryKey, saved)
			props.onClose()
		},
	})
	return (
		<form
			className="mt-4 flex flex-col gap-3"
			onSubmit={(event) => {
				event.preventDefault()
				if (wanted.ok) save.mutate({ budget: wanted.budget })
			}}
		>
			{LIMITS.map(({ key, label, hint }) => {
				const issue = wanted.ok ? undefined : wanted.issues[key]
				return (
					<div key={key} className="flex flex-col gap-1">
						<label htmlFor={`limit-${key}`} className="text-line font-medium">
							{label}
						</label>
						<TextField
							id={`limit-${key}`}
							aria-describedby={`limit-${key}-hint`}
							inputMode="decimal"
							className="tabular"
							placeholder={DEFAULT_BUDGET[key].toLocaleString()}
							value={texts[key]}
							aria-invalid={issue !== undefined}
							onChange={(event) => setTexts({ ...texts, [key]: event.target.value })}
						/>
						<p
							id={`limit-${key}-hint`}
							className={issue ? 'text-cap text-danger' : 'text-cap text-muted'}
						>
							{issue ?? hint}
						</p>
					</div>
				)
			})}
			{save.error && <ErrorNote error={save.error} />}
			<div className="flex justify-end gap-2">
				<Button onClick={props.onClose}>Cancel</Button>
				<Button type="submit" look="primary" disabled={!wanted.ok || save.isPending}>
					Save
				</Button>
			</div>
		</form>
	)
}
