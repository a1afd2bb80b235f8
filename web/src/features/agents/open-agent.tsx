/** The transcript of the agent that the address names. */
import { Plug } from 'lucide-react'
import { useRoom } from '../../data/room/room-context.tsx'
import { Empty, Skeleton } from '../../ui/feedback.tsx'
import { Transcript } from './transcript/transcript.tsx'
import { type AgentFolder, useAgentFolders, useAgents } from './use-agents.ts'

export function OpenAgent(props: { editorKey: string; agentId: string; back: string | null }) {
	const folders = useAgentFolders()
	const { link } = useRoom()
	const folder = folders?.find(({ seat }) => seat.editorKey === props.editorKey)
	if (folder) return <OfFolder {...props} folder={folder} />
	return (
		<div className="flex min-w-0 flex-1 items-center justify-center">
			{folders === null && link !== 'refused' ? (
				<Skeleton rows={6} className="w-full p-4" />
			) : (
				<Empty icon={<Plug />} title="Its computer is not connected">
					The transcript is on that computer. It appears here when its relay has connected.
				</Empty>
			)}
		</div>
	)
}

function OfFolder(props: {
	editorKey: string
	agentId: string
	back: string | null
	folder: AgentFolder
}) {
	const { folder, ...open } = props
	const agents = useAgents(folder)
	const cards = agents.kind === 'read' ? agents.list.cards : []
	return <Transcript {...open} card={cards.find(({ agentId }) => agentId === open.agentId)} />
}
