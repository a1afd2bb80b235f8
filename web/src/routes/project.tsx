/** `/p/:projectId` and `/p/:projectId/c/:conversationId`: conversations, chat and editor. */
import type { ConversationMode } from '@fairlead/protocol/runs'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { FolderKanban, Moon, Plug, Plus, Scale, Square, Sun, X } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { toApiError } from '../features/api/problem.ts'
import { conversationsQuery, isSignedOut, projectQuery } from '../features/api/queries.ts'
import { toastError } from '../features/api/toast-error.ts'
import type { ChatMessage, Draft } from '../features/chat/messages.ts'
import { NewConversation } from '../features/chat/new-conversation.tsx'
import { OpenConversation } from '../features/chat/open-conversation.tsx'
import { ShownMessages, ShownMessagesContext } from '../features/chat/shown-messages.ts'
import { ConversationList } from '../features/conversations/conversation-list.tsx'
import { showRunState, useCreateConversation } from '../features/conversations/mutations.ts'
import type { EditorView } from '../features/editor/editor-pane.tsx'
import { ShowChangesContext } from '../features/editor/show-changes.ts'
import { preloadMarkdown } from '../features/markdown/preload.ts'
import type { PaletteCommand } from '../features/palette/commands.ts'
import { RevertProvider } from '../features/revert/revert-provider.tsx'
import { RoomProvider, useRoomStore } from '../features/room/room-context.tsx'
import { SignedOut } from '../features/session/signed-out.tsx'
import { BottomBar, type NarrowPane } from '../features/shell/bottom-bar.tsx'
import { Header } from '../features/shell/header.tsx'
import { ResizablePane } from '../features/shell/resizable.tsx'
import { chooseTheme } from '../features/theme/theme.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Drawer } from '../ui/dialog.tsx'
import { Empty, Skeleton } from '../ui/feedback.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { modKey, readStored, useLayout, writeStored } from '../ui/layout.ts'
import { PartBoundary } from '../ui/part-boundary.tsx'

const Palette = lazy(() => import('../features/palette/palette.tsx'))
/** Beside the chat, not before it: the chat paints first. */
const EditorPane = lazy(() =>
	import('../features/editor/editor-pane.tsx').then((m) => ({ default: m.EditorPane })),
)
const ConnectDialog = lazy(() =>
	import('../features/editor/connect-dialog.tsx').then((m) => ({ default: m.ConnectDialog })),
)

const LIST_KEY = 'fairlead.conversations'
const NO_VIEW: EditorView = { tab: 'scene', selectedId: null, answerId: null }
const NO_MESSAGES: readonly ChatMessage[] = []

export default function ProjectRoute() {
	const { projectId = '', conversationId = null } = useParams()
	const project = useQuery(projectQuery(projectId))
	const navigate = useNavigate()
	useEffect(preloadMarkdown, [])
	if (isSignedOut(project.error)) return <SignedOut />
	if (project.error && toApiError(project.error).status === 404) {
		return (
			<main className="flex h-full items-center justify-center">
				<Empty
					icon={<FolderKanban />}
					page
					title="This project does not exist or is not shared with you"
					action={<Button onClick={() => navigate('/')}>All projects</Button>}
				/>
			</main>
		)
	}
	return (
		<RoomProvider projectId={projectId} key={projectId}>
			<RevertProvider>
				<ProjectPage projectId={projectId} conversationId={conversationId} />
			</RevertProvider>
		</RoomProvider>
	)
}

