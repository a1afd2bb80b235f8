/** One summary, folded; the newest can be changed. */
import { type ContextSummary, ConversationContext } from '@fairlead/protocol/conversations/context'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../data/api/client.ts'
import { toastError } from '../../data/api/toast-error.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/form/field.tsx'
import { RelativeTime } from '../../ui/text/time.tsx'

export function SummaryEntry(props: {
	conversationId: string
	summary: ContextSummary
	mayEdit: boolean
	onChanged: (context: ConversationContext) => void
}) {
	const { conversationId, summary, mayEdit, onChanged } = props
	const { number, inUse, createdAt, edited, replacedTokens } = summary
	const [draft, setDraft] = useState<string | null>(null)
	const save = useMutation({
		mutationFn: (text: string) =>
			api(ConversationContext, `/api/conversations/${conversationId}/summary`, {
				method: 'PATCH',
				body: { number, text },
			}),
		onSuccess: (context) => {
			setDraft(null)
			onChanged(context)
		},
		onError: toastError,
	})
	return (
		<details open={inUse} className="border-t border-edge py-2">
			<summary className="cursor-pointer text-line max-md:py-3">
				{inUse ? 'Summary of the beginning' : 'Earlier summary'}
				<span className="tabular ml-2 text-cap text-faint">
					for {replacedTokens.toLocaleString()} tokens, <RelativeTime at={createdAt} />
					{edited && `, changed by ${edited.by.name}`}
				</span>
			</summary>
			{draft === null ? (
				<>
					<p dir="auto" className="mt-2 text-line whitespace-pre-wrap text-muted">
						{summary.text}
					</p>
					{inUse && mayEdit && (
						<Button className="mt-2" onClick={() => setDraft(summary.text)}>
							Edit
						</Button>
					)}
				</>
			) : (
				<form
					className="mt-2 flex flex-col gap-2"
					onSubmit={(event) => {
						event.preventDefault()
						save.mutate(draft)
					}}
				>
					<TextArea
						aria-label="Summary"
						dir="auto"
						maxLength={12_000}
						value={draft}
						onChange={(event) => setDraft(event.target.value)}
					/>
					<div className="flex gap-2">
						<Button type="submit" look="primary" disabled={draft.trim() === '' || save.isPending}>
							Save
						</Button>
						<Button onClick={() => setDraft(null)}>Cancel</Button>
					</div>
				</form>
			)}
		</details>
	)
}
