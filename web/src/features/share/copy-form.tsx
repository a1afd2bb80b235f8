/** Copies a conversation into a project in which the person may write. */
import { Conversation } from '@fairlead/protocol/conversations/conversation'
import { isAtLeast } from '@fairlead/protocol/people/roles'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { conversationPath } from '../../data/address.ts'
import { api } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { projectsQuery } from '../../data/api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback.tsx'
import { Select } from '../../ui/form/select.tsx'

export function CopyForm(props: { conversationId: string }) {
	const { conversationId } = props
	const navigate = useNavigate()
	const fieldId = useId()
	const list = useQuery(projectsQuery)
	const projects = list.data?.filter(({ role }) => role !== null && isAtLeast(role, 'editor'))
	const [chosen, setChosen] = useState<string | null>(null)
	const projectId = chosen ?? projects?.[0]?.id ?? null
	// The same for every try here: a request that is repeated makes no second copy.
	const [requestId] = useState(() => crypto.randomUUID())
	const copy = useMutation({
		mutationFn: (to: string) =>
			api(Conversation, `/api/projects/${to}/copies`, {
				method: 'POST',
				body: { conversationId, requestId },
			}),
		onSuccess: (made) => navigate(conversationPath(made.projectId, made.id)),
	})
	if (list.error) return <ErrorNote error={list.error} onRetry={() => void list.refetch()} />
	if (projects === undefined) return <Skeleton rows={2} />
	if (projectId === null)
		return <p className="text-line text-muted">You have no project yet. Create one first.</p>
	return (
		<form
			className="flex flex-col gap-3"
			onSubmit={(event) => {
				event.preventDefault()
				copy.mutate(projectId)
			}}
		>
			<p className="text-line text-muted">
				Finished messages and their pictures are copied. Changes in Unity are not.
			</p>
			<div className="flex flex-wrap items-end gap-3">
				<div className="flex min-w-48 flex-1 flex-col gap-1.5">
					<label htmlFor={fieldId} className="text-line font-medium">
						Project
					</label>
					<Select
						id={fieldId}
						value={projectId}
						onChange={(event) => setChosen(event.target.value)}
					>
						{projects.map(({ id, name }) => (
							<option key={id} value={id}>
								{name}
							</option>
						))}
					</Select>
				</div>
				<Button type="submit" look="primary" disabled={copy.isPending}>
					{copy.isPending ? 'Copying' : 'Copy'}
				</Button>
			</div>
			{copy.error && <ErrorNote error={copy.error} />}
		</form>
	)
}
