/** A conversation's place: pinned, archived, in a folder, in the trash. */
import {
	Conversation,
	FolderList,
	type UpdateConversation,
} from '@fairlead/protocol/conversations/conversation'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { TOAST_MS, toasts } from '../../ui/overlays/toasts.ts'
import { api, apiDone } from '../api/client.ts'
import { toastError } from '../api/toast-error.ts'

export const foldersQuery = (projectId: string) =>
	queryOptions({
		queryKey: ['conversations', projectId, 'folders'],
		queryFn: async ({ signal }) =>
			(await api(FolderList, `/api/projects/${projectId}/folders`, { signal })).folders,
	})

type Shelf = Pick<z.infer<typeof UpdateConversation>, 'pinned' | 'archived' | 'folder'>

/** All lists of the project are read again after each change. */
export function useShelf(projectId: string) {
	const client = useQueryClient()
	const show = () => client.invalidateQueries({ queryKey: ['conversations', projectId] })
	const change = async (
		act: () => Promise<unknown>,
		told: string,
		undo?: () => Promise<unknown>,
	) => {
		try {
			await act()
		} catch (error) {
			toastError(error)
			return false
		} finally {
			void show()
		}
		const id = toasts.add({
			title: told,
			timeout: TOAST_MS,
			...(undo
				? {
						actionProps: {
							children: 'Undo',
							onClick: () => {
								toasts.close(id)
								undo()
									.catch(toastError)
									.finally(() => void show())
							},
						},
					}
				: {}),
		})
		return true
	}
	const patch = (of: Conversation, body: Shelf) => async () => {
		const changed = await api(Conversation, `/api/conversations/${of.id}`, {
			method: 'PATCH',
			body,
		})
		client.setQueryData(['conversation', of.id], changed)
	}
	const restore = (id: string) => () =>
		api(Conversation, `/api/projects/${projectId}/trash/${id}/restore`, { method: 'POST' })
	const titled = (word: string, { title }: Conversation) => `${word} “${title}”`
	return {
		pin: (of: Conversation) => {
			const pinned = of.pinned !== true
			return change(patch(of, { pinned }), titled(pinned ? 'Pinned' : 'Unpinned', of))
		},
		archive: (of: Conversation) => {
			const archived = of.archived !== true
			return change(
				patch(of, { archived }),
				titled(archived ? 'Archived' : 'Moved back to the list:', of),
				patch(of, { archived: !archived }),
			)
		},
		file: (of: Conversation, folder: string | null) =>
			change(
				patch(of, { folder }),
				folder === null ? titled('Taken out of its folder:', of) : `Moved to “${folder}”`,
				patch(of, { folder: of.folder ?? null }),
			),
		/** @param onUndone the conversation is back */
		remove: (of: Conversation, onUndone: () => void) =>
			change(
				() => apiDone(`/api/conversations/${of.id}/trash`, { method: 'POST' }),
				titled('Deleted', of),
				() => restore(of.id)().then(onUndone),
			),
		restore: (of: Conversation) => change(restore(of.id), titled('Restored', of)),
		erase: (of: Conversation) =>
			change(
				() => apiDone(`/api/projects/${projectId}/trash/${of.id}`, { method: 'DELETE' }),
				titled('Deleted for good:', of),
			),
	}
}
