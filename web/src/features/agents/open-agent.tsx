/** The agent that the address names: its transcript, or the terminal that it runs in. Or a terminal without an agent. */
import { Plug } from 'lucide-react'
import { useRoom } from '../../data/room/room-context.tsx'
import { Empty, Note, Skeleton } from '../../ui/feedback.tsx'
import { AgentViews } from './agent-views.tsx'
import type { AgentFolder } from './folders/known-folders.ts'
import { NotOpen } from './open-header.tsx'
import { OpenTerminal } from './terminals/open-terminal.tsx'
import { isTerminalId } from './terminals/use-act.ts'
import { useAgents, useKnownFolders } from './use-agents.ts'

interface Opened {
	readonly editorKey: string
	/** The id of an agent, or of a terminal. */
	readonly agentId: string
	/** The cards, where they are not beside it. */
	readonly back: string | null
}

export function OpenAgent(props: Opened) {
	const folders = useKnownFolders()
	const { link } = useRoom()
	const folder = folders?.find(({ seat }) => seat.editorKey === props.editorKey)
	if (folder?.isConnected) return <OfFolder {...props} folder={folder} />
	return (
		<NotOpen back={props.back}>
			{folders === null && link !== 'refused' ? (
				<Skeleton rows={6} className="w-full p-4" />
			) : (
				<Empty icon={<Plug />} title={`${folder?.computer ?? 'Its computer'} is not connected`}>
					{isTerminalId(props.agentId) ? 'The terminal' : 'The transcript'} is on that computer. It
					appears here when its relay has connected.
				</Empty>
			)}
		</NotOpen>
	)
}

function OfFolder(props: Opened & { folder: AgentFolder }) {
	const { folder, agentId, ...rest } = props
	const { connectedAt } = folder
	const agents = useAgents(folder)
	const list = agents.kind === 'read' ? agents.list : null
	if (!isTerminalId(agentId)) {
		return (
			<AgentViews
				{...rest}
				agentId={agentId}
				connectedAt={connectedAt}
				list={list}
				reading={agents.kind === 'reading'}
			/>
		)
	}
	if (list) {
		return <OpenTerminal {...rest} terminalId={agentId} connectedAt={connectedAt} list={list} />
	}
	return (
		<NotOpen back={props.back}>
			{agents.kind === 'failed' ? (
				<Note level="warning" title="The terminal cannot be shown" className="m-3">
					{agents.message}
				</Note>
			) : (
				<Skeleton rows={6} className="w-full p-4" />
			)}
		</NotOpen>
	)
}
