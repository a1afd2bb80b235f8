/** ⌘K: conversations, projects, objects of the scene and commands. A chunk of its own. */
import { Dialog } from '@base-ui/react/dialog'
import type { HierarchyNode } from '@fairlead/protocol/tools'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { Box, FolderKanban, MessageSquare, Square } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { keysText } from '../../actions/keys.ts'
import { useActionList } from '../../actions/use-actions.ts'
import { conversationPath, keptSearch, projectPath } from '../../data/address.ts'
import { conversationsQuery, projectsQuery } from '../../data/api/queries.ts'
import { useRead } from '../../data/room/use-read.ts'
import { useView } from '../../data/use-view.ts'
import './palette.css'

const MAX_OBJECTS = 200

export default function Palette(props: { projectId: string; onClose: () => void }) {
	const navigate = useNavigate()
	const { search } = useLocation()
	const [, show] = useView()
	const commands = useActionList().filter((action) => action.inPalette !== false)
	const conversations = useInfiniteQuery(conversationsQuery(props.projectId))
	const projects = useQuery(projectsQuery)
	const scene = useRead<{ objects: readonly HierarchyNode[] }>(
		'unity_query',
		{ action: 'hierarchy', max_depth: 20, limit: MAX_OBJECTS },
		[],
	)
	const run = (act: () => void) => () => {
		props.onClose()
		act()
	}
	return (
		<Dialog.Root open onOpenChange={(open) => !open && props.onClose()}>
			<Dialog.Portal>
				<Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
				<Dialog.Popup
					aria-label="Find"
					className="fixed left-1/2 top-[max(16px,12dvh)] z-50 w-[min(600px,calc(100vw-24px))] -translate-x-1/2 overflow-hidden rounded-xl border border-edge bg-surface shadow-pop outline-none"
				>
					<Command label="Find" loop className="palette">
						<Command.Input placeholder="Find a conversation, object or command" />
						<Command.List>
							<Command.Empty>No matches.</Command.Empty>
							<Command.Group heading="Commands">
								{commands.map((command) => (
									<Entry
										key={command.id}
										value={`command ${command.id} ${command.title}`}
										icon={command.icon ? <command.icon /> : <Square />}
										onSelect={run(command.run)}
										end={command.keys && keysText(command.keys)}
									>
										{command.title}
									</Entry>
								))}
							</Command.Group>
							<Command.Group heading="Conversations">
								{conversations.data?.map((conversation) => (
									<Entry
										key={conversation.id}
										value={`conversation ${conversation.title} ${conversation.id}`}
										icon={<MessageSquare />}
										onSelect={run(() =>
											navigate(
												conversationPath(props.projectId, conversation.id) + keptSearch(search),
											),
										)}
									>
										{conversation.title}
									</Entry>
								))}
							</Command.Group>
							<Command.Group heading="Objects in the scene">
								{scene.data?.objects.map((object) => (
									<Entry
										key={object.instanceId}
										value={`object ${object.path} ${object.instanceId}`}
										icon={<Box />}
										onSelect={run(() =>
											show({ tab: 'inspector', objectId: object.instanceId, pane: 'editor' }),
										)}
										end={object.depth > 0 ? object.path : undefined}
									>
										{object.name}
									</Entry>
								))}
							</Command.Group>
							<Command.Group heading="Projects">
								{projects.data
									?.filter((project) => project.id !== props.projectId)
									.map((project) => (
										<Entry
											key={project.id}
											value={`project ${project.name} ${project.id}`}
											icon={<FolderKanban />}
											onSelect={run(() => navigate(projectPath(project.id)))}
										>
											{project.name}
										</Entry>
									))}
							</Command.Group>
						</Command.List>
					</Command>
				</Dialog.Popup>
			</Dialog.Portal>
		</Dialog.Root>
	)
}

function Entry(props: {
	value: string
	icon: ReactNode
	onSelect: () => void
	children: ReactNode
	end?: string | undefined
}) {
	return (
		<Command.Item value={props.value} onSelect={props.onSelect}>
			{props.icon}
			<span className="min-w-0 flex-1 truncate">{props.children}</span>
			{props.end && <span className="max-w-[45%] truncate text-cap text-faint">{props.end}</span>}
		</Command.Item>
	)
}