function ProjectPage(props: { projectId: string; conversationId: string | null }) {
	const { projectId, conversationId } = props
	const project = useQuery(projectQuery(projectId))
	const layout = useLayout()
	const room = useRoomStore()
	const client = useQueryClient()
	const navigate = useNavigate()
	const [listOpen, setListOpen] = useState(() => readStored(LIST_KEY) !== 'hidden')
	const [pane, setPane] = useState<NarrowPane>('chat')
	const [drawer, setDrawer] = useState(false)
	const [palette, setPalette] = useState(false)
	const [connect, setConnect] = useState(false)
	const [view, setView] = useState<EditorView>(NO_VIEW)
	const [opening, setOpening] = useState<{ id: string; draft: Draft } | null>(null)
	/** The first message of a conversation that could not be made: back to the composer. */
	const [unsent, setUnsent] = useState<Draft | null>(null)
	const [shown] = useState(() => new ShownMessages())
	const create = useCreateConversation(projectId)

	const title = project.data?.name
	const conversations = useInfiniteQuery(conversationsQuery(projectId))
	const asking = conversations.data?.filter((c) => c.lastRun?.state === 'waiting_approval').length
	useEffect(() => {
		document.title = `${asking ? `(${asking}) Needs you: ` : ''}${title ? `${title} · ` : ''}Fairlead`
	}, [title, asking])

	useEffect(() => room?.at(conversationId), [room, conversationId])
	useEffect(() => {
		if (!room) return
		const { queryKey } = conversationsQuery(projectId)
		const refetch = () => void client.invalidateQueries({ queryKey })
		const stops = [
			room.onRunChanged((event) => showRunState(client, projectId, event)),
			room.onConversationsChanged(refetch),
		]
		return () => {
			for (const stop of stops) stop()
		}
	}, [room, projectId, client])

	// Messages belong to the conversation they came from; another one starts with none.
	// biome-ignore lint/correctness/useExhaustiveDependencies: the id says when
	useEffect(() => shown.set(NO_MESSAGES), [conversationId])

	const takeUnsent = useCallback(() => setUnsent(null), [])
	const openConnect = useCallback(() => setConnect(true), [])
	const takeOpening = useCallback(() => setOpening(null), [])
	const toggleList = useCallback(() => {
		setListOpen((open) => {
			writeStored(LIST_KEY, open ? 'hidden' : 'shown')
			return !open
		})
	}, [])
	const openNew = useCallback(() => {
		setPane('chat')
		navigate(`/p/${projectId}`)
		requestAnimationFrame(() => document.getElementById('composer')?.focus())
	}, [navigate, projectId])
	const begin = (draft: Draft, mode: ConversationMode) =>
		create.mutate(
			{ mode },
			{
				onSuccess: (made) => {
					setOpening({ id: made.id, draft })
					navigate(`/p/${projectId}/c/${made.id}`)
				},
				onError: (error) => {
					setUnsent(draft)
					toastError(error)
				},
			},
		)

	useEffect(() => {
		const onKeyDown = (event: KeyboardEvent) => {
			if (!(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return
			if (event.key === 'k') setPalette((open) => !open)
			else if (event.key === 'b') toggleList()
			else return
			event.preventDefault()
		}
		addEventListener('keydown', onKeyDown)
		return () => removeEventListener('keydown', onKeyDown)
	}, [toggleList])

	const commands = useMemo<PaletteCommand[]>(
		() => [
			{ id: 'new', title: 'New conversation', icon: Plus, run: openNew },
			{ id: 'connect', title: 'Connect Unity', icon: Plug, run: () => setConnect(true) },
			{ id: 'projects', title: 'All projects', icon: FolderKanban, run: () => navigate('/') },
			{ id: 'light', title: 'Light theme', icon: Sun, run: () => chooseTheme('light') },
			{ id: 'dark', title: 'Dark theme', icon: Moon, run: () => chooseTheme('dark') },
			{
				id: 'list',
				title: 'Show or hide conversations',
				icon: Square,
				shortcut: `${modKey}B`,
				run: toggleList,
			},
			{
				id: 'licenses',
				title: 'Third-party licenses',
				icon: Scale,
				run: () => window.open('/licenses.txt', '_blank', 'noopener'),
			},
		],
		[openNew, navigate, toggleList],
	)
	const openEditor = useCallback(() => {
		if (layout === 'medium') setDrawer(true)
		else if (layout === 'narrow') setPane('editor')
	}, [layout])
	const showObject = (id: string) => {
		setView((now) => ({ ...now, tab: 'inspector', selectedId: id }))
		openEditor()
	}
	const showChanges = useCallback(
		(answerId: string) => {
			setView((now) => ({ ...now, tab: 'changes', answerId }))
			openEditor()
		},
		[openEditor],
	)

	const editor = (end?: React.ReactNode) => (
		<PartBoundary what="The editor pane" className="m-3" resetKey={view.tab}>
			<Suspense fallback={<Skeleton rows={6} className="p-4" />}>
				<ShownMessagesContext value={shown}>
					<EditorPane view={view} onView={setView} onConnect={() => setConnect(true)} end={end} />
				</ShownMessagesContext>
			</Suspense>
		</PartBoundary>
	)
	const narrow = layout === 'narrow'
	return (
		<div className="flex h-dvh flex-col">
			<a
				href="#composer"
				className="sr-only focus:not-sr-only focus:absolute focus:left-2 focus:top-2 focus:z-60 focus:rounded-md focus:bg-surface focus:px-3 focus:py-2"
			>
				Skip to the message box
			</a>
			<Header
				project={project.data}
				layout={layout}
				listOpen={listOpen}
				onList={toggleList}
				onEditor={() => setDrawer(true)}
				onPalette={() => setPalette(true)}
				onConnect={() => setConnect(true)}
			/>
			<div className="flex min-h-0 flex-1">
				{(narrow ? pane === 'chats' : listOpen) && (
					<div
						className={cx(
							'flex shrink-0 flex-col',
							narrow ? 'w-full' : 'w-60 border-r border-edge',
						)}
					>
						<PartBoundary what="The list of conversations" className="m-3">
							<ConversationList
								projectId={projectId}
								openId={conversationId}
								onNew={openNew}
								onOpen={() => setPane('chat')}
							/>
						</PartBoundary>
					</div>
				)}
				<main className={cx('flex min-w-0 flex-1 flex-col', narrow && pane !== 'chat' && 'hidden')}>
					<PartBoundary what="The conversation" className="m-4" resetKey={conversationId}>
						{conversationId === null ? (
							<NewConversation
								key={projectId}
								projectId={projectId}
								onBegin={begin}
								onConnect={openConnect}
								pending={create.isPending}
								returned={unsent}
								onReturnedTaken={takeUnsent}
							/>
						) : (
							<ShowChangesContext value={showChanges}>
								<OpenConversation
									key={conversationId}
									conversationId={conversationId}
									opening={opening?.id === conversationId ? opening.draft : null}
									onOpened={takeOpening}
									onConnect={openConnect}
									onMessages={shown.set}
									onNew={openNew}
								/>
							</ShowChangesContext>
						)}
					</PartBoundary>
				</main>
				{layout === 'wide' && <ResizablePane label="Editor">{editor()}</ResizablePane>}
				{narrow && pane === 'editor' && (
					<aside aria-label="Editor" className="flex w-full flex-col bg-surface">
						{editor()}
					</aside>
				)}
			</div>
			{narrow && <BottomBar pane={pane} onPane={setPane} />}
			{layout === 'medium' && (
				<Drawer open={drawer} onOpenChange={setDrawer} title="Editor">
					{editor(
						<IconButton label="Close the editor pane" onClick={() => setDrawer(false)}>
							<X />
						</IconButton>,
					)}
				</Drawer>
			)}
			<PartBoundary what="This dialog" className="m-3" resetKey={`${palette}${connect}`}>
				<Suspense fallback={null}>
					{palette && (
						<Palette
							projectId={projectId}
							commands={commands}
							onClose={() => setPalette(false)}
							onObject={showObject}
						/>
					)}
					{connect && (
						<ConnectDialog projectId={projectId} open={connect} onOpenChange={setConnect} />
					)}
				</Suspense>
			</PartBoundary>
		</div>
	)
}
