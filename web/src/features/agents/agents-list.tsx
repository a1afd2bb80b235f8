/** The agents of the project: Fairlead's own, and the coding agents on all computers, by computer and folder. */
import { Bot, Plug } from 'lucide-react'
import { useAction } from '../../actions/use-actions.ts'
import { useMayEdit } from '../../data/person/use-role.ts'
import { useRoom } from '../../data/room/room-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty, Skeleton } from '../../ui/feedback.tsx'
import { FolderAgents } from './folder-agents.tsx'
import type { Gathered } from './gathered.ts'
import { OwnRuns } from './own/runs.tsx'
import { useKnownFolders } from './use-agents.ts'

export function AgentsList(props: {
	projectId: string
	/** The agent, or the terminal, that is shown beside the cards. */
	open: { readonly editorKey: string; readonly agentId: string } | null
	gathered: Gathered
}) {
	const { projectId, open, gathered } = props
	const folders = useKnownFolders()
	const { link } = useRoom()
	const mayEdit = useMayEdit()
	const connect = useAction('editor.connect')
	if (!mayEdit) {
		return (
			<Empty icon={<Bot />} title="Agents are shown to editors and owners">
				Their transcripts may hold anything that is in a terminal on the project's computers.
			</Empty>
		)
	}
	if (!folders) {
		return link === 'refused' ? (
			<Empty title="Cannot connect to this project">Reload the page, or sign in again.</Empty>
		) : (
			<Skeleton rows={6} className="p-4" />
		)
	}
	if (folders.length === 0) {
		return (
			<>
				<OwnRuns projectId={projectId} except={gathered.asking} />
				<Empty
					icon={<Plug />}
					title="No computer is connected"
					action={connect && <Button onClick={connect.run}>Connect a computer</Button>}
				>
					Coding agents in terminals of the project's computers appear here, such as Claude Code.
				</Empty>
			</>
		)
	}
	return (
		<>
			<OwnRuns projectId={projectId} except={gathered.asking} />
			{folders.map((folder) => (
				<FolderAgents
					key={folder.seat.editorKey}
					projectId={projectId}
					folder={folder}
					openId={open?.editorKey === folder.seat.editorKey ? open.agentId : null}
					gather={gathered.gather}
				/>
			))}
		</>
	)
}
