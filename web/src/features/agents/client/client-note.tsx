/** At the message box of an MCP client's conversation: who answers here, and the place to answer the client itself. */
import { visible } from '@fairlead/protocol/view/visible'
import { use } from 'react'
import { agentsPath } from '../../../data/address.ts'
import { SharedVisit } from '../../../data/shared-visit.ts'
import type { ClientNoteProps } from '../../../run/slots.ts'
import { Link } from '../../../ui/link.tsx'
import type { AgentFolder } from '../folders/known-folders.ts'
import { placePath } from '../terminals/use-act.ts'
import { useAgentFolders, useAgents } from '../use-agents.ts'
import { clientOf, repliesTo } from './client.ts'

export function ClientNote({ messages, conversation }: ClientNoteProps) {
	const { name, editorKey, isByHand } = clientOf(messages)
	const visit = use(SharedVisit)
	if (isByHand) return null
	return (
		<p className="pb-2 text-center text-line text-muted">
			Messages here go to Fairlead's agent, not to{' '}
			{name === null ? 'the MCP client' : visible(name)}.
			{name !== null && editorKey !== null && !visit && (
				<Replies {...{ name, editorKey, conversation }} />
			)}
		</p>
	)
}

interface Place {
	readonly name: string
	readonly conversation: ClientNoteProps['conversation']
}

function Replies({ editorKey, ...place }: Place & { editorKey: string }) {
	const folder = useAgentFolders()?.find(({ seat }) => seat.editorKey === editorKey)
	return folder && <ReplyLink {...place} folder={folder} />
}

function ReplyLink({ name, conversation, folder }: Place & { folder: AgentFolder }) {
	const { id, projectId } = conversation
	const agents = useAgents(folder)
	const [card, ...others] = agents.kind === 'read' ? repliesTo(name, id, agents.list) : []
	if (!card) return null
	const to =
		others.length > 0
			? agentsPath(projectId)
			: placePath(projectId, folder.seat.editorKey, card.agentId)
	return (
		<>
			{' '}
			<Link
				to={to}
				className="rounded-sm underline underline-offset-3 max-md:inline-flex max-md:min-h-11 max-md:items-center"
			>
				Reply to {visible(name)}
			</Link>
		</>
	)
}
