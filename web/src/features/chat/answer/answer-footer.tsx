/** The footer of an answer, after its steps: how its run ended, what it changed and used, and what can be done with it. */
import { endOf } from '@fairlead/protocol/conversations/run-standing'
import { type RunStanding, RunVerdict } from '@fairlead/protocol/conversations/runs'
import type { MessageMetadata } from '@fairlead/protocol/conversations/stream-parts'
import { callsOf } from '@fairlead/protocol/view/call-view'
import { changesOf, countChanges } from '@fairlead/protocol/view/run-changes'
import { callsIn, type RunStep } from '@fairlead/protocol/view/run-view'
import { Undo2 } from 'lucide-react'
import { useMemo } from 'react'
import { useOtherPerson } from '../../../data/person/use-other-person.ts'
import { waitedFor } from '../../../parts/calls/time-spent.ts'
import { STANDING_WORDS } from '../../../parts/run-line/mini-line.tsx'
import { type ChatMessage, textOf } from '../../../run/messages/messages.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyPart } from '../../../ui/loading/lazy-part.tsx'
import { RelativeTime, spentText } from '../../../ui/text/time.tsx'
import MessageActs from '../branches/message-acts.tsx'
import { ClosingCard } from './closing-card.tsx'
import { DemoEnd } from './demo-end.tsx'

/** In the same file for the messages of people: most conversations have both. */
export { MessageActs }

const UsageBadge = lazyPart(() => import('../usage/usage-badge.tsx'))

const DEMO_MODEL = 'demo/planner'

/** `provider/model` as the composer calls it. */
const modelName = (model: string): string =>
	model === DEMO_MODEL ? 'demo model' : (model.split('/').at(-1) ?? model)

/** States of a completed run that need a warning below an answer that sounds successful. */
const WARNS: ReadonlySet<RunStanding> = new Set(
	RunVerdict.options.filter((verdict) => verdict !== 'reverted'),
)

/** How long the run took, without the time in which it only waited for an answer to a question. */
function runTime(message: ChatMessage) {
	const { createdAt, finishedAt }: Partial<MessageMetadata> = message.metadata ?? {}
	if (createdAt === undefined || finishedAt === undefined) return null
	const waitedMs = waitedFor(callsOf(message))
	return { workedMs: finishedAt - createdAt - waitedMs, waitedMs }
}

export function AnswerFooter(props: { message: ChatMessage }) {
	const { message } = props
	const text = textOf(message)
	const metadata: Partial<MessageMetadata> | undefined = message.metadata
	const end = endOf(message)
	const stoppedBy = useOtherPerson(metadata?.stoppedBy)
	const spent = useMemo(() => runTime(message), [message])
	return (
		<>
			<ClosingCard message={message} />
			<div className="mt-1.5 flex min-h-8 flex-wrap items-center gap-x-3 pl-7 text-cap text-faint">
				{text !== '' && <CopyButton label="Copy answer" text={() => text} className="-ml-2" />}
				<MessageActs message={message} />
				{end !== null && end !== 'done' && (
					<span className={WARNS.has(end) ? 'text-warn' : undefined}>
						{STANDING_WORDS[end]}
						{end === 'stopped' && stoppedBy !== null && ` by ${stoppedBy}`}
					</span>
				)}
				{spent && <span className="tabular">{spentText(spent)}</span>}
				{metadata?.usage && (
					<UsageBadge
						{...{ usage: metadata.usage, costUsd: metadata.costUsd, runId: metadata.runId }}
					/>
				)}
				{metadata?.model && (
					<span className="max-w-48 truncate max-md:hidden">{modelName(metadata.model)}</span>
				)}
				{metadata?.finishedAt !== undefined && <RelativeTime at={metadata.finishedAt} />}
			</div>
			{metadata?.model === DEMO_MODEL && end !== null && <DemoEnd messageId={message.id} />}
		</>
	)
}

/** Reverts a step, if it created, changed or deleted anything. */
export function StepRevert({ step, onRevert }: { step: RunStep; onRevert: () => void }) {
	const changed = useMemo(() => countChanges(changesOf(callsIn(step))) > 0, [step])
	return (
		changed && (
			<IconButton
				label="Revert this step"
				onClick={onRevert}
				// As wide as the duration that it covers.
				className="absolute -top-[5px] right-0 !w-16 !justify-end bg-bg pr-2 opacity-0 focus-visible:opacity-100 group-hover/step:opacity-100 max-md:hidden"
			>
				<Undo2 />
			</IconButton>
		)
	)
}
