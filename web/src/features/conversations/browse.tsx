/** Finding a conversation: by words, in a folder, in the archive, among the deleted ones. A chunk of its own. */
import type {
	Conversation,
	ConversationList,
	ConversationPlace,
} from '@fairlead/protocol/conversations/conversation'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ArchiveRestore, Trash2 } from 'lucide-react'
import { type ComponentProps, useDeferredValue, useState } from 'react'
import { useLocation } from 'react-router'
import { conversationPath, keptSearch } from '../../data/address.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { FOLDER, foundQuery } from '../../data/conversations/found-conversations.ts'
import { seek } from '../../data/conversations/found-place.ts'
import { foldersQuery, useShelf } from '../../data/conversations/shelf.ts'
import { useMayEdit } from '../../data/person/use-role.ts'
import { Snippet } from '../../parts/snippet.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/form/form.tsx'
import { Select } from '../../ui/form/select.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Link } from '../../ui/link.tsx'
import { RelativeTime } from '../../ui/text/time.tsx'

type Found = ConversationList['conversations'][number]

const PLACES: readonly { readonly value: ConversationPlace; readonly label: string }[] = [
	{ value: 'list', label: 'All conversations' },
	{ value: 'archive', label: 'Archive' },
	{ value: 'trash', label: 'Recently deleted' },
]

const EMPTY: Readonly<Record<ConversationPlace, string>> = {
	list: 'No conversations here.',
	archive: 'Archived conversations appear here.',
	trash: 'Deleted conversations stay here for a week.',
}

export default function Browse(props: { projectId: string; openId: string | null }) {
	const { projectId, openId } = props
	const [words, setWords] = useState('')
	const [where, setWhere] = useState<string>('list')
	const q = useDeferredValue(words.trim())
	const folders = useQuery(foldersQuery(projectId))
	const found = useInfiniteQuery({
		...foundQuery(projectId, where, q),
		placeholderData: (before) => before,
	})
	const all = found.data?.pages.flatMap((page) => page.conversations)
	const place = PLACES.find(({ value }) => value === where)?.value ?? 'list'
	return (
		<>
			<search className="flex flex-col gap-2 px-2 pb-2">
				<TextField
					type="search"
					aria-label="Search in titles and messages"
					placeholder="Search titles and messages"
					autoFocus
					maxLength={200}
					value={words}
					onChange={(event) => setWords(event.target.value)}
				/>
				<Select
					aria-label="Where to look"
					value={where}
					onChange={(event) => setWhere(event.target.value)}
				>
					{PLACES.map(({ value, label }) => (
						<option key={value} value={value}>
							{label}
						</option>
					))}
					{folders.data && folders.data.length > 0 && (
						<optgroup label="Folders">
							{folders.data.map(({ name, conversations }) => (
								<option key={name} value={FOLDER + name}>
									{`${name} (${conversations})`}
								</option>
							))}
						</optgroup>
					)}
				</Select>
			</search>
			<div className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
				{found.error && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />}
				{found.isPending && <Skeleton rows={5} className="p-2" />}
				<p role="status" className="px-2 text-line text-faint">
					{all?.length === 0 && (q === '' ? EMPTY[place] : 'No conversation has these words.')}
				</p>
				<ul aria-label="Found conversations" className="flex flex-col gap-px">
					{all?.map((conversation) =>
						conversation.erasedAt === undefined ? (
							<FoundRow
								key={conversation.id}
								conversation={conversation}
								open={conversation.id === openId}
							/>
						) : (
							<DeletedRow key={conversation.id} conversation={conversation} />
						),
					)}
				</ul>
				{found.hasNextPage && (
					<Button
						look="quiet"
						className="mt-1 w-full text-line"
						disabled={found.isFetchingNextPage}
						onClick={() => void found.fetchNextPage()}
					>
						Older conversations
					</Button>
				)}
			</div>
		</>
	)
}

function FoundRow({ conversation, open }: { conversation: Found; open: boolean }) {
	const { id, projectId, title, found, archived, folder, updatedAt } = conversation
	const { search } = useLocation()
	const shelf = useShelf(projectId)
	const mayEdit = useMayEdit()
	const anchor = found ? `#${found.messageId}` : ''
	// In the open conversation, the browser's own links tell it of the new anchor.
	const Go = open ? Anchor : Link
	return (
		<li className={`flex items-center rounded-md ${open ? 'bg-press' : 'hover:bg-hover'}`}>
			<Go
				to={conversationPath(projectId, id) + keptSearch(search) + anchor}
				onClick={() => seek(found)}
				aria-current={open ? 'page' : undefined}
				className="focus-inset min-w-0 flex-1 rounded-md py-1.5 pl-2.5 pr-1 max-md:py-2.5"
			>
				<span className="block truncate text-line" title={title}>
					{title}
				</span>
				{found && (
					<span className="mt-0.5 line-clamp-2 text-cap text-muted">
						<Snippet of={found} />
					</span>
				)}
				<span className="mt-0.5 block truncate text-cap text-faint">
					{[archived && 'Archived', folder].filter(Boolean).map((word) => `${word} · `)}
					<RelativeTime at={updatedAt} />
				</span>
			</Go>
			{archived && mayEdit && (
				<IconButton
					label={`Move back to the list: ${title}`}
					onClick={() => void shelf.archive(conversation)}
				>
					<ArchiveRestore />
				</IconButton>
			)}
		</li>
	)
}

const Anchor = ({ to, ...props }: { to: string } & ComponentProps<'a'>) => (
	<a href={to} {...props} />
)

const DAY_MS = 86_400_000

function DeletedRow({ conversation }: { conversation: Conversation }) {
	const shelf = useShelf(conversation.projectId)
	const mayEdit = useMayEdit()
	const { title, erasedAt = 0 } = conversation
	const days = Math.max(1, Math.ceil((erasedAt - Date.now()) / DAY_MS))
	return (
		<li className="flex items-center gap-1 rounded-md py-1 pl-2.5 hover:bg-hover">
			<span className="min-w-0 flex-1">
				<span className="block truncate text-line" title={title}>
					{title}
				</span>
				<span className="block text-cap text-faint">
					{days === 1 ? '1 day left' : `${days} days left`}
				</span>
			</span>
			{mayEdit && (
				<>
					<IconButton label={`Restore ${title}`} onClick={() => void shelf.restore(conversation)}>
						<ArchiveRestore />
					</IconButton>
					<IconButton
						label={`Delete ${title} for good`}
						onClick={() => void shelf.erase(conversation)}
					>
						<Trash2 />
					</IconButton>
				</>
			)}
		</li>
	)
}
