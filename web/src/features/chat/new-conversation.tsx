import type { ConversationMode } from '@fairlead/protocol/conversations/runs'
import { useState } from 'react'
import { toApiError } from '../../data/api/problem.ts'
import { useMayEdit } from '../../data/person/use-role.ts'
import { useRoom } from '../../data/room/room-context.tsx'
import { type Draft, textDraft } from '../../run/messages/messages.ts'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { Composer } from './composer/composer.tsx'
import { NotSent } from './composer/not-sent.tsx'
import Suggestions from './composer/suggestions.tsx'

const ViewerNote = lazyPart(() => import('./viewer-note.tsx'), { what: 'This line' })

/** Nothing is made on the server before the first message is sent. */
export default function NewConversation(props: {
	projectId: string
	onBegin: (draft: Draft, mode: ConversationMode) => void
	pending: boolean
	/** Why the last try failed. */
	error: unknown
	returned: Draft | null
	onReturnedTaken: () => void
}) {
	const [mode, setMode] = useState<ConversationMode>('auto')
	const mayEdit = useMayEdit()
	const { link } = useRoom()
	const failure = props.error ? toApiError(props.error) : null
	const offline = failure?.code === 'offline'
	const begin = (draft: Draft) => {
		if (!props.pending) props.onBegin(draft, mode)
	}
	return (
		<>
			<div className="flex min-h-0 flex-1 items-center overflow-y-auto px-4">
				{mayEdit && <Suggestions onChoose={(text) => begin(textDraft(text))} />}
			</div>
			<div className="mx-auto flex w-full max-w-[792px] flex-col gap-3 px-4 pb-4 max-md:px-2 max-md:pb-2">
				{/* Once the server is back, its error no longer applies. */}
				<NotSent error={offline && link === 'open' ? null : failure} notSent={offline} />
				{mayEdit ? (
					<Composer
						conversationId={`new:${props.projectId}`}
						live={false}
						stopping={false}
						asking={false}
						waiting={false}
						focused
						mode={mode}
						onMode={setMode}
						onSend={begin}
						returned={props.returned}
						onReturnedTaken={props.onReturnedTaken}
					/>
				) : (
					<ViewerNote live={false} stopping={false} />
				)}
			</div>
		</>
	)
}
