/**
 * `/shared/:token`: a shared conversation, live, with the scene if the link shares it; for a shared project also the
 * list of its conversations.
 */
import { OpenedShare } from '@fairlead/protocol/people/shares'
import { useQuery } from '@tanstack/react-query'
import { Link2Off, X } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { conversationPath, projectPath } from '../../data/address.ts'
import { api } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { toApiError } from '../../data/api/problem.ts'
import { isSignedOut } from '../../data/api/queries.ts'
import { SignedOut } from '../../data/person/signed-out.tsx'
import { RoomProvider, useRoom } from '../../data/room/room-context.tsx'
import { SharedVisit } from '../../data/shared-visit.ts'
import { useTitle } from '../../data/title.ts'
import { useView } from '../../data/use-view.ts'
import { OpenConversation } from '../../features/chat/open-conversation.tsx'
import { SharedList } from '../../features/share/shared-list.tsx'
import { VisitorBanner } from '../../features/share/visitor-banner.tsx'
import { ShownMessages, ShownMessagesContext } from '../../run/messages/shown-messages.ts'
import { MadeKindContext, WelcomesContext } from '../../run/packs.ts'
import { AnswerSlotsContext } from '../../run/slots.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, Skeleton } from '../../ui/feedback.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useLayout } from '../../ui/layout.ts'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { Drawer } from '../../ui/overlays/dialog.tsx'
import { ANSWER_SLOTS } from '../answer-slots.tsx'
import { Entrance } from '../entrance.tsx'
import { ResizablePane } from '../shell/resizable.tsx'
import { Viewers } from '../shell/viewers.tsx'
import { WELCOMES } from '../welcomes.ts'

/** Most links share no scene. */
const Pane = lazyPart(() => import('../panes.tsx'), { what: 'The scene', className: 'm-3' })

export default function SharedRoute() {
	const { token = '', conversationId } = useParams()
	const opened = useQuery({
		queryKey: ['shared', token],
		queryFn: ({ signal }) => api(OpenedShare, `/api/shares/${token}`, { method: 'POST', signal }),
		// Opening again is the same visit; a refusal stays one.
		retry: false,
		refetchOnWindowFocus: false,
		staleTime: Number.POSITIVE_INFINITY,
	})
	const visit = opened.data
	useTitle(visit?.title ?? null)
	if (isSignedOut(opened.error)) return <SignedOut />
	if (opened.error) {
		const { status, message, detail } = toApiError(opened.error)
		return (
			<Entrance title={status === 403 || status === 404 ? message : 'The link could not be opened'}>
				{status === 403 || status === 404 ? (
					<p className="mt-3 text-muted">{detail}</p>
				) : (
					<ErrorNote error={opened.error} className="mt-5" onRetry={() => void opened.refetch()} />
				)}
			</Entrance>
		)
	}
	if (!visit) return <Skeleton rows={4} className="p-8" />
	const shown = visit.conversationId ?? conversationId
	if (visit.member) {
		const to = shown ? conversationPath(visit.projectId, shown) : projectPath(visit.projectId)
		return <Navigate to={to} replace />
	}
	return (
		<SharedVisit value={visit}>
			{shown === undefined ? (
				<div className="flex h-dvh flex-col">
					<VisitorBanner visit={visit} token={token} shown={null} />
					<SharedList visit={visit} token={token} />
				</div>
			) : (
				<RoomProvider
					key={shown}
					path={`/api/conversations/${shown}/room`}
					probe={`/api/conversations/${shown}`}
				>
					<WelcomesContext value={WELCOMES}>
						<MadeKindContext value={visit.kind ?? null}>
							<AnswerSlotsContext value={ANSWER_SLOTS}>
								<SharedConversation visit={visit} token={token} conversationId={shown} />
							</AnswerSlotsContext>
						</MadeKindContext>
					</WelcomesContext>
				</RoomProvider>
			)}
		</SharedVisit>
	)
}

function SharedConversation(props: { visit: OpenedShare; token: string; conversationId: string }) {
	const { visit, token, conversationId } = props
	const { link } = useRoom()
	const layout = useLayout()
	const [view, show] = useView()
	const [shown] = useState(() => new ShownMessages())
	const nothing = useCallback(() => undefined, [])
	const ended = link === 'refused'
	const scene = visit.scene && !ended
	const pane = (end?: ReactNode) => <Pane until={<Skeleton rows={6} className="p-4" />} end={end} />
	const close = () => show({ pane: 'chat' }, true)
	return (
		<ShownMessagesContext value={shown}>
			<div className="flex h-dvh flex-col">
				<VisitorBanner
					visit={visit}
					token={token}
					shown={conversationId}
					ended={ended}
					end={
						<>
							{!ended && <Viewers />}
							{scene && layout !== 'wide' && (
								<Button look="quiet" onClick={() => show({ pane: 'editor' })}>
									Scene
								</Button>
							)}
						</>
					}
				/>
				<div className="flex min-h-0 flex-1">
					<main id="chat" className="flex min-h-0 min-w-0 flex-1 flex-col">
						{ended ? (
							<Empty icon={<Link2Off />} title="This link has ended" page>
								It has expired or was revoked. Ask the person who sent it for another one.
							</Empty>
						) : (
							<OpenConversation
								conversationId={conversationId}
								opening={null}
								onOpened={nothing}
								onMessages={shown.set}
							/>
						)}
					</main>
					{scene && layout === 'wide' && <ResizablePane label="Scene">{pane()}</ResizablePane>}
				</div>
				{scene && layout !== 'wide' && (
					<Drawer
						open={view.pane === 'editor'}
						onOpenChange={(open) => !open && close()}
						title="Scene"
					>
						{pane(
							<IconButton label="Close the scene" onClick={close}>
								<X />
							</IconButton>,
						)}
					</Drawer>
				)}
			</div>
		</ShownMessagesContext>
	)
}
