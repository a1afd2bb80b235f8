/** `/p/:projectId` and `/p/:projectId/c/:conversationId`: conversations, chat and editor. */
import type { ConversationMode } from '@fairlead/protocol/conversations/runs'
import { PanelLeft, PanelRight, X } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useMatch, useNavigate, useParams } from 'react-router'
import type { Action } from '../../../actions/registry.ts'
import { useActions } from '../../../actions/use-actions.ts'
import { conversationPath, keptSearch } from '../../../data/address.ts'
import { useCreateConversation } from '../../../data/conversations/conversations.ts'
import { useNeedsYou } from '../../../data/conversations/needs-you.ts'
import { useRoomStore } from '../../../data/room/room-context.tsx'
import { useView } from '../../../data/use-view.ts'
import { rememberChat } from '../../../data/way-back.ts'
import { preloadActs } from '../../../features/chat/answer/question.tsx'
import { OpenConversation } from '../../../features/chat/open-conversation.tsx'
import { ConversationList } from '../../../features/conversations/conversation-list.tsx'
import { preloadMarkdown } from '../../../parts/markdown/preload.ts'
import { BeginBranchContext } from '../../../run/conversation.tsx'
import type { ChatMessage, Draft } from '../../../run/messages/messages.ts'
import { ShownMessages, ShownMessagesContext } from '../../../run/messages/shown-messages.ts'
import { useOpening } from '../../../run/sending/use-opening.ts'
import { preloadGrowing } from '../../../run/stream/load-growing.ts'
import { cx } from '../../../ui/cx.ts'
import { Skeleton } from '../../../ui/feedback.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { readStored, useLayout, writeStored } from '../../../ui/layout.ts'
import { lazyPart } from '../../../ui/loading/lazy-part.tsx'
import { PartBoundary } from '../../../ui/loading/part-boundary.tsx'
import { useAfterPaint } from '../../../ui/loading/use-after-paint.ts'
import { Drawer } from '../../../ui/overlays/dialog.tsx'
import { preloadAnswerSlots } from '../../answer-slots.tsx'
import { ResizablePane } from '../../shell/resizable.tsx'

/** Loaded beside the chat, not before it: the chat paints first. */
const Pane = lazyPart(() => import('../../panes.tsx'), {
	what: 'The editor pane',
	className: 'm-3',
})

/** Shown while no conversation is open. */
const NewConversation = lazyPart(() => import('../../../features/chat/new-conversation.tsx'), {
	what: 'The message box',
	className: 'm-4',
})

/** Only a phone has it. */
const BottomBar = lazyPart(() => import('../../shell/bottom-bar.tsx'), {
	what: 'The bar with the panes',
	className: 'm-2',
})

/** Shown below the list. */
const AccountFoot = lazyPart(() => import('../../shell/account-foot.tsx'))

/** Shown above the list, if there is something to say. */
const Elsewhere = lazyPart(() => import('../../../features/needs-you/elsewhere.tsx'))
const loadFeedLost = () => import('../../../features/needs-you/feed-lost.tsx')
const FeedLost = lazyPart(loadFeedLost)

const LIST_KEY = 'fairlead.conversations'

