/** After an answer whose run changed something: its picture, what was changed, and what can be done with it. */
import { keptCalls } from '@fairlead/protocol/conversations/reverted'
import { callsOf } from '@fairlead/protocol/view/call-view'
import { changesOf, changesText } from '@fairlead/protocol/view/run-changes'
import { FileStack, Share2, Undo2 } from 'lucide-react'
import { use, useMemo } from 'react'
import { useAction } from '../../../actions/use-actions.ts'
import { useView } from '../../../data/use-view.ts'
import { PictureView } from '../../../parts/pictures.tsx'
import type { ChatMessage } from '../../../run/messages/messages.ts'
import { useShownMessages } from '../../../run/messages/shown-messages.ts'
import { picturesOf } from '../../../run/pictures/pictures.ts'
import { RevertContext } from '../../../run/revert-context.ts'
import { AnswerSlotsContext } from '../../../run/slots.ts'
import { Button } from '../../../ui/button.tsx'

/** In pixels: the picture itself stands in the answer. */
const THUMB_WIDTH = 80

/** "3 created, 1 changed, 2 denied"; empty if nothing is left of what the run changed. */
function changedText(message: ChatMessage): string {
	const changed = changesText(changesOf(keptCalls(message)))
	const denied = callsOf(message).filter(({ state }) => state === 'denied').length
	return changed === '' || denied === 0 ? changed : `${changed}, ${denied} denied`
}

export function ClosingCard({ message }: { message: ChatMessage }) {
	const revert = use(RevertContext)
	const [, show] = useView()
	const { SaveChanges } = use(AnswerSlotsContext)
	const share = useAction('share.open')
	const changed = useMemo(() => changedText(message), [message])
	const picture = useMemo(() => picturesOf([message]).at(-1), [message])
	// What is open and shared is the present state, not that of an earlier run.
	const isNewest = useShownMessages((messages) => messages.at(-1)?.id === message.id, message.id)
	if (changed === '') return null
	return (
		<fieldset
			aria-label="Changes of this run"
			className="mt-3 ml-7 flex flex-wrap items-center gap-1 rounded-lg border border-edge bg-surface p-1.5"
		>
			{picture && (
				<div style={{ width: THUMB_WIDTH }}>
					<PictureView picture={picture} maxWidth={THUMB_WIDTH} />
				</div>
			)}
			<Button
				look="quiet"
				className="tabular !px-2 text-line"
				onClick={() => show({ tab: 'changes', answerId: message.id, stepId: null, pane: 'editor' })}
			>
				<FileStack /> {changed}
			</Button>
			<div className="ml-auto flex flex-wrap items-center gap-1">
				{revert && (
					<Button
						look="quiet"
						className="!px-2 text-line"
						onClick={() => revert({ messageId: message.id })}
					>
						<Undo2 /> Revert
					</Button>
				)}
				{isNewest && <SaveChanges />}
				{isNewest && share && (
					<Button look="quiet" className="!px-2 text-line" onClick={share.run}>
						<Share2 /> Share
					</Button>
				)}
			</div>
		</fieldset>
	)
}
