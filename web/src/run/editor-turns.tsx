/** Agents that take turns at an editor: the one that changes it, and those that wait, with a way to let one go first. */

import { visible } from '@fairlead/protocol/view/visible'
import type { EditorQueue } from '@fairlead/protocol/wire/viewer-link'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { conversationPath } from '../data/address.ts'
import { conversationsQuery } from '../data/api/queries.ts'
import { useMayEdit } from '../data/person/use-role.ts'
import { useRoomStore } from '../data/room/room-context.tsx'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { toasts } from '../ui/overlays/toasts.ts'

export function EditorTurns({ queue }: { queue: EditorQueue }) {
	const { editorKey, holder, waiting } = queue
	const { projectId = '', conversationId } = useParams()
	const { data = [] } = useInfiniteQuery(conversationsQuery(projectId))
	const titleOf = (id: string) => data.find((one) => one.id === id)?.title
	const mayEdit = useMayEdit()
	return (
		<div>
			<ol aria-label="Turns at the editor" className="mt-1 space-y-1">
				<Agent id={holder} title={titleOf(holder)} here={holder === conversationId}>
					<span className="text-muted">changes it now</span>
				</Agent>
				{waiting.map((id) => (
					<Agent key={id} id={id} title={titleOf(id)} here={id === conversationId}>
						{mayEdit ? (
							<LetFirst editorKey={editorKey} id={id} title={titleOf(id)} />
						) : (
							<span className="text-muted">waits</span>
						)}
					</Agent>
				))}
			</ol>
			<p className="mt-1 text-cap text-faint text-pretty">
				The next one begins when the first has finished, or has changed nothing for a while.
			</p>
		</div>
	)
}

function Agent(props: {
	id: string
	title: string | undefined
	/** The page shows this conversation. */
	here: boolean
	children: React.ReactNode
}) {
	const { projectId = '' } = useParams()
	const name = visible(props.title ?? 'Another conversation')
	return (
		<li className="flex min-w-0 items-center gap-2">
			<span className="min-w-0 truncate font-medium text-text">
				{props.here ? (
					'This conversation'
				) : (
					<Link
						to={conversationPath(projectId, props.id)}
						className="rounded-sm underline decoration-edge underline-offset-3 hover:decoration-current"
						title={name}
					>
						{name}
					</Link>
				)}
			</span>
			<span className="shrink-0">{props.children}</span>
		</li>
	)
}

function LetFirst(props: { editorKey: string; id: string; title: string | undefined }) {
	const store = useRoomStore()
	const ask = useMutation({
		mutationFn: async () => store?.letFirst(props.editorKey, props.id),
		onSuccess: (reason) => {
			if (reason) toasts.add({ title: 'Could not change the order.', description: reason })
		},
	})
	return (
		<Button
			className="text-line"
			disabled={ask.isPending}
			aria-busy={ask.isPending}
			aria-label={`Let “${props.title ?? 'this conversation'}” go first`}
			onClick={() => ask.mutate()}
		>
			Let it go first
		</Button>
	)
}
