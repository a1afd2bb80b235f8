/** A conversation by its id: its newest messages are read before it is shown. */
import type { Conversation } from '@fairlead/protocol/conversations/conversation'
import type { MessagePage } from '@fairlead/protocol/conversations/messages'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { toApiError } from '../../data/api/problem.ts'
import {
	alreadyRead,
	conversationQuery,
	fetchFirstMessages,
	isSignedOut,
} from '../../data/api/queries.ts'
import { SignedOut } from '../../data/person/signed-out.tsx'
import { usePartTitle } from '../../data/title.ts'
import type { ChatMessage, Draft } from '../../run/messages/messages.ts'
import { Skeleton } from '../../ui/feedback.tsx'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { ConversationView } from './conversation-view.tsx'

const NoConversation = lazyPart(() => import('./no-conversation.tsx'), {
	what: 'This conversation',
	className: 'm-4',
})

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
	usePartTitle(conversation.data?.title ?? null)
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
		return <NoConversation />
	}
	const loaded: Loaded | null =
		conversation.data && first ? { conversation: conversation.data, first } : null
	if (loaded) {
		return (
			<ConversationView
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
