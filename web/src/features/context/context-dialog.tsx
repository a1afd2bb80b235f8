/** The context of this conversation's model: a meter of its window, and the summaries in it. */
import {
	type ContextKind,
	type ContextTold,
	ConversationContext,
} from '@fairlead/protocol/conversations/context'
import { visible } from '@fairlead/protocol/view/visible'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment } from 'react'
import { api } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { useMayEdit } from '../../data/person/use-role.ts'
import { Skeleton } from '../../ui/feedback.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { SummaryEntry } from './summary-entry.tsx'

const NAMES: Readonly<Record<ContextKind, string>> = {
	system: 'Instructions',
	tools: 'Tools',
	summaries: 'Summary',
	project: 'Project: notes, skills and state',
	messages: 'Messages',
	calls: 'Tool calls and results',
	pictures: 'Pictures',
}
const TOLD: Readonly<Record<ContextTold['kind'], (names: string) => string>> = {
	note: (path) => path,
	lost_note: (path) => `${path}, which is gone`,
	unread_note: (path) => `${path}, which could not be read`,
	skills: (names) => `Skills of the project: ${names || 'none'}`,
	account_skills: (names) => `Skills of the account: ${names || 'none'}`,
	loaded_skill: (name) => `Loaded skill: ${name}`,
	state: () => 'State of the project',
	open: (name) => `Open text: ${name}`,
}
/** They are the same in every conversation, and do not count against its share. */
const FIXED: ReadonlySet<ContextKind> = new Set(['system', 'tools'])

export default function ContextDialog(props: { conversationId: string; onClose: () => void }) {
	const { conversationId, onClose } = props
	const mayEdit = useMayEdit()
	const client = useQueryClient()
	const queryKey = ['context', conversationId]
	const { data, error, refetch } = useQuery({
		queryKey,
		queryFn: ({ signal }) =>
			api(ConversationContext, `/api/conversations/${conversationId}/context`, { signal }),
		staleTime: 0,
	})
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title="What the model reads"
			description="The next request, estimated. Nothing is deleted: what is left out here stays in the conversation, and the agent can look it up."
		>
			{error ? (
				<ErrorNote error={error} onRetry={() => void refetch()} />
			) : data ? (
				<>
					<Meter context={data} />
					{data.summaries.length > 0 && (
						<section aria-label="Summaries" className="mt-6">
							{data.summaries.map((summary) => (
								<SummaryEntry
									key={summary.number}
									conversationId={conversationId}
									summary={summary}
									mayEdit={mayEdit}
									onChanged={(changed) => client.setQueryData(queryKey, changed)}
								/>
							))}
						</section>
					)}
				</>
			) : (
				<Skeleton rows={5} className="py-2" />
			)}
		</Dialog>
	)
}

function Meter(props: { context: ConversationContext }) {
	const { parts, told, viewTokens, windowTokens } = props.context
	const used = parts.reduce((sum, { kind, tokens }) => sum + (FIXED.has(kind) ? 0 : tokens), 0)
	const all = parts.reduce((sum, { tokens }) => sum + tokens, 0)
	return (
		<>
			<meter
				aria-label="Share of the conversation's room that is used"
				className="mt-4 w-full"
				min={0}
				max={viewTokens}
				value={Math.min(used, viewTokens)}
			/>
			<p className="tabular text-line text-muted">
				The conversation takes {used.toLocaleString()} of {viewTokens.toLocaleString()} tokens.
				Above that, its beginning is summarized.
				{windowTokens !== null && ` The model takes ${windowTokens.toLocaleString()} in all.`}
			</p>
			<table className="tabular mt-3 w-full text-line">
				<tbody>
					{parts.map(({ kind, tokens }) => (
						<Fragment key={kind}>
							<tr className="border-t border-edge first:border-0">
								<th scope="row" className="py-1.5 text-left font-normal">
									{NAMES[kind]}
								</th>
								<td className="py-1.5 text-right text-muted">{tokens.toLocaleString()}</td>
							</tr>
							{kind === 'project' && told.map((one) => <ToldRow key={nameOf(one)} told={one} />)}
						</Fragment>
					))}
					<tr className="border-t border-edge">
						<th scope="row" className="py-1.5 text-left font-medium">
							Together
						</th>
						<td className="py-1.5 text-right font-medium">{all.toLocaleString()}</td>
					</tr>
				</tbody>
			</table>
		</>
	)
}

const nameOf = ({ kind, names }: ContextTold): string => TOLD[kind](visible(names.join(', ')))

/** A part of the row above it. */
function ToldRow(props: { told: ContextTold }) {
	const { told } = props
	return (
		<tr className="text-cap text-muted">
			<th scope="row" className="py-0.5 pl-4 text-left font-normal wrap-anywhere">
				{nameOf(told)}
			</th>
			<td className="py-0.5 text-right">{told.tokens.toLocaleString()}</td>
		</tr>
	)
}
