/** `/p/:projectId/automations/:automationId?delivery=`: one automation; `new` in the place of its id makes one. */

import { visible } from '@fairlead/protocol/view/visible'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { automationPath, automationsPath, NEW_AUTOMATION } from '../../../data/address.ts'
import { automationQuery } from '../../../data/api/automations.ts'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import { isSignedOut, projectQuery } from '../../../data/api/queries.ts'
import { SignedOut } from '../../../data/person/signed-out.tsx'
import { useMayEdit } from '../../../data/person/use-role.ts'
import { useTitle } from '../../../data/title.ts'
import { AutomationDetails } from '../../../features/automations/automation-details.tsx'
import { NewAutomation } from '../../../features/automations/new-automation.tsx'
import { NotAllowed } from '../../../features/automations/not-allowed.tsx'
import { Skeleton } from '../../../ui/feedback.tsx'
import { ProjectPage } from './project-page.tsx'

export default function AutomationRoute() {
	const { projectId = '', automationId = '' } = useParams()
	const navigate = useNavigate()
	const isNew = automationId === NEW_AUTOMATION
	const mayEdit = useMayEdit()
	const project = useQuery(projectQuery(projectId))
	const automation = useQuery({
		...automationQuery(projectId, automationId),
		enabled: mayEdit && !isNew,
	})
	/** A secret that was just made; gone with the page. */
	const [made, setMade] = useState<{ id: string; secret: string } | null>(null)
	const found = isNew ? undefined : automation.data
	const title = isNew ? 'New automation' : found === undefined ? 'Automation' : visible(found.name)
	useTitle(title)
	const error = project.error ?? automation.error
	if (isSignedOut(error)) return <SignedOut />
	return (
		<ProjectPage
			projectId={projectId}
			name={project.data?.name}
			parent={{ to: automationsPath(projectId), title: 'Automations' }}
			title={title}
		>
			{!mayEdit ? (
				<NotAllowed projectId={projectId} />
			) : isNew ? (
				<NewAutomation
					projectId={projectId}
					onCreated={({ id, secret }) => {
						setMade(secret === null ? null : { id, secret })
						navigate(automationPath(projectId, id), { replace: true })
					}}
				/>
			) : (
				<>
					{automation.isPending && !error && <Skeleton rows={6} className="mt-8" />}
					{error && !found && (
						<ErrorNote
							error={error}
							onRetry={() => void Promise.all([project.refetch(), automation.refetch()])}
							className="mt-4"
						/>
					)}
					{found && (
						<AutomationDetails
							key={found.id}
							projectId={projectId}
							automation={found}
							secret={made?.id === found.id ? made.secret : null}
							onSecret={(secret) => setMade({ id: found.id, secret })}
						/>
					)}
				</>
			)}
		</ProjectPage>
	)
}