export default function Workspace() {
	const { projectId = '' } = useParams()
	const conversationId = useMatch('/p/:projectId/c/:conversationId')?.params.conversationId ?? null
	const layout = useLayout()
	const room = useRoomStore()
	const navigate = useNavigate()
	const [view, show] = useView()
	const [listOpen, setListOpen] = useState(() => readStored(LIST_KEY) !== 'hidden')
	const { opening, begin: hold, taken } = useOpening()
	/** The first message of a conversation that could not be created: returned to the composer. */
	const [unsent, setUnsent] = useState<Draft | null>(null)
	// Messages belong to the conversation they came from; another one starts with none. An effect that empties it would
	// come after the chat's, and take the messages away that were read before the page was drawn.
	// biome-ignore lint/correctness/useExhaustiveDependencies: the id says when
	const shown = useMemo(() => new ShownMessages(), [conversationId])
	const create = useCreateConversation(projectId)
	const narrow = layout === 'narrow'
	const needs = useNeedsYou()
	/** The other conversations that wait; a question of the open one is visible there already. */
	const waiting =
		needs?.conversations.filter((one) => one.conversationId !== conversationId).length ?? 0
	const pane = narrow ? view.pane : 'chat'

	const [chatShown, setChatShown] = useState(conversationId === null)
	const chatPainted = useAfterPaint(chatShown)
	const { set: setShown } = shown
	const takeMessages = useCallback(
		(messages: readonly ChatMessage[]) => {
			setChatShown(true)
			setShown(messages)
		},
		[setShown],
	)
	useEffect(preloadMarkdown, [])
	useEffect(() => {
		if (!chatPainted) return
		preloadAnswerSlots()
		preloadActs()
		preloadGrowing()
		// Without a network it could not come any more to say so.
		void loadFeedLost()
	}, [chatPainted])
	useEffect(() => room?.at(conversationId), [room, conversationId])
	useEffect(() => rememberChat(projectId, conversationId), [projectId, conversationId])

	const toggleList = useCallback(() => {
		setListOpen((open) => {
			writeStored(LIST_KEY, open ? 'hidden' : 'shown')
			return !open
		})
	}, [])
	useActions(
		useMemo<readonly Action[]>(
			() => [
				{
					id: 'list.toggle',
					title: 'Show or hide conversations',
					group: 'Everywhere',
					icon: PanelLeft,
					keys: 'mod+b',
					// The bar at the bottom of a phone shows them.
					inPalette: !narrow,
					on: listOpen,
					run: toggleList,
				},
				{
					id: 'editor.show',
					title: 'Show the editor',
					icon: PanelRight,
					// A layout with all panes shows it anyway.
					inPalette: layout !== 'wide',
					run: () => show({ pane: 'editor' }),
				},
			],
			[listOpen, toggleList, show, layout, narrow],
		),
	)

	const takeUnsent = useCallback(() => setUnsent(null), [])
	const begin = (draft: Draft, mode: ConversationMode) =>
		create.mutate(
			{ mode },
			{
				onSuccess: (made) => {
					hold(made.id, draft, mode)
					navigate(conversationPath(projectId, made.id) + keptSearch(location.search))
				},
				onError: () => setUnsent(draft),
			},
		)

	/** The one pane on a phone is the page's main part. */
	const ListPane = narrow ? 'main' : 'div'
	const editor = (end?: React.ReactNode) => (
		<Pane until={<Skeleton rows={6} className="p-4" />} end={end} />
	)
	return (
		<ShownMessagesContext value={shown}>
			<div className="flex min-h-0 flex-1">
				{(narrow ? pane === 'chats' : listOpen) && (
					<ListPane
						className={cx(
							'flex shrink-0 flex-col',
							narrow ? 'w-full' : 'w-60 border-r border-edge',
						)}
					>
						<PartBoundary what="The list of conversations" className="m-3">
							<FeedLost className="m-2" />
							<Elsewhere projectId={projectId} />
							<ConversationList projectId={projectId} openId={conversationId} />
							<AccountFoot />
						</PartBoundary>
					</ListPane>
				)}
				<main id="chat" className={cx('flex min-w-0 flex-1 flex-col', pane !== 'chat' && 'hidden')}>
					<PartBoundary what="The conversation" className="m-4" resetKey={conversationId}>
						{conversationId === null ? (
							<NewConversation
								key={projectId}
								projectId={projectId}
								onBegin={begin}
								pending={create.isPending}
								error={create.error}
								returned={unsent}
								onReturnedTaken={takeUnsent}
							/>
						) : (
							<BeginBranchContext value={hold}>
								<OpenConversation
									key={conversationId}
									conversationId={conversationId}
									opening={opening?.conversationId === conversationId ? opening.draft : null}
									onOpened={taken}
									onMessages={takeMessages}
								/>
							</BeginBranchContext>
						)}
					</PartBoundary>
				</main>
				{layout === 'wide' && (
					<ResizablePane label="Editor">
						{chatPainted ? editor() : <Skeleton rows={6} className="p-4" />}
					</ResizablePane>
				)}
				{pane === 'editor' && (
					<main aria-label="Editor" className="flex w-full flex-col bg-surface">
						{editor()}
					</main>
				)}
			</div>
			{narrow && (
				<BottomBar
					until={<div className="h-13 shrink-0 border-t border-edge bg-surface" />}
					waiting={waiting}
					pane={pane}
					onPane={(next) => show({ pane: next })}
				/>
			)}
			{layout === 'medium' && (
				<Drawer
					open={view.pane === 'editor'}
					onOpenChange={(open) => !open && show({ pane: 'chat' }, true)}
					title="Editor"
				>
					{editor(
						<IconButton label="Close the editor pane" onClick={() => show({ pane: 'chat' }, true)}>
							<X />
						</IconButton>,
					)}
				</Drawer>
			)}
		</ShownMessagesContext>
	)
}
