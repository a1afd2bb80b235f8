/** Holds the revert dialog for the chat and the editor pane. */
import { type ReactNode, useState } from 'react'
import { useMayEdit } from '../../data/person/use-role.ts'
import { ShownMessagesContext } from '../../run/messages/shown-messages.ts'
import {
	RevertContext,
	type RevertPlace,
	RevertPlaceContext,
	type RevertSubject,
} from '../../run/revert-context.ts'
import { lazyPart, THIS_DIALOG } from '../../ui/loading/lazy-part.tsx'

/** Few conversations are ever reverted. */
const RevertDialog = lazyPart(() => import('./revert-dialog.tsx'), THIS_DIALOG)

export function RevertProvider(props: { children: ReactNode }) {
	const [place, setPlace] = useState<RevertPlace | null>(null)
	const [subject, setSubject] = useState<RevertSubject | null>(null)
	const mayEdit = useMayEdit()
	const offered = mayEdit && place !== null && !place.live
	return (
		<RevertPlaceContext value={setPlace}>
			<RevertContext value={offered ? setSubject : null}>
				{props.children}
				{place && subject && (
					<ShownMessagesContext value={place.shown}>
						<RevertDialog
							conversationId={place.conversationId}
							subject={subject}
							onClose={() => setSubject(null)}
							onBegun={place.onBegun}
						/>
					</ShownMessagesContext>
				)}
			</RevertContext>
		</RevertPlaceContext>
	)
}
