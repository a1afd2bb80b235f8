/** The agents of one project among those of all projects: what each does, and the way to it. */
import type { Project } from '@fairlead/protocol/projects/project'
import { visible } from '@fairlead/protocol/view/visible'
import { useEffect } from 'react'
import { agentsPath } from '../../../data/address.ts'
import { useConversationsFollowed } from '../../../data/conversations/conversations.ts'
import { RoomProvider, useRoom } from '../../../data/room/room-context.tsx'
import { Skeleton } from '../../../ui/feedback.tsx'
import { Link } from '../../../ui/link.tsx'
import { AgentBranch } from '../agent-card.tsx'
import { NotShown } from '../folder-agents.tsx'
import type { AgentFolder } from '../folders/known-folders.ts'
import type { Gathered } from '../gathered.ts'
import { arranged } from '../list.ts'
import { RunCards } from '../own/runs.tsx'
import { placePath } from '../terminals/use-act.ts'
import { useAgents, useKnownFolders } from '../use-agents.ts'

export function ProjectAgents(props: { project: Project; gathered: Gathered }) {
	const { project, gathered } = props
	const { id, name } = project
	return (
		<section aria-label={visible(name)} className="rounded-lg border border-edge bg-surface">
			<h2 className="truncate border-b border-edge px-4 py-2.5 font-semibold">
				<Link to={agentsPath(id)} className="rounded-sm underline underline-offset-3">
					{visible(name)}
				</Link>
			</h2>
			<RoomProvider path={`/api/projects/${id}/room`} probe={`/api/projects/${id}`}>
				<RunCards projectId={id} except={gathered.asking} />
				<Folders projectId={id} gather={gathered.gather} />
			</RoomProvider>
		</section>
	)
}

const Line = ({ children }: { children: string }) => (
	<p className="px-4 py-2.5 text-line text-muted wrap-anywhere">{children}</p>
)

function Folders({ projectId, gather }: { projectId: string; gather: Gathered['gather'] }) {
	useConversationsFollowed(projectId)
	const folders = useKnownFolders()
	const { link } = useRoom()
	if (link === 'refused') return <Line>Cannot connect to this project.</Line>
	if (!folders) return <Skeleton rows={2} className="px-4 py-2.5" />
	if (folders.length === 0) return <Line>No computer is connected.</Line>
	return folders.map((folder) => (
		<Folder key={folder.seat.editorKey} projectId={projectId} folder={folder} gather={gather} />
	))
}

function Folder(props: { projectId: string; folder: AgentFolder; gather: Gathered['gather'] }) {
	const { projectId, folder, gather } = props
	const { seat, computer, isConnected } = folder
	const { editorKey } = seat
	const agents = useAgents(folder)
	const list = isConnected && agents.kind === 'read' ? agents.list : null
	const cards = list?.cards
	useEffect(() => {
		gather(editorKey, cards ?? [])
		return () => gather(editorKey, [])
	}, [gather, editorKey, cards])
	const open = arranged(cards ?? []).open
	const place = `${visible(seat.name)} on ${visible(computer)}`
	return (
		<section aria-label={place} className="border-b border-edge last:border-b-0">
			<p className="truncate px-4 pt-2.5 text-cap text-muted" title={seat.projectPath}>
				{place}
			</p>
			{!isConnected && <Line>The computer is not connected.</Line>}
			{isConnected && agents.kind === 'reading' && <Skeleton rows={2} className="px-4 py-2.5" />}
			{isConnected && agents.kind === 'failed' && <Line>{agents.message}</Line>}
			{list?.shown && open.length === 0 && <Line>No agent is at work.</Line>}
			{list && !list.shown && open.length === 0 && (
				<div className="pt-1.5">
					<NotShown path={seat.projectPath} computer={computer} />
				</div>
			)}
			{open.length > 0 && (
				<ul aria-label="Agents">
					{open.map((branch) => (
						<AgentBranch
							key={branch.card.agentId}
							branch={branch}
							projectId={projectId}
							editorKey={editorKey}
							pathOf={(agentId) => placePath(projectId, editorKey, agentId)}
							openId={null}
						/>
					))}
				</ul>
			)}
		</section>
	)
}
