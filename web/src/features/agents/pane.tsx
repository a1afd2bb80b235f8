/** The tab of coding agents beside the chat. */
import { useParams } from 'react-router'
import { AgentsList } from './agents-list.tsx'
import { useGathered } from './gathered.ts'
import { OpenedElsewhere } from './opened.tsx'

export default function AgentsPanel() {
	const { projectId = '' } = useParams()
	const gathered = useGathered()
	return (
		<OpenedElsewhere open={null}>
			<div className="min-h-0 flex-1 overflow-y-auto pb-4">
				<AgentsList projectId={projectId} open={null} gathered={gathered} />
			</div>
		</OpenedElsewhere>
	)
}
