/** ⌘K: conversations, projects, objects of the scene and commands. A chunk of its own. */
import { Dialog } from '@base-ui/react/dialog'
import type { FoundIn } from '@fairlead/protocol/conversations/conversation'
import type { HierarchyNode } from '@fairlead/protocol/tools'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { Box, FolderKanban, MessageSquare, Square } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { keysText } from '../../actions/keys.ts'
import { useActionList } from '../../actions/use-actions.ts'
import { conversationPath, keptSearch, projectPath } from '../../data/address.ts'
import { conversationsQuery, projectsQuery } from '../../data/api/queries.ts'
import { foundQuery } from '../../data/conversations/found-conversations.ts'
import { seek } from '../../data/conversations/found-place.ts'
import { useRead } from '../../data/room/use-read.ts'
import { useView } from '../../data/use-view.ts'
import { type FoundGroup, findIn, RANK_IN_TEXT, type Rank } from '../../parts/rank.ts'
import { Snippet } from '../../parts/snippet.tsx'
import { useBackCloses } from '../../ui/overlays/use-back-closes.ts'
import './palette.css'

const MAX_OBJECTS = 200
/** The shortest text to search for: one letter is in every message. */
const MIN_SEARCHED = 2

interface Entry {
	/** Unique on the list. */
	readonly key: string
	readonly title: string
	readonly also?: string
	/** Set if the server found the text in it, so that it matches anyway. */
	readonly rank?: Rank
	readonly found?: FoundIn
	readonly icon: ReactNode
	readonly end?: string | undefined
	readonly run: () => void
}

export default function Palette(props: {
	/** The open project; null outside of projects. */
	projectId: string | null
	onClose: () => void
}) {
	useBackCloses(true, props.onClose)
	const [query, setQuery] = useState('')
	/** The entry that the person went to; null: the best hit is selected, also one that comes later. */
	const [chosen, setChosen] = useState<string | null>(null)
	const conversations = useConversations(props.projectId, query)
	const groups = [
		{ heading: 'Commands', entries: useCommands() },
		{ heading: 'Conversations', entries: conversations.entries },
		{ heading: 'Objects in the scene', entries: useObjects(props.projectId) },
		{ heading: 'Projects', entries: useProjects(props.projectId) },
	]
	const found = findIn(groups, query)
	const best = found[0]?.entries[0]?.key ?? ''
	return (
		<Dialog.Root open onOpenChange={(open) => !open && props.onClose()}>
			<Dialog.Portal>
				<Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
				<Dialog.Popup
					aria-label="Find"
					className="fixed left-1/2 top-[max(16px,12dvh)] z-50 w-[min(600px,calc(100vw-24px))] -translate-x-1/2 overflow-hidden rounded-xl border border-edge bg-surface shadow-pop outline-none"
				>
					<Command
						label="Find"
						loop
						shouldFilter={false}
						value={chosen ?? best}
						onValueChange={(key) => setChosen(key === best ? null : key)}
						className="palette"
					>
						<Command.Input
							value={query}
							onValueChange={(typed) => {
								setQuery(typed)
								setChosen(null)
							}}
							placeholder={
								props.projectId === null
									? 'Find a project or command'
									: 'Find a conversation, object or command'
							}
						/>
						<Command.List>
							<Groups found={found} searching={conversations.searching} onClose={props.onClose} />
						</Command.List>
					</Command>
				</Dialog.Popup>
			</Dialog.Portal>
		</Dialog.Root>
	)
}

function useCommands(): Entry[] {
	return useActionList()
		.filter((action) => action.inPalette !== false)
		.map(({ id, title, icon: Icon, keys, run }) => ({
			key: `command ${id}`,
			title,
			run,
			icon: Icon ? <Icon /> : <Square />,
			end: keys && keysText(keys),
		}))
}

/** Conversations found by their titles at once, and by their messages as soon as the server has looked. */
function useConversations(
	projectId: string | null,
	typed: string,
): { entries: Entry[]; searching: boolean } {
	const navigate = useNavigate()
	const { pathname, search } = useLocation()
	const q = typed.trim()
	const enabled = projectId !== null
	const known = useInfiniteQuery({ ...conversationsQuery(projectId ?? ''), enabled })
	const inTexts = useInfiniteQuery({
		...foundQuery(projectId ?? '', 'list', q),
		enabled: enabled && q.length >= MIN_SEARCHED,
	})
	if (projectId === null) return { entries: [], searching: false }
	const found = new Map(
		inTexts.data?.pages.flatMap((page) => page.conversations).map((one) => [one.id, one]),
	)
	const all = new Map([...(known.data ?? []), ...found.values()].map((one) => [one.id, one]))
	const entries = [...all.values()].map(({ id, title }): Entry => {
		const there = found.get(id)
		const path = conversationPath(projectId, id)
		return {
			key: `conversation ${id}`,
			title,
			icon: <MessageSquare />,
			...(there ? { rank: RANK_IN_TEXT } : {}),
			...(there?.found ? { found: there.found } : {}),
			run: () => {
				seek(there?.found)
				const anchor = there?.found ? `#${there.found.messageId}` : ''
				navigate(path + (pathname === path ? search : keptSearch(search)) + anchor)
			},
		}
	})
	return { entries, searching: inTexts.isFetching }
}

function useObjects(projectId: string | null): Entry[] {
	const [, show] = useView()
	const scene = useRead<{ objects: readonly HierarchyNode[] }>(
		'unity_query',
		{ action: 'hierarchy', max_depth: 20, limit: MAX_OBJECTS },
		[],
	)
	if (projectId === null) return []
	return (scene.data?.objects ?? []).map(({ instanceId, name, path, depth }) => ({
		key: `object ${instanceId}`,
		title: name,
		also: path,
		icon: <Box />,
		end: depth > 0 ? path : undefined,
		run: () => show({ tab: 'inspector', objectId: instanceId, pane: 'editor' }),
	}))
}

function useProjects(projectId: string | null): Entry[] {
	const navigate = useNavigate()
	const projects = useQuery(projectsQuery)
	return (projects.data ?? [])
		.filter(({ id }) => id !== projectId)
		.map(({ id, name }) => ({
			key: `project ${id}`,
			title: name,
			icon: <FolderKanban />,
			run: () => navigate(projectPath(id)),
		}))
}

function Groups(props: {
	found: readonly FoundGroup<Entry>[]
	searching: boolean
	onClose: () => void
}) {
	const { found, searching, onClose } = props
	if (found.length === 0) {
		return (
			<p role="status" className="p-7 text-center text-muted">
				{searching ? 'Looking in the messages' : 'No matches.'}
			</p>
		)
	}
	return found.map(({ heading, entries }) => (
		<Command.Group key={heading} heading={heading}>
			{entries.map((entry) => (
				<Command.Item
					key={entry.key}
					value={entry.key}
					onSelect={() => {
						onClose()
						entry.run()
					}}
				>
					{entry.icon}
					<span className="min-w-0 flex-1">
						<span className="block truncate">{entry.title}</span>
						{entry.found && (
							<span className="line-clamp-1 text-cap text-muted">
								<Snippet of={entry.found} />
							</span>
						)}
					</span>
					{entry.end && (
						<span className="max-w-[45%] truncate text-cap text-faint">{entry.end}</span>
					)}
				</Command.Item>
			))}
		</Command.Group>
	))
}
