/** `/p/:projectId/settings`: what applies to one project. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { automationsPath } from '../../../data/address.ts'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import { isSignedOut, projectQuery } from '../../../data/api/queries.ts'
import { SignedOut } from '../../../data/person/signed-out.tsx'
import { useMayEdit, useMayManage } from '../../../data/person/use-role.ts'
import { useTitle } from '../../../data/title.ts'
import { ConversationSettings } from '../../../features/settings/conversation-settings.tsx'
import { People } from '../../../features/settings/project/people.tsx'
import { ProjectLimits } from '../../../features/settings/project/project-limits.tsx'
import { RelayTokens } from '../../../features/settings/project/relay-tokens.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/feedback.tsx'
import { Link } from '../../../ui/link.tsx'
import { lazyPart } from '../../../ui/loading/lazy-part.tsx'
import { Row, Section } from '../../../ui/section.tsx'
import { ProjectPage } from './project-page.tsx'

const SectionIndex = lazyPart(() => import('../../../ui/section-index.tsx'))
const Grants = lazyPart(() => import('../../../features/settings/project/grants.tsx'), {
	what: 'The list of grants',
	className: 'm-3',
})
const McpServers = lazyPart(() => import('../../../features/mcp-servers/servers.tsx'), {
	what: 'The list of servers',
	className: 'm-3',
})

export default function ProjectSettingsRoute() {
	const { projectId = '' } = useParams()
	const project = useQuery(projectQuery(projectId))
	const mayEdit = useMayEdit()
	const mayManage = useMayManage()
	const name = project.data?.name
	useTitle(name === undefined ? 'Settings' : `Settings · ${name}`)
	if (isSignedOut(project.error)) return <SignedOut />
	return (
		<ProjectPage projectId={projectId} name={name} title="Project settings">
			{project.isPending && <Skeleton rows={6} className="mt-8" />}
			{project.error && !project.data && (
				<ErrorNote error={project.error} onRetry={() => void project.refetch()} className="mt-4" />
			)}
			{project.data && (
				<div key={projectId}>
					<SectionIndex />
					<People projectId={projectId} />
					{mayManage && <ProjectLimits project={project.data} />}
					<Section
						id="always-allowed"
						title="Always allowed"
						hint="These calls run without asking in every conversation of this project."
					>
						<Grants until={<Skeleton rows={2} className="p-4" />} projectId={projectId} />
					</Section>
					{mayEdit && (
						<Section id="automations" title="Automations">
							<Row
								title="Runs without a person at the page"
								detail="Started by webhooks, schedules, events, or a button."
								action={
									<Link to={automationsPath(projectId)} className={buttonClass()}>
										Open automations
									</Link>
								}
							/>
						</Section>
					)}
					{mayEdit && (
						<Section
							id="mcp-servers"
							title="MCP servers"
							hint="Tools of other services that the agent of this project may use, with its questions and your approvals."
						>
							<McpServers until={<Skeleton rows={2} className="p-4" />} projectId={projectId} />
						</Section>
					)}
					{mayEdit && <RelayTokens projectId={projectId} />}
					<ConversationSettings project={project.data} />
				</div>
			)}
		</ProjectPage>
	)
}
