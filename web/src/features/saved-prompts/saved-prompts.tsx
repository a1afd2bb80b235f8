/** A person's saved prompts: which there are, adding, changing and removing them. */
import { SAVED_PROMPT, type SavedPrompt } from '@fairlead/protocol/people/saved-prompts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiDone } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { toastError } from '../../data/api/toast-error.ts'
import { savedPromptsQuery } from '../../data/person/saved-prompts.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback.tsx'
import { TOAST_MS, toasts } from '../../ui/overlays/toasts.ts'
import { Row, Rows, Section } from '../../ui/section.tsx'
import { PromptForm, putPrompt } from './prompt-form.tsx'

const ADDING = 'new'

export default function SavedPrompts() {
	const client = useQueryClient()
	const list = useQuery(savedPromptsQuery)
	/** An id, or {@link ADDING}; null: no form is open. */
	const [form, setForm] = useState<string | null>(null)
	const changed = () => client.invalidateQueries(savedPromptsQuery)
	const stored = async () => {
		await changed()
		setForm(null)
	}
	const remove = useMutation({
		mutationFn: ({ id }: SavedPrompt) => apiDone(`/api/prompts/${id}`, { method: 'DELETE' }),
		onSuccess: (_, prompt) =>
			toasts.add({
				title: `${prompt.name} is removed.`,
				actionProps: {
					children: 'Undo',
					onClick: () => void putPrompt(prompt).then(changed, toastError),
				},
				timeout: TOAST_MS,
			}),
		onError: toastError,
		onSettled: changed,
	})
	const prompts = list.data ?? []
	return (
		<Section
			id="prompts"
			title="Saved prompts"
			hint="Texts that you use again. Type / at the beginning of a message to put one into it."
		>
			{list.isPending && <Skeleton rows={1} className="p-4" />}
			{list.error && !list.data && (
				<ErrorNote error={list.error} onRetry={() => void list.refetch()} className="m-3" />
			)}
			{prompts.length > 0 && (
				<Rows label="Saved prompts">
					{prompts.map((prompt) => (
						<li key={prompt.id}>
							<Row
								title={prompt.name}
								detail={
									<span dir="auto" className="line-clamp-3 whitespace-pre-wrap wrap-anywhere">
										{prompt.text}
									</span>
								}
								action={
									<div className="flex gap-2">
										<Button
											aria-label={`Edit the prompt ${prompt.name}`}
											disabled={form === prompt.id}
											onClick={() => setForm(prompt.id)}
										>
											Edit
										</Button>
										<Button
											aria-label={`Remove the prompt ${prompt.name}`}
											disabled={remove.isPending}
											onClick={() => remove.mutate(prompt)}
										>
											Remove
										</Button>
									</div>
								}
							/>
							{form === prompt.id && (
								<PromptForm prompt={prompt} onStored={stored} onClose={() => setForm(null)} />
							)}
						</li>
					))}
				</Rows>
			)}
			{form === ADDING && (
				<PromptForm prompt={null} onStored={stored} onClose={() => setForm(null)} />
			)}
			{list.data && form !== ADDING && prompts.length < SAVED_PROMPT.perAccount && (
				<div className="flex flex-wrap items-center justify-between gap-3 border-edge p-4 not-first:border-t">
					<p className="text-line text-muted">{prompts.length === 0 && 'None yet.'}</p>
					<Button onClick={() => setForm(ADDING)}>Add prompt</Button>
				</div>
			)}
		</Section>
	)
}
