/** Above a branch: what it is a branch of, and the way back to the message it was made at. */
import type { Conversation } from '@fairlead/protocol/conversations/conversation'
import { useQuery } from '@tanstack/react-query'
import { GitBranch } from 'lucide-react'
import { conversationPath } from '../../../data/address.ts'
import { conversationQuery } from '../../../data/api/queries.ts'
import { Link } from '../../../ui/link.tsx'

export default function BranchOrigin(props: { conversation: Conversation }) {
	const { projectId, branchedFrom: from } = props.conversation
	const id = from?.conversationId ?? null
	const origin = useQuery({ ...conversationQuery(id ?? ''), enabled: id !== null })
	const gone = id === null || origin.isError
	return (
		<p className="flex items-center gap-2 border-b border-edge px-4 py-1.5 text-line text-muted">
			<GitBranch aria-hidden className="size-3.5 shrink-0 text-faint" />
			{gone ? (
				'Branch of a conversation that was deleted'
			) : (
				<>
					<span className="shrink-0">Branch of</span>
					<Link
						to={`${conversationPath(projectId, id)}#${from?.messageId}`}
						className="min-w-0 truncate rounded-sm underline decoration-edge-strong underline-offset-3 hover:decoration-current max-md:py-2.5"
					>
						{origin.data?.title ?? 'another conversation'}
					</Link>
				</>
			)}
		</p>
	)
}
