import { useMutation } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/feedback.tsx'
import { apiDone } from '../api/client.ts'
import type { CallView } from '../run/build-run.ts'
import { useConversationId, useOnAnswered } from './conversation.tsx'
import { bags, text } from './read.ts'
import { ValueList } from './renderers/values.tsx'

/** A call that waits for a person: what it would do, yes and no. The answer arrives by the stream. */
export function Approval(props: { call: CallView; approvalId: string }) {
	const { call, approvalId } = props
	const conversationId = useConversationId()
	const answer = useMutation({
		mutationFn: (approved: boolean) =>
			apiDone(`/api/conversations/${conversationId}/approvals/${encodeURIComponent(approvalId)}`, {
				method: 'POST',
				body: { approved },
			}),
		onSuccess: useOnAnswered(),
	})
	const { action: _action, ...input } = call.input
	const operations = bags(input['operations'])
	const settled = answer.isPending || answer.isSuccess
	return (
		<div className="rounded-lg border border-edge-strong bg-surface p-3">
			{operations.length > 0 ? (
				<p className="text-line text-muted">
					{operations.map((operation) => text(operation['tool'])?.replaceAll('_', ' ')).join(', ')}
				</p>
			) : (
				Object.keys(input).length > 0 && (
					<div className="max-h-60 overflow-y-auto">
						<ValueList values={input} />
					</div>
				)
			)}
			<div className="mt-3 flex flex-wrap gap-2">
				<Button look="primary" disabled={settled} onClick={() => answer.mutate(true)}>
					Allow
				</Button>
				<Button disabled={settled} onClick={() => answer.mutate(false)}>
					Do not allow
				</Button>
			</div>
			{answer.error && <ErrorNote error={answer.error} className="mt-3" />}
		</div>
	)
}
