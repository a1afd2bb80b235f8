import type { Conversation } from '@fairlead/protocol/http'
import { type RunStanding, standingOf } from '@fairlead/protocol/run-standing'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { actions } from '../../actions/registry.ts'
import { conversationPath, keptSearch, projectPath } from '../../data/address.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { conversationsQuery } from '../../data/api/queries.ts'
import { toastError } from '../../data/api/toast-error.ts'
import { useDeleteConversation, useUpdateConversation } from '../../data/conversations.ts'
import { useMayAnswer } from '../../data/use-role.ts'
import { MiniLine, standingWords } from '../../parts/run-line/mini-line.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/feedback.tsx'
import { iconButtonClass } from '../../ui/icon-button.tsx'
import { Link } from '../../ui/link.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { RelativeTime } from '../../ui/time.tsx'

export function ConversationList(props: { projectId: string; openId: string | null }) {
	const { projectId, openId } = props
	const list = useInfiniteQuery(conversationsQuery(projectId))
	const navigate = useNavigate()
	const { search } = useLocation()
	const remove = useDeleteConversation(projectId)
	return (
		<nav aria-label="Conversations" className="flex min-h-0 flex-1 flex-col">
			<div className="p-2">
				<Button className="w-full" onClick={() => actions.run('conversation.new')}>
					<Plus /> New conversation
				</Button>
			</div>
			<div className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
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
							onDelete={() => {
								remove(conversation)
								if (conversation.id === openId)
									navigate(projectPath(projectId) + keptSearch(search))
							}}
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

function Row(props: { conversation: Conversation; open: boolean; onDelete: () => void }) {
	const { conversation, open } = props
	const { search } = useLocation()
	const [renaming, setRenaming] = useState(false)
	/** The field stands where the menu was: a menu that gives the focus back would end the renaming. */
	const renameNext = useRef(false)
	const update = useUpdateConversation(conversation)
	const mayAnswer = useMayAnswer()
	const standing = conversation.lastRun && standingOf(conversation.lastRun)
	const words = standing && standingWords(standing, mayAnswer)
	if (renaming) {
		const end = () => {
			renameNext.current = false
			setRenaming(false)
		}
		const save = (title: string) => {
			end()
			const trimmed = title.trim()
			if (trimmed !== '' && trimmed !== conversation.title) {
				update.mutate({ title: trimmed }, { onError: toastError })
			}
		}
		return (
			<li>
				<input
					aria-label="Conversation title"
					// biome-ignore lint/a11y/noAutofocus: the person has just asked to rename it
					autoFocus
					defaultValue={conversation.title}
					maxLength={200}
					onFocus={(event) => event.target.select()}
					onBlur={(event) => save(event.target.value)}
					onKeyDown={(event) => {
						if (event.key === 'Enter') save(event.currentTarget.value)
						else if (event.key === 'Escape') end()
					}}
					className="h-9 w-full rounded-md border border-field bg-bg px-2 text-line max-md:h-11 max-md:text-entry"
				/>
			</li>
		)
	}
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
				givesFocusBack={() => !renameNext.current}
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
				<MenuItem
					icon={<Pencil />}
					onSelect={() => {
						renameNext.current = true
						setRenaming(true)
					}}
				>
					Rename
				</MenuItem>
				<MenuItem icon={<Trash2 />} danger onSelect={props.onDelete}>
					Delete
				</MenuItem>
			</Menu>
		</li>
	)
}
