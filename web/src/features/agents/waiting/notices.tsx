/** Notifies, wherever in the project the person's page is, when the turn of a coding agent is over. Draws nothing. */
import type { AgentCard } from '@fairlead/protocol/agents/agents'
import { visible } from '@fairlead/protocol/view/visible'
import { useEffect, useRef } from 'react'
import { useNavigate, useParams } from 'react-router'
import { Notifier } from '../../../data/person/notifier.ts'
import { showNotification } from '../../../data/person/show-notification.ts'
import { VisibleAnywhere } from '../../../data/person/visible-anywhere.ts'
import type { AgentFolder } from '../folders/known-folders.ts'
import { turnEnded } from '../list.ts'
import { placePath } from '../terminals/use-act.ts'
import { useAgentFolders, useAgents } from '../use-agents.ts'

export default function Notices() {
	const folders = useAgentFolders()
	return folders?.map((folder) => <OfFolder key={folder.seat.editorKey} folder={folder} />)
}

function OfFolder({ folder }: { folder: AgentFolder }) {
	const { projectId = '' } = useParams()
	const agents = useAgents(folder)
	const navigate = useNavigate()
	const { editorKey, name } = folder.seat
	const place = `${name} on ${folder.computer}`
	const notifier = useRef<Notifier<AgentCard> | null>(null)
	useEffect(() => {
		const seen = new VisibleAnywhere()
		const made = new Notifier<AgentCard>({
			keyOf: ({ agentId }) => agentId,
			isOn: () => true,
			isSeen: () => seen.ask(),
			show: ({ agentId, title }) =>
				showNotification(
					{
						title: `${visible(title)} waits for you`,
						body: visible(place),
						tag: `${editorKey} ${agentId}`,
					},
					() => navigate(placePath(projectId, editorKey, agentId)),
				),
		})
		notifier.current = made
		return () => {
			made.close()
			seen.close()
		}
	}, [navigate, projectId, editorKey, place])
	const list = agents.kind === 'read' ? agents.list : null
	useEffect(() => {
		if (list) void notifier.current?.update(turnEnded(list))
	}, [list])
	return null
}
