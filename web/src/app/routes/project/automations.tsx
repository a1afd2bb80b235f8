/** `/p/:projectId/automations`: what starts runs in this project without a person. */
import { useQuery } from '@tanstack/react-query'
import { Plus, Workflow } from 'lucide-react'
import { useNavigate, useParams } from 'react-router'
import { automationPath, NEW_AUTOMATION } from '../../../data/address.ts'
import { automationsQuery } from '../../../data/api/automations.ts'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import { isSignedOut, projectQuery } from '../../../data/api/queries.ts'
import { SignedOut } from '../../../data/person/signed-out.tsx'
import { useMayEdit } from '../../../data/person/use-role.ts'
import { useTitle } from '../../../data/title.ts'
import { AutomationList } from '../../../features/automations/automation-list.tsx'
import { NotAllowed } from '../../../features/automations/not-allowed.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty, Skeleton } from '../../../ui/feedback.tsx'
import { ProjectPage } from './project-page.tsx'

export default function AutomationsRoute() {
	const { projectId = '' } = useParams()
	const navigate = useNavigate()
	const project = useQuery(projectQuery(projectId))
	const mayEdit = useMayEdit()
	const automations = useQuery({ ...automationsQuery(projectId), enabled: mayEdit })
	const name = project.data?.name
	useTitle(name === undefined ? 'Automations' : `Automations · ${name}`)
	const error = project.error ?? automations.error
	if (isSignedOut(error)) return <SignedOut />
	const list = automations.data
	const create = (
		<Button look="primary" onClick={() => navigate(automationPath(projectId, NEW_AUTOMATION))}>
			<Plus /> New automation
		</Button>
	)
	return (
		<ProjectPage
			projectId={projectId}
			name={name}
			title="Automations"
			action={mayEdit && list && list.length > 0 && create}
		>
			{!mayEdit ? (
				<NotAllowed projectId={projectId} />
			) : (
				<>
					<p className="mt-0.5 text-line text-muted text-pretty">
						An automation starts runs without a person at the page: by a webhook, at the times of a
						schedule, after an event, or by a button.
					</p>
					{automations.isPending && !error && <Skeleton rows={4} className="mt-8" />}
					{error && !list && (
						<ErrorNote
							error={error}
							onRetry={() => void Promise.all([project.refetch(), automations.refetch()])}
							className="mt-4"
						/>
					)}
					{list?.length === 0 && (
						<div className="mt-4 rounded-lg border border-edge">
							<Empty icon={<Workflow />} title="No automations yet" action={create}>
								For example: when somebody pushes to GitHub, run the tests and report what fails.
							</Empty>
						</div>
					)}
					{list && list.length > 0 && <AutomationList projectId={projectId} list={list} />}
				</>
			)}
		</ProjectPage>
	)
}
