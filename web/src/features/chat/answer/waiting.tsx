import type { WaitPart } from '@fairlead/protocol/conversations/stream-parts'
import { Hourglass } from 'lucide-react'
import { use } from 'react'
import { AnswerSlotsContext } from '../../../run/slots.ts'
import { RunningDuration } from '../../../ui/text/time.tsx'

/** The gap in the line: its reason, since when, and what a person can do about it. */
export default function Waiting(props: { wait: WaitPart }) {
	const { on, reason, startedAt } = props.wait
	const { EditorWait } = use(AnswerSlotsContext)
	return (
		<div className="flex items-start gap-2 text-line leading-[22px] text-muted">
			<Hourglass aria-hidden className="mt-1 size-3.5 shrink-0 text-warn" />
			<div className="min-w-0 wrap-anywhere">
				{on === 'retry' ? `${reason}. The agent will retry automatically.` : `Waiting: ${reason}`}
				<RunningDuration since={startedAt} className="tabular ml-2 text-cap text-faint" />
				{on === 'editor' && <EditorWait />}
			</div>
		</div>
	)
}
