/** The usage of an answer, call by call, and of its whole conversation. */
import { ConversationUsage, type ModelCall } from '@fairlead/protocol/models/usage'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../data/api/client.ts'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import { priceText, sumText, tokenParts, tokensText } from '../../../parts/amounts.ts'
import { Skeleton } from '../../../ui/feedback.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'

const PURPOSES: Readonly<Record<ModelCall['purpose'], string>> = {
	answer: 'Answer',
	summary: 'Summary of the beginning',
	title: 'Title, after the answer',
	sub_agent: 'Sub-agent',
}
const OUTCOMES: Readonly<Record<ModelCall['outcome'], string>> = {
	finished: '',
	failed: ', cut off',
	stopped: ', stopped',
}
const PAYERS = { person: 'own key', server: 'server’s key' } as const

const priceOf = (usd: number | null): string => (usd === null ? 'unknown' : priceText(usd))

export default function UsageDialog(props: {
	conversationId: string
	runId: string
	onClose: () => void
}) {
	const { conversationId, runId, onClose } = props
	const { data, error, refetch } = useQuery({
		queryKey: ['usage', conversationId, runId],
		queryFn: ({ signal }) =>
			api(ConversationUsage, `/api/conversations/${conversationId}/usage?run=${runId}`, { signal }),
		staleTime: 0,
	})
	const run = data?.runs[0]
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title="Usage"
			description="Tokens as the provider bills them, at its list prices or the payer’s own values."
		>
			{error ? (
				<ErrorNote error={error} onRetry={() => void refetch()} />
			) : data ? (
				<>
					<section aria-label="This answer" className="mt-4">
						<h3 className="font-medium">This answer</h3>
						{run?.calls ? (
							<ol className="tabular mt-1 text-line">
								{run.calls.map((call, n) => (
									// biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
									<Call key={n} call={call} number={n + 1} />
								))}
							</ol>
						) : (
							<p className="mt-1 text-line text-muted">
								{run
									? 'This answer is older than the record of single model calls.'
									: 'This answer is counted in a moment. Open this again.'}
							</p>
						)}
						{run && (
							<Sum name="Together" price={priceOf(run.costUsd)} tokens={tokensText(run.usage)} />
						)}
					</section>
					<section aria-label="This conversation" className="mt-5">
						<h3 className="font-medium">This conversation</h3>
						<p className="mt-1 text-line text-muted">{tokenParts(data.total.usage)}</p>
						<Sum
							name={data.total.runs === 1 ? '1 run' : `${data.total.runs.toLocaleString()} runs`}
							price={sumText(data.total)}
							tokens={tokensText(data.total.usage)}
						/>
					</section>
				</>
			) : (
				<Skeleton rows={5} className="py-2" />
			)}
		</Dialog>
	)
}

function Call(props: { call: ModelCall; number: number }) {
	const { purpose, outcome, model, usage, costUsd, paidBy } = props.call
	return (
		<li className="border-t border-edge py-1.5 first:border-0">
			<span className="flex justify-between gap-3">
				<span>
					{props.number}. {PURPOSES[purpose]}
					{OUTCOMES[outcome]}
				</span>
				<span className="whitespace-nowrap">{priceOf(costUsd)}</span>
			</span>
			<span className="block text-muted">{tokenParts(usage)}</span>
			<span className="block font-mono text-cap text-muted wrap-anywhere">
				{model}
				{paidBy && ` · ${PAYERS[paidBy]}`}
			</span>
		</li>
	)
}

function Sum(props: { name: string; tokens: string; price: string }) {
	return (
		<p className="tabular mt-1 flex justify-between gap-3 border-t border-edge-strong pt-1.5 text-line font-medium">
			<span>{props.name}</span>
			<span>
				{props.tokens} · {props.price === 'unknown' ? 'price unknown' : props.price}
			</span>
		</p>
	)
}
