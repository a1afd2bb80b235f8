import { type Budget, DEFAULT_BUDGET } from '@fairlead/protocol/conversations/runs'
import { type Project, Project as ProjectSchema } from '@fairlead/protocol/projects/project'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { usagePath } from '../../../data/address.ts'
import { api } from '../../../data/api/client.ts'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import { projectQuery } from '../../../data/api/queries.ts'
import { Link } from '../../../ui/link.tsx'
import { Section } from '../../../ui/section.tsx'
import { LimitsForm } from '../limits-form.tsx'

export function ProjectLimits(props: { project: Project }) {
	const { id, budget } = props.project
	const client = useQueryClient()
	const save = useMutation({
		mutationFn: (wanted: Budget | null) =>
			api(ProjectSchema, `/api/projects/${id}`, { method: 'PATCH', body: { budget: wanted } }),
		onSuccess: (saved) => client.setQueryData(projectQuery(id).queryKey, saved),
	})
	return (
		<Section
			id="limits"
			title="Run limits"
			hint={
				<>
					A run that reaches a limit stops with a notice. “Continue” starts another run with the
					full limits. They apply to every run in this project; an empty field means the default.{' '}
					<Link to={usagePath(id)} className="underline">
						What all runs may cost in a day or a month
					</Link>{' '}
					is set under Usage.
				</>
			}
		>
			<LimitsForm
				budget={budget}
				fallback={DEFAULT_BUDGET}
				pending={save.isPending}
				saved={save.isSuccess}
				error={save.error && <ErrorNote error={save.error} />}
				onSave={(wanted) => save.mutate(wanted)}
			/>
		</Section>
	)
}
