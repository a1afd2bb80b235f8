import type { ConversationMode } from '@fairlead/protocol/runs'
import { lazy, Suspense, useState } from 'react'
import { useMayEdit } from '../../data/use-role.ts'
import { type Draft, textDraft } from '../../run/messages.ts'
import { Composer } from './composer.tsx'
import { Suggestions } from './suggestions.tsx'

const LookingOn = lazy(() => import('./looking-on.tsx'))

/** Nothing is made on the server before the first message is sent. */
export function NewConversation(props: {
	projectId: string
	onBegin: (draft: Draft, mode: ConversationMode) => void
	pending: boolean
	returned: Draft | null
	onReturnedTaken: () => void
}) {
	const [mode, setMode] = useState<ConversationMode>('auto')
	const mayEdit = useMayEdit()
	const begin = (draft: Draft) => {
		if (!props.pending) props.onBegin(draft, mode)
	}
	return (
		<>
			<div className="flex min-h-0 flex-1 items-center overflow-y-auto px-4">
				{mayEdit && <Suggestions onChoose={(text) => begin(textDraft(text))} />}
			</div>
			<div className="mx-auto w-full max-w-[792px] px-4 pb-4 max-md:px-2 max-md:pb-2">
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
					<Suspense>
						<LookingOn live={false} stopping={false} />
					</Suspense>
				)}
			</div>
		</>
	)
}
