import { CreatedAutomation } from '@fairlead/protocol/automations/automations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
	automationQuery,
	automationsApi,
	useReadAutomationsAgain,
} from '../../data/api/automations.ts'
import { api } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { toApiError } from '../../data/api/problem.ts'
import { FromBefore, useKeptEdits } from '../../ui/form/use-kept-edits.tsx'
import { AutomationForm } from './automation-form.tsx'
import { bodyOf, EMPTY_DRAFT, type FieldIssues, fieldIssues } from './draft.ts'
import { exampleOf } from './sample.ts'
import { TriggerFields } from './trigger-fields.tsx'

export function NewAutomation(props: {
	projectId: string
	onCreated: (made: CreatedAutomation) => void
}) {
	const { projectId } = props
	const client = useQueryClient()
	const readAgain = useReadAutomationsAgain(projectId)
	const edits = useKeptEdits(`automation.${projectId}`, EMPTY_DRAFT)
	const { typed: draft, type: setDraft } = edits
	const [issues, setIssues] = useState<FieldIssues>({})
	const create = useMutation({
		mutationFn: () => {
			const body = bodyOf(draft)
			return api(CreatedAutomation, automationsApi(projectId), { method: 'POST', body })
		},
		onSuccess: (made) => {
			edits.begin(EMPTY_DRAFT)
			const { secret: _, ...automation } = made
			client.setQueryData(automationQuery(projectId, made.id).queryKey, automation)
			void readAgain()
			props.onCreated(made)
		},
		onError: (error) => setIssues(fieldIssues(toApiError(error))),
	})
	const atFields = Object.keys(issues).length > 0
	return (
		<div className="mt-5 rounded-lg border border-edge bg-surface">
			<AutomationForm
				projectId={projectId}
				draft={draft}
				onDraft={(next) => {
					setDraft(next)
					setIssues({})
				}}
				issues={issues}
				sample={exampleOf(draft.trigger)}
				note={<FromBefore shown={edits.fromBefore} onDiscard={() => edits.begin(EMPTY_DRAFT)} />}
				error={create.error && !atFields && <ErrorNote error={create.error} />}
				status=""
				submit="Create automation"
				disabled={create.isPending}
				onSubmit={() => create.mutate()}
			>
				<TriggerFields
					projectId={projectId}
					trigger={draft.trigger}
					issues={issues}
					onChange={(trigger) => {
						setDraft({ ...draft, trigger })
						setIssues({})
					}}
				/>
			</AutomationForm>
		</div>
	)
}
