/** `/p/:projectId/…`: the frame of all pages of a project, with its room and its actions. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FolderKanban } from 'lucide-react'
import { useEffect } from 'react'
import { Outlet, useLocation, useNavigate, useParams } from 'react-router'
import { toApiError } from '../../data/api/problem.ts'
import { isSignedOut, projectQuery } from '../../data/api/queries.ts'
import { useConversationsFollowed } from '../../data/conversations/conversations.ts'
import { rememberProject } from '../../data/person/last-project.ts'
import { SignedOut } from '../../data/person/signed-out.tsx'
import { RoomProvider, useRoom } from '../../data/room/room-context.tsx'
import { useTitle } from '../../data/title.ts'
import { RevertProvider } from '../../features/revert/revert-provider.tsx'
import { MadeKindContext, WelcomesContext } from '../../run/packs.ts'
import { AnswerSlotsContext } from '../../run/slots.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { PartBoundary } from '../../ui/loading/part-boundary.tsx'
import { ANSWER_SLOTS } from '../answer-slots.tsx'
import { ProjectDialogs } from '../project-dialogs.tsx'
import { Header } from '../shell/header.tsx'
import { WELCOMES } from '../welcomes.ts'

/** If its code cannot be loaded, there are none. */
const AgentSignals = lazyPart(() => import('../../features/agents/waiting/signals.tsx'))
/** Without them, the menus and the palette offer less. */
const ProjectActions = lazyPart(() => import('../project-actions.tsx'))
const Suspended = lazyPart(() => import('../shell/suspended.tsx'), {
	what: 'This page',
	className: 'm-4',
})

export default function ProjectLayout() {
	const { projectId = '' } = useParams()
	const project = useQuery(projectQuery(projectId))
	const navigate = useNavigate()
	const opened = project.data?.id
	useEffect(() => {
		if (opened !== undefined) rememberProject(opened)
	}, [opened])
	if (isSignedOut(project.error)) return <SignedOut />
	const error = project.error && toApiError(project.error)
	const held = error?.code === 'suspended' ? 'account' : 'project'
	const reason = held === 'account' ? '' : project.data?.suspended
	if (reason !== undefined) {
		return (
			<div className="flex h-dvh flex-col">
				<Suspended of={held} reason={reason} />
			</div>
		)
	}
	if (error?.status === 404) {
		return (
			<main className="flex h-full items-center justify-center">
				<Empty
					icon={<FolderKanban />}
					page
					title="This project does not exist or is not shared with you"
					action={<Button onClick={() => navigate('/')}>All projects</Button>}
				/>
			</main>
		)
	}
	return (
		<RoomProvider
			path={`/api/projects/${projectId}/room`}
			probe={`/api/projects/${projectId}`}
			key={projectId}
		>
			<WelcomesContext value={WELCOMES}>
				<MadeKindContext value={project.data?.kind ?? null}>
					<AnswerSlotsContext value={ANSWER_SLOTS}>
						<RevertProvider>
							<Frame projectId={projectId} name={project.data?.name} />
						</RevertProvider>
					</AnswerSlotsContext>
				</MadeKindContext>
			</WelcomesContext>
		</RoomProvider>
	)
}

function Frame(props: { projectId: string; name: string | undefined }) {
	const { projectId, name } = props
	const client = useQueryClient()
	useTitle(name ?? null)
	const { link } = useRoom()
	const { pathname } = useLocation()
	/** A page of the project without a message box. */
	const besideChat = pathname.includes('/agents')
	useEffect(() => {
		// A connection that was closed comes back with another role, or not at all.
		if (link === 'reconnecting' || link === 'connecting') return
		void client.invalidateQueries({ queryKey: projectQuery(projectId).queryKey })
	}, [link, projectId, client])
	useConversationsFollowed(projectId)
	return (
		<div className="flex h-dvh flex-col">
			{!besideChat && (
				// biome-ignore lint/a11y/useValidAnchor: a link to a part of the page, whose box takes the focus
				<a
					href="#chat"
					onClick={(event) => {
						// There is none beside an error, and while a conversation loads.
						const box = document.getElementById('composer')
						if (!box) return
						event.preventDefault()
						box.focus()
					}}
					className="sr-only focus:not-sr-only focus:absolute focus:left-2 focus:top-2 focus:z-60 focus:rounded-md focus:bg-surface focus:px-3 focus:py-2"
				>
					Skip to the message box
				</a>
			)}
			<Header name={name} />
			<PartBoundary what="This page" className="m-4" resetKey={pathname}>
				<Outlet />
			</PartBoundary>
			<ProjectDialogs projectId={projectId} />
			<ProjectActions />
			<AgentSignals />
		</div>
	)
}
