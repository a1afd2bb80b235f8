/** Acts on a conversation of the list. A chunk of its own. */
import type { Conversation } from '@fairlead/protocol/conversations/conversation'
import { Archive, ArchiveRestore, Folder, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router'
import { conversationPath, keptSearch, projectPath } from '../../data/address.ts'
import { useShelf } from '../../data/conversations/shelf.ts'
import { MenuItem } from '../../ui/overlays/menu.tsx'

export default function RowMenu(props: {
	conversation: Conversation
	open: boolean
	onEdit: (what: 'title' | 'folder') => void
}) {
	const { conversation, onEdit } = props
	const shelf = useShelf(conversation.projectId)
	const navigate = useNavigate()
	const { search } = useLocation()
	const remove = async () => {
		const { id, projectId } = conversation
		// Elsewhere, the person stays where they are.
		const show = (path: string) => props.open && navigate(path + keptSearch(search))
		if (await shelf.remove(conversation, () => show(conversationPath(projectId, id))))
			show(projectPath(projectId))
	}
	return (
		<>
			<MenuItem
				icon={conversation.pinned ? <PinOff /> : <Pin />}
				onSelect={() => void shelf.pin(conversation)}
			>
				{conversation.pinned ? 'Unpin' : 'Pin'}
			</MenuItem>
			<MenuItem icon={<Pencil />} onSelect={() => onEdit('title')}>
				Rename
			</MenuItem>
			<MenuItem icon={<Folder />} onSelect={() => onEdit('folder')}>
				Move to folder
			</MenuItem>
			<MenuItem
				icon={conversation.archived ? <ArchiveRestore /> : <Archive />}
				onSelect={() => void shelf.archive(conversation)}
			>
				{conversation.archived ? 'Move back to the list' : 'Archive'}
			</MenuItem>
			<MenuItem icon={<Trash2 />} danger onSelect={() => void remove()}>
				Delete
			</MenuItem>
		</>
	)
}
