/** Model and limits of one conversation, which the address names. */
import type { Conversation } from '@fairlead/protocol/conversations/conversation'
import { DEFAULT_BUDGET } from '@fairlead/protocol/conversations/runs'
import type { Project } from '@fairlead/protocol/projects/project'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { useId, useState } from 'react'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { conversationsQuery, healthQuery } from '../../data/api/queries.ts'
import { useUpdateConversation } from '../../data/conversations/conversations.ts'
import { useAddressQuery } from '../../data/use-address-query.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, Skeleton } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/form/form.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Section } from '../../ui/section.tsx'
import { LimitsForm } from './limits-form.tsx'

export function ConversationSettings(props: { project: Project }) {
	const { project } = props
	const id = useId()
	const [query, setQuery] = useAddressQuery()
	const list = useInfiniteQuery(conversationsQuery(project.id))
	const wanted = query.get('conversation')
	const chosen = list.data?.find((one) => one.id === wanted) ?? list.data?.[0]
	return (
		<Section
			id="conversation"
			title="One conversation"
			hint="Settings that differ from the rest of the project. They apply from the next run."
		>
			{list.isPending && <Skeleton rows={3} className="p-4" />}
			{list.error && !list.data && (
				<ErrorNote error={list.error} onRetry={() => void list.refetch()} className="m-3" />
			)}
			{list.data?.length === 0 && (
				<Empty icon={<MessageSquare />} title="No conversations yet">
					Begin one in the project; its settings will be here.
				</Empty>
			)}
			{chosen && list.data && (
				<>
					<div className="px-4 pt-4">
						<label htmlFor={id} className="text-line font-medium">
							Conversation
						</label>
						<Select
							id={id}
							className="mt-1"
							value={chosen.id}
							onChange={(event) => {
								query.set('conversation', event.target.value)
								setQuery(query, { replace: true })
							}}
						>
							{list.data.map((one) => (
								<option key={one.id} value={one.id}>
									{one.title}
								</option>
							))}
						</Select>
						{list.hasNextPage && (
							<Button
								look="quiet"
								className="mt-1 text-line"
								disabled={list.isFetchingNextPage}
								onClick={() => void list.fetchNextPage()}
							>
								Load older conversations
							</Button>
						)}
					</div>
					<Model key={`model ${chosen.id}`} conversation={chosen} />
					<Limits key={`limits ${chosen.id}`} conversation={chosen} project={project} />
				</>
			)}
		</Section>
	)
}

function Model(props: { conversation: Conversation }) {
	const { conversation } = props
	const id = useId()
	const health = useQuery(healthQuery)
	const update = useUpdateConversation(conversation)
	const [text, setText] = useState(conversation.model ?? '')
	const wanted = text.trim() === '' ? null : text.trim()
	const standard = health.data && `${health.data.model.provider}/${health.data.model.id}`
	return (
		<form
			className="px-4 pt-4"
			onSubmit={(event) => {
				event.preventDefault()
				update.mutate({ model: wanted })
			}}
		>
			<label htmlFor={id} className="text-line font-medium">
				Model
			</label>
			<div className="mt-1 flex gap-2">
				<TextField
					id={id}
					value={text}
					maxLength={200}
					aria-describedby={`${id}-hint`}
					placeholder={standard ?? ''}
					spellCheck={false}
					autoCapitalize="none"
					onChange={(event) => setText(event.target.value)}
				/>
				<Button type="submit" disabled={update.isPending || wanted === conversation.model}>
					Save model
				</Button>
			</div>
			<p id={`${id}-hint`} className="mt-1 text-cap text-muted">
				As “provider/model”, such as anthropic/claude-sonnet-5. Empty means the server’s default.
			</p>
			<p role="status" className="text-cap text-muted">
				{update.isSuccess && wanted === conversation.model ? 'Saved' : ''}
			</p>
			{update.error && <ErrorNote error={update.error} className="mt-2" />}
		</form>
	)
}

function Limits(props: { conversation: Conversation; project: Project }) {
	const { conversation, project } = props
	const update = useUpdateConversation(conversation)
	return (
		<LimitsForm
			budget={conversation.budget}
			fallback={{ ...DEFAULT_BUDGET, ...project.budget }}
			pending={update.isPending}
			saved={update.isSuccess}
			error={update.error && <ErrorNote error={update.error} />}
			onSave={(budget) => update.mutate({ budget })}
		/>
	)
}
