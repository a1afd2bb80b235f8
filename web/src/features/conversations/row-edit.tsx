/** Fields in which a conversation of the list gets its title or its folder. A chunk of its own. */
import type { Conversation } from '@fairlead/protocol/conversations/conversation'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { toastError } from '../../data/api/toast-error.ts'
import { useUpdateConversation } from '../../data/conversations/conversations.ts'
import { foldersQuery, useShelf } from '../../data/conversations/shelf.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextField } from '../../ui/form/form.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

interface EditProps {
	readonly conversation: Conversation
	readonly onEnd: () => void
}

export default function RowEdit({ what, ...props }: EditProps & { what: 'title' | 'folder' }) {
	return what === 'title' ? <TitleField {...props} /> : <FolderDialog {...props} />
}

function TitleField({ conversation, onEnd }: EditProps) {
	const update = useUpdateConversation(conversation)
	const save = (title: string) => {
		onEnd()
		const trimmed = title.trim()
		if (trimmed !== '' && trimmed !== conversation.title) {
			update.mutate({ title: trimmed }, { onError: toastError })
		}
	}
	return (
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
				else if (event.key === 'Escape') onEnd()
			}}
			className="h-9 w-full rounded-md border border-field bg-bg px-2 text-line max-md:h-11 max-md:text-entry"
		/>
	)
}

function FolderDialog({ conversation, onEnd }: EditProps) {
	const { projectId } = conversation
	const folders = useQuery(foldersQuery(projectId))
	const shelf = useShelf(projectId)
	const [name, setName] = useState(conversation.folder ?? '')
	const listId = useId()
	const move = (folder: string | null) => {
		onEnd()
		if (folder !== (conversation.folder ?? null)) void shelf.file(conversation, folder)
	}
	return (
		<Dialog open onOpenChange={(open) => !open && onEnd()} title="Move to folder">
			<form
				className="flex flex-col gap-4"
				onSubmit={(event) => {
					event.preventDefault()
					move(name.trim() || null)
				}}
			>
				<Field
					label="Folder"
					hint="Choose one, or type a new name. Everybody in the project sees it."
				>
					{(tied) => (
						<TextField
							{...tied}
							list={listId}
							value={name}
							maxLength={60}
							onChange={(event) => setName(event.target.value)}
						/>
					)}
				</Field>
				<datalist id={listId}>
					{folders.data?.map((folder) => (
						<option key={folder.name} value={folder.name} />
					))}
				</datalist>
				<div className="flex justify-end gap-2">
					{conversation.folder !== undefined && (
						<Button onClick={() => move(null)}>Take out of the folder</Button>
					)}
					<Button type="submit" look="primary" disabled={name.trim() === ''}>
						Move
					</Button>
				</div>
			</form>
		</Dialog>
	)
}
