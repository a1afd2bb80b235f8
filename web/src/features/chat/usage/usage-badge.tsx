/** The tokens and the price of an answer; a click shows its model calls. Loaded after the answer is shown. */
import type { Usage } from '@fairlead/protocol/conversations/runs'
import { useState } from 'react'
import { useParams } from 'react-router'
import { priceText, tokenParts, tokensOf, tokensText } from '../../../parts/amounts.ts'
import { lazyPart, THIS_DIALOG } from '../../../ui/loading/lazy-part.tsx'

const UsageDialog = lazyPart(() => import('./usage-dialog.tsx'), THIS_DIALOG)

export default function UsageBadge(props: {
	usage: Usage
	/** Undefined if the price is not known. */
	costUsd: number | undefined
	runId: string | undefined
}) {
	const { usage, costUsd, runId } = props
	const { conversationId } = useParams()
	const [open, setOpen] = useState(false)
	// The demo model uses none.
	if (tokensOf(usage) === 0) return null
	const text = `${tokensText(usage)} · ${costUsd === undefined ? 'price unknown' : priceText(costUsd)}`
	if (conversationId === undefined || runId === undefined) {
		return <span className="tabular">{text}</span>
	}
	return (
		<>
			<button
				type="button"
				aria-label={`${text}: show the model calls`}
				title={tokenParts(usage)}
				onClick={() => setOpen(true)}
				className="tabular -mx-1.5 rounded-md px-1.5 hover:bg-hover hover:text-text max-md:min-h-11"
			>
				{text}
			</button>
			{open && (
				<UsageDialog conversationId={conversationId} runId={runId} onClose={() => setOpen(false)} />
			)}
		</>
	)
}
