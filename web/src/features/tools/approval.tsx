import { useMutation } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/feedback.tsx'
import { apiDone } from '../api/client.ts'
import type { CallView } from '../run/build-run.ts'
import { useConversationId, useOnAnswered } from './conversation.tsx'
import { LabelView } from './label-view.tsx'
import { labelOf } from './labels.ts'
import { plainArguments } from './names.ts'
import { useNames } from './names-context.tsx'
import { actionOf, type Bag, bag, bags, text } from './read.ts'
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
	const names = useNames()
	const values = plainArguments(call.input, names)
	const operations = bags(call.input['operations'])
	const settled = answer.isPending || answer.isSuccess
	return (
		<div className="rounded-lg border border-edge-strong bg-surface p-3">
			<p className="pb-1 text-cap text-faint">
				{[call.tool, actionOf(call)].filter(Boolean).join(': ').replaceAll('_', ' ')}
			</p>
			{operations.length > 0 ? (
				<ul className="max-h-60 list-disc overflow-y-auto pl-4 text-line text-muted">
					{operations.map((operation, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: operations are known by their place
						<li key={index}>
							<LabelView label={labelOf(operationOf(call, operation), names)} />
						</li>
					))}
				</ul>
			) : (
				Object.keys(values).length > 0 && (
					<div className="max-h-60 overflow-y-auto">
						<ValueList values={values} />
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

/** One operation of a batch as the call that it would be alone. */
const operationOf = (call: CallView, operation: Bag): CallView => ({
	...call,
	tool: text(operation['tool']) ?? 'tool',
	input: bag(operation['args']),
})
