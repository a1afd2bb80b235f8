/** `/agents`: the agents of all projects that this person edits. */
import { isAtLeast } from '@fairlead/protocol/people/roles'
import { useQuery } from '@tanstack/react-query'
import { Bot } from 'lucide-react'
import { useState } from 'react'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { isSignedOut, projectsQuery } from '../../data/api/queries.ts'
import { lastFirst, lastProject } from '../../data/person/last-project.ts'
import { SignedOut } from '../../data/person/signed-out.tsx'
import { useTitle } from '../../data/title.ts'
import { useGathered } from '../../features/agents/gathered.ts'
import { ProjectAgents } from '../../features/agents/overview/project-agents.tsx'
import { summaryOf } from '../../features/agents/overview/summary.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, Skeleton } from '../../ui/feedback.tsx'

/** Each has a connection of its own, of which browsers allow some two hundred in all tabs. */
const PROJECTS_AT_ONCE = 20

export default function AllAgentsRoute() {
	const projects = useQuery(projectsQuery)
	const gathered = useGathered()
	const [shown, setShown] = useState(PROJECTS_AT_ONCE)
	useTitle('Agents')
	if (isSignedOut(projects.error)) return <SignedOut />
	const edited = projects.data?.filter(
		({ role, suspended }) => role !== null && isAtLeast(role, 'editor') && suspended === undefined,
	)
	const summary = summaryOf(Object.values(gathered.cards).flat())
	return (
		<main className="mx-auto w-full max-w-3xl flex-1 px-4 py-8">
			<h1 className="text-title font-semibold tracking-tight">Agents</h1>
			<p className="mt-0.5 text-line text-muted text-pretty">
				{summary || 'On the computers of the projects that you edit.'}
			</p>
			{projects.error && !edited && (
				<ErrorNote
					error={projects.error}
					onRetry={() => void projects.refetch()}
					className="mt-4"
				/>
			)}
			{projects.isPending && <Skeleton rows={6} className="mt-8" />}
			{edited?.length === 0 && (
				<div className="mt-4 rounded-lg border border-edge">
					<Empty icon={<Bot />} title="No agents to show">
						Agents are shown to editors and owners of a project.
					</Empty>
				</div>
			)}
			<div className="mt-4 space-y-4">
				{lastFirst(edited ?? [], lastProject())
					.slice(0, shown)
					.map((project) => (
						<ProjectAgents key={project.id} project={project} gathered={gathered} />
					))}
			</div>
			{edited && edited.length > shown && (
				<Button className="mt-4" onClick={() => setShown(shown + PROJECTS_AT_ONCE)}>
					Show {Math.min(PROJECTS_AT_ONCE, edited.length - shown)} more projects
				</Button>
			)}
		</main>
	)
}
