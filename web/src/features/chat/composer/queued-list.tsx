import type { QueuedMessage } from '@fairlead/protocol/conversations/messages'
import { clientCallIn } from '@fairlead/protocol/wire/client-call'
import { text } from '@fairlead/protocol/wire/safe-read'
import { CornerDownRight, X } from 'lucide-react'
import { Suspense } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ClientRequest } from '../answer/question.tsx'

/** Messages sent during the run that have not entered yet; each can be withdrawn until then. */
export default function QueuedList(props: {
	queued: readonly QueuedMessage[]
	/** null if this person may not withdraw them. */
	onWithdraw: ((id: string) => void) | null
}) {
	const { queued, onWithdraw } = props
	return (
		<ul aria-label="Messages waiting for the agent" className="flex flex-col gap-1 pb-2">
			{queued.map((message) => (
				<li
					key={message.id}
					className="flex items-center gap-2 rounded-lg border border-edge bg-raised py-0.5 pl-3 pr-0.5 text-line"
				>
					<CornerDownRight aria-hidden className="size-3.5 shrink-0 text-faint" />
					<span dir="auto" className="min-w-0 flex-1 truncate">
						<Summary message={message} />
					</span>
					<span className="shrink-0 text-cap text-faint">
						{message.steer === 'interrupt' ? 'interrupts' : 'at the next step, or after Stop'}
					</span>
					{onWithdraw && (
						<IconButton label="Withdraw message" onClick={() => onWithdraw(message.id)}>
							<X />
						</IconButton>
					)}
				</li>
			))}
		</ul>
	)
}

function Summary({ message }: { message: QueuedMessage }) {
	const words = message.parts.flatMap((part) =>
		part['type'] === 'text' ? (text(part['text']) ?? []) : [],
	)
	const call = clientCallIn(message.parts)
	if (!call) return words.join(' ') || 'A picture'
	return (
		<Suspense>
			<ClientRequest call={call} by={message.by} />
		</Suspense>
	)
}
