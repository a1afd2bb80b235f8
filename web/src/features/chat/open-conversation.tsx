/** A conversation by its id: its newest messages are read before it is shown. */
import type { Conversation, MessagePage } from '@fairlead/protocol/http'
import { useQuery } from '@tanstack/react-query'
import { MessageCircleOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { actions } from '../../actions/registry.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { toApiError } from '../../data/api/problem.ts'
import {
	alreadyRead,
	conversationQuery,
	fetchFirstMessages,
	isSignedOut,
} from '../../data/api/queries.ts'
import { SignedOut } from '../../data/signed-out.tsx'
import type { ChatMessage, Draft } from '../../run/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, Skeleton } from '../../ui/feedback.tsx'
import { Thread } from './thread.tsx'

type Loaded = { conversation: Conversation; first: MessagePage }

export function OpenConversation(props: {
	conversationId: string
	opening: Draft | null
	/** The opening message was handed over: reopening the conversation must not send it again. */
	onOpened: () => void
	onMessages: (messages: readonly ChatMessage[]) => void
}) {
	const { conversationId } = props
	const conversation = useQuery(conversationQuery(conversationId))
	const [first, setFirst] = useState(() => alreadyRead(conversationId))
	const [error, setError] = useState<unknown>(null)
	const [round, setRound] = useState(0)

	// biome-ignore lint/correctness/useExhaustiveDependencies: round asks for another try
	useEffect(() => {
		const leave = new AbortController()
		setError(null)
		fetchFirstMessages(conversationId, leave.signal).then(
			(page) => {
				if (!leave.signal.aborted) setFirst(page)
			},
			(failure: unknown) => {
				if (!leave.signal.aborted) setError(failure)
			},
		)
		return () => leave.abort()
	}, [conversationId, round])

	const failure = error ?? conversation.error
	if (isSignedOut(failure)) return <SignedOut />
	if (failure && toApiError(failure).status === 404) {
		return (
			<Empty
				icon={<MessageCircleOff />}
				title="This conversation does not exist"
				action={<Button onClick={() => actions.run('conversation.new')}>New conversation</Button>}
			>
				It may have been deleted. Changes that its runs made in Unity are still there.
			</Empty>
		)
	}
	const loaded: Loaded | null =
		conversation.data && first ? { conversation: conversation.data, first } : null
	if (loaded) {
		return (
			<Thread
				conversation={loaded.conversation}
				first={loaded.first}
				opening={props.opening}
				onOpened={props.onOpened}
				onMessages={props.onMessages}
			/>
		)
	}
	return (
		<div className="mx-auto w-full max-w-[792px] flex-1 px-4 pt-8">
			{failure ? (
				<ErrorNote
					error={failure}
					onRetry={() => {
						setRound(round + 1)
						void conversation.refetch()
					}}
				/>
			) : (
				<Skeleton rows={6} />
			)}
		</div>
	)
}
