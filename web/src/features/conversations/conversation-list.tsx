import type { Conversation } from '@fairlead/protocol/conversations/conversation'
import { type RunStanding, standingOf } from '@fairlead/protocol/conversations/runs'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Ellipsis, Pin, Plus, Search, Workflow } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { actions } from '../../actions/registry.ts'
import { conversationPath, keptSearch } from '../../data/address.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { conversationsQuery } from '../../data/api/queries.ts'
import { useMayAnswer } from '../../data/person/use-role.ts'
import { MiniLine, standingWords } from '../../parts/run-line/mini-line.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/feedback.tsx'
import { IconButton, iconButtonClass } from '../../ui/icon-button.tsx'
import { Link } from '../../ui/link.tsx'
import { lazyPart, THIS_MENU } from '../../ui/loading/lazy-part.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { RelativeTime } from '../../ui/text/time.tsx'

const Browse = lazyPart(() => import('./browse.tsx'), { what: 'The search', className: 'm-2' })
const RowEdit = lazyPart(() => import('./row-edit.tsx'), { what: 'The field', className: 'm-2' })
const RowMenu = lazyPart(() => import('./row-menu.tsx'), THIS_MENU)

export function ConversationList(props: { projectId: string; openId: string | null }) {
	const { projectId, openId } = props
	const list = useInfiniteQuery(conversationsQuery(projectId))
	const [browsing, setBrowsing] = useState(false)
	return (
		<nav aria-label="Conversations" className="flex min-h-0 flex-1 flex-col">
			<div className="flex gap-1 p-2">
				<Button className="flex-1" onClick={() => actions.run('conversation.new')}>
					<Plus /> New conversation
				</Button>
				<IconButton
					label="Find conversations"
					aria-pressed={browsing}
					onClick={() => setBrowsing(!browsing)}
				>
					<Search />
				</IconButton>
			</div>
			{browsing && <Browse {...props} />}
			<div className={browsing ? 'hidden' : 'min-h-0 flex-1 overflow-y-auto px-2 pb-2'}>
				{list.error && !list.data && (
					<ErrorNote error={list.error} onRetry={() => void list.refetch()} />
				)}
				{list.isPending && <Skeleton rows={5} className="p-2" />}
				{list.data?.length === 0 && (
					<p className="px-2 py-3 text-line text-faint">
						Conversations in this project appear here.
					</p>
				)}
				<ul className="flex flex-col gap-px">
					{list.data?.map((conversation) => (
						<Row
							key={conversation.id}
							conversation={conversation}
							open={conversation.id === openId}
						/>
					))}
				</ul>
				{list.hasNextPage && (
					<Button
						look="quiet"
						className="mt-1 w-full text-line"
						disabled={list.isFetchingNextPage}
						onClick={() => void list.fetchNextPage()}
					>
						Older conversations
					</Button>
				)}
			</div>
		</nav>
	)
}

/** Then the time says more. */
const ENDED_WELL: ReadonlySet<RunStanding> = new Set(['done', 'stopped'])

function Row(props: { conversation: Conversation; open: boolean }) {
	const { conversation, open } = props
	const { search } = useLocation()
	const [editing, setEditing] = useState<'title' | 'folder' | null>(null)
	/** The field stands where the menu was: a menu that gives the focus back would end the editing. */
	const editNext = useRef(false)
	const mayAnswer = useMayAnswer()
	const standing = conversation.lastRun && standingOf(conversation.lastRun)
	const words = standing && standingWords(standing, mayAnswer)
	const edit = editing && (
		<RowEdit
			what={editing}
			conversation={conversation}
			onEnd={() => {
				editNext.current = false
				setEditing(null)
			}}
		/>
	)
	if (editing === 'title') return <li>{edit}</li>
	return (
		<li
			className={cx(
				'group/row relative flex items-center rounded-md',
				open ? 'bg-press' : 'hover:bg-hover focus-within:bg-hover',
			)}
		>
			<Link
				to={conversationPath(conversation.projectId, conversation.id) + keptSearch(search)}
				aria-current={open ? 'page' : undefined}
				className="focus-inset min-w-0 flex-1 rounded-md py-1.5 pl-2.5 pr-1 max-md:py-2.5"
			>
				<span
					className={cx('block truncate text-line', open && 'font-medium')}
					title={conversation.title}
				>
					{conversation.title}
				</span>
				<span className="mt-0.5 flex h-4 items-center gap-2 text-cap text-faint">
					{conversation.pinned && <Pin role="img" aria-label="Pinned" className="size-3" />}
					{conversation.titleSource === 'automation' && (
						<Workflow role="img" aria-label="Begun by an automation" className="size-3 shrink-0" />
					)}
					{conversation.branchedFrom && <span className="shrink-0">Branch</span>}
					{standing && words && <MiniLine standing={standing} words={words} />}
					<span
						className={cx(
							'truncate',
							standing === 'needs_you' && mayAnswer && 'font-medium text-warn',
						)}
					>
						{standing && !ENDED_WELL.has(standing) ? (
							words
						) : (
							<RelativeTime at={conversation.updatedAt} />
						)}
					</span>
				</span>
			</Link>
			<Menu
				givesFocusBack={() => !editNext.current}
				trigger={
					<button
						type="button"
						aria-label={`Actions for ${conversation.title}`}
						className={iconButtonClass(
							'mr-1 !size-7 opacity-0 focus-visible:opacity-100 group-hover/row:opacity-100 data-[popup-open]:opacity-100 max-lg:opacity-100 max-md:!size-11',
						)}
					>
						<Ellipsis />
					</button>
				}
			>
				<RowMenu
					conversation={conversation}
					open={open}
					onEdit={(what) => {
						editNext.current = true
						setEditing(what)
					}}
				/>
			</Menu>
			{edit}
		</li>
	)
}
